"""What may be assigned to ``grad``, and what is said of reading it where it stays empty."""

from __future__ import annotations

from gradcli.core.values import Values
from gradcli.errors import op_error

NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you "
    "access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)


def check_grad(tensor: Values, value: object) -> None:
    """Refuse what cannot be the ``grad`` of a tensor."""
    if not isinstance(value, Values):
        raise op_error(
            TypeError,
            "assigned grad expected to be a Tensor or None but got grad of type "
            f"{type(value).__name__}",
        )
    if value is tensor:
        raise op_error(RuntimeError, "can't assign Variable as its own grad")
    if value.array.dtype != tensor.array.dtype:
        raise op_error(
            RuntimeError,
            f"attempting to assign a gradient with dtype '{_c_name(value)}' to a tensor with "
            f"grad_dtype '{tensor.dtype.scalar_name}'. The gradient must match the tensor's "
            "grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype "
            "attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with "
            "caution. Diverging the dtypes of a tensor and its gradient may break downstream "
            "systems that assume they match.",
        )
    if value.array.shape != tensor.array.shape:
        raise op_error(
            RuntimeError,
            f"attempting to assign a gradient of size '{list(value.array.shape)}' to a tensor "
            f"of size '{list(tensor.array.shape)}'. Please ensure that the gradient and the "
            "tensor are the same size",
        )


def _c_name(tensor: Values) -> str:
    """Return the name that PyTorch's C++ messages give an element type."""
    names = {"float32": "float", "float64": "double", "int64": "long int", "int32": "int"}
    return names.get(tensor.dtype.name, tensor.dtype.name)
