"""How an operator is declared: one place from which everything about it follows.

A declaration states the forward body, the derivative by operand, PyTorch's names, the documentation
and one example; functions, methods, infix signs, node names and documentation are read off the
table ``OPS``. What proves an operator stands in a file of the tests that mirrors its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import wraps
from typing import TYPE_CHECKING, Any

from gradcli.core.promote import UNIFORM
from gradcli.core.saved import Rule
from gradcli.core.table import NAMESPACES, OPS, PREFIXED
from gradcli.core.tensor import Tensor
from gradcli.errors import wrong_type
from gradcli.operators import shortcut
from gradcli.operators.converters import (
    Args,
    Array,
    ArrayArgs,
    Arrays,
    Dims,
    DTypeLike,
    Ints,
    Number,
    OptTensor,
    Real,
    Rng,
    Sizes,
    TensorArgs,
    Tensors,
    Value,
    ValueT,
)
from gradcli.operators.derivatives import (
    AFTER,
    Label,
    chosen,
    fused_rule,
    hanging_rule,
    local_rule,
    over,
    vjp_rule,
    writing_rule,
)
from gradcli.operators.infix import enter_signs
from gradcli.operators.op import Op
from gradcli.operators.refusals import check_given
from gradcli.operators.signature import Signature

if TYPE_CHECKING:
    from gradcli.operators.named import Body

__all__ = [
    "OPS",
    "Args",
    "Array",
    "ArrayArgs",
    "Arrays",
    "DTypeLike",
    "Dims",
    "Ints",
    "Number",
    "Op",
    "OptTensor",
    "Real",
    "Rng",
    "Sizes",
    "Tensor",
    "TensorArgs",
    "Tensors",
    "Value",
    "ValueT",
    "example",
    "formula",
    "op",
]

_CAST_LAST = frozenset(("clamp", "ge", "gt", "le", "lt"))
"""Operators that have no kernel for a type before its numbers cannot be written to another."""
_NUMBERS_FIRST = frozenset(("clamp_max", "clamp_min"))
"""The same where the last operand is a number."""


class InplaceOp:
    """The form of an operator that overwrites its first operand, as ``add_``."""

    __slots__ = ("label", "name", "op", "parameters", "recorded")

    def __init__(self, op: Op, label: Label | bool) -> None:
        self.op = self.recorded = op
        self.label = None if isinstance(label, bool) else label  # of nodes, where it is another
        self.name = op.parameters.name + "_"
        self.parameters = op.parameters.renamed(self.name)

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    def __call__(self, target: Tensor, *operands: Any, **attrs: Any) -> Tensor:
        """Overwrite ``target`` with the result for it and ``operands``."""
        from gradcli.core.inplace import overwrite

        return overwrite(self.op, (target, *operands), attrs)

    def call_method(self, *args: Any, **kwargs: Any) -> Tensor:
        """Run as a user's method call, the tensor first."""
        return self.call(*args, method=True, **kwargs)

    def call(self, *args: Any, method: bool = False, **kwargs: Any) -> Tensor:
        """Run as a user's function call."""
        operands, attrs = self.parameters.bind(args, kwargs, method=method)
        if not isinstance(operands[0], Tensor):
            raise wrong_type(self.name, "input", 1, "Tensor", operands[0], 0)
        try:
            check_given(self.op, operands, attrs, "_")
            return self(*operands, **attrs)
        except NotImplementedError:  # PyTorch asks for the shape first, and then for the type
            if self.op.broadcasts or self.op.promotes is not None or self.op.name == "div":
                from gradcli.core.inplace import check_fit

                number = not isinstance(operands[-1], Tensor)
                late = self.op.name in _CAST_LAST or (number and self.op.name in _NUMBERS_FIRST)
                check_fit(operands, casts=not late)
            raise

    def node_label(self, operands: Sequence[Any], attrs: dict[str, Any]) -> str:
        """Return the name of a node, where it is not the operator's."""
        return chosen(self.label or "", operands, attrs)


def op(
    *,
    d: Any = None,
    vjp: Any = None,
    linear: bool = False,
    constant: bool = False,
    composite: bool = False,
    fused: bool = False,
    conjugates: bool = False,
    creation: bool = False,
    promotes: Callable[[list[Any]], list[Any]] | None = None,
    broadcasts: bool | None = None,
    variadic: bool = False,
    view: bool = False,
    widens: bool = True,
    node: Label | None = None,
    order: str = "",
    where: Iterable[str] = ("torch", "Tensor"),
    aliases: Iterable[str] = (),
    infix: str | None = None,
    reflected: str | None = None,
    inplace: bool | Label = False,
    after: Any = None,
    numbers: bool = False,
    fields: Iterable[str] = (),
    numpy: str = "",
    engines: Iterable[str] = (),
    like: Op | None = None,
    direct: Callable[..., Any] | None = None,
    example: tuple[str, ...] = (),
) -> Callable[[Callable[..., Any]], Op]:
    """Declare an operator; the decorated function is its forward body.

    The body's name is the operator's name, and its parameters are PyTorch's: first the array
    namespace, then the operands (before ``/``), then the attributes. Annotations say what users may
    pass. One of these says what kind of operator it is:

    - ``d``: elementwise, with the local derivative by each operand: a function of what it needs
      (see ``Rule``), a number, or None for no derivative; a tuple for several operands.
    - ``vjp``: anything else, with a function from the gradient of the result to the gradient of
      each operand, or one to a list of those of several. ``linear`` says besides that the operator
      is linear in its operands.
    - ``constant``: no derivative; ``d`` besides is that of textbooks, which formulas are made of.
    - ``creation``: a new leaf; users may also say ``requires_grad=True``.
    - ``composite``: the body takes no namespace and calls other operators; the graph shows those.
    - ``fused``: the body takes no namespace and calls other operators, but the graph shows one
      node; its derivative is that of the body.

    Rules are written as for real numbers; where the result is complex, the node conjugates the
    gradient on its way in and out, which makes PyTorch's convention of every holomorphic rule.
    ``conjugates`` marks rules that do so themselves.

    ``promotes`` brings the operands to common element types. ``broadcasts`` (elementwise operators
    do) lets gradients be summed over broadcast axes. ``variadic`` operators take one sequence of
    operands. ``view`` says that results may share memory with the first operand. ``widens`` is
    False for a body that knows half precision; others get float32 instead. ``node`` is PyTorch's
    node name where it does not follow from the operator's, or a function of the attributes, or the
    names of PyTorch's overloads: where the last operand is a number, where all are tensors, and
    where the first is a number; the graph has no slot for such a number. ``order`` names the
    operands and attributes as users give them, where attributes come between operands. ``where``
    lists the ``NAMESPACES`` of the name and its ``aliases``, and other names in namespaces, as
    ``"special.expit"``; in ``"attribute"`` it is read without brackets, as ``x.T``, and in
    ``"in-place"`` only the form that overwrites exists, as ``x.zero_()``. ``infix`` and
    ``reflected`` are Python's signs. ``inplace`` adds the form that overwrites, and can name the
    nodes of that form; ``after`` is its ``vjp``, where that is found from the result. ``numbers``
    marks functions that make a tensor of numbers alone. ``fields`` names the several results, as
    ``torch.return_types.sort(values=…)`` does. ``like`` is an operator with the same parameters.
    ``numpy`` is the function of NumPy's that does the same, as ``"linalg.inv"``, for derivatives
    written as NumPy code. ``direct`` is what a composite does with the operands of most calls; it
    returns None for others. ``engines`` are those that the body is for, if not all. ``example`` is
    what the reference shows: a program, and its inputs as on the command line, ``("log1p(x)",
    "x=tensor([0.0, 1.0])")``; beside a long rule it stands on a line of its own,
    ``@example("log1p(x)", …)``.
    """

    def declare(body: Callable[..., Any]) -> Op:
        name = body.__name__.rstrip("_")
        signature = Signature(
            _known_as(name, where),
            body if like is None else like.body,
            skip=0 if composite or fused else 1,
            extra=("requires_grad",) if creation else (),
            order=order,
            numbers=numbers,
        )
        operator = Op(name, _without_namespace(body) if fused else body, signature)
        operator.creation, operator.widens, operator.promotes = creation, widens, promotes
        operator.composite, operator.variadic, operator.linear = composite, variadic, linear
        operator.conjugates, operator.formulas = conjugates, body.__dict__.get("formulas", {})
        operator.view, operator.differentiable = view, not (constant or composite or creation)
        operator.broadcasts = not constant and d is not None if broadcasts is None else broadcasts
        operator.label, operator.infix = node or node_label(name), infix or reflected
        operator.where, operator.engines = frozenset(where), frozenset(engines)
        operator.aliases, operator.fields, operator.numpy = tuple(aliases), tuple(fields), numpy
        operator.direct, operator.example = direct, example or body.__dict__.get("example", ())
        if operator.differentiable or d is not None:
            _add_rules(operator, d, vjp, body if fused else None)
        if inplace:
            operator.inplace = InplaceOp(operator, inplace)
        _enter_operator(operator, infix, reflected, after)
        return operator

    return declare


_IN_ORDER = (
    "_batch_norm _bernoulli _cdist _cross _cumsum_back _index_reduce _leaning _median_along "
    "_median_of_all _nanmedian_along _nanmedian_of_all _number_pow all amax amin aminmax any "
    "cat count_nonzero cummax cummin cumprod cumsum diagonal_copy expand_copy gather index_add "
    "index_copy index_select linalg_pinv linalg_vector_norm logcumsumexp logsigmoid logsumexp "
    "masked_fill masked_scatter mean median mvlgamma nanmedian nansum narrow_copy norm one_hot "
    "permute_copy pixel_shuffle prod renorm repeat roll scatter scatter_add scatter_reduce "
    "split_with_sizes_copy stack std std_mean sum topk transpose_copy tril triu unfold_copy "
    "unsqueeze_copy var var_mean view_copy"
)
_DENSE = frozenset(_IN_ORDER.split())
"""The operators whose results PyTorch lays out in order, where NumPy follows the operands."""


_ELEMENTWISE = (
    "bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor empty_like "
    "floor_divide full_like gcd isclose lcm logical_and logical_or logical_xor ones_like zeros_like"
)
_BY_ELEMENT = frozenset(_ELEMENTWISE.split())
"""The operators without derivatives whose results PyTorch lays out as those of others."""


_GIVEN = (
    "_average _largest _nll _picked _prelu_kernel hardshrink hardtanh leaky_relu relu6 softshrink "
    "threshold"
)
_HANGING = frozenset(_GIVEN.split())
"""The operators whose gradients hang on the first operand, by which their derivative is 0."""


_WRITING = frozenset(["_unpooled", "_write_at", "index_copy", "put", "scatter"])
"""The operators whose last operand may have several values for one place, of which one stays."""


_CHANNELS_LAST = (
    "_batch_norm _convolution _largest _resampled _unpooled cat channel_shuffle constant_pad_nd "
    "pixel_shuffle pixel_unshuffle"
)
_FORMATTING = dict.fromkeys(_CHANNELS_LAST.split(), 5) | {"_average": 4}
"""The operators whose results have their channels last in memory where those of operands are.

Up to how many dimensions they do is said for each.
"""


_MIXING = frozenset(["_batch_norm", "_group_norm", "_layer_norm"])
"""The operators that take inputs in half precision beside parameters in full."""


_BLOCKWISE = frozenset(["_number_pow", "_pow_number", "leaky_relu", "mean", "relu", "sum", "where"])
_PROMOTIONS = UNIFORM
"""Operators made of elementwise functions alone, or sums, of numbers of one type: besides those
that broadcast. What they do with large arrays can be computed block by block (``engines``)."""


_COMBINED = (
    "_cdist _cross _euclidean_dist _layer_norm _matmul _write_at addbmm addmm addmv addr baddbmm "
    "cholesky_solve linalg_lu_solve linalg_solve_ex linalg_solve_triangular masked_scatter "
    "masked_select mvlgamma linalg_pinv _lstsq"
)
_COMBINING = frozenset(_COMBINED.split())
"""The operators that broadcast and are not elementwise."""


def example(program: str, *inputs: str) -> Callable[[Body], Body]:
    """Give a body the example that the reference shows, as ``op(example=…)`` does."""

    def give(body: Body) -> Body:
        body.__dict__["example"] = (program, *inputs)
        return body

    return give


def formula(**texts: str) -> Callable[[Body], Body]:
    """Say how gradients reach operands, for the reference, where a rule calls helpers of its own.

    A text is a program of the language in ``g``, the result ``y`` (``g[0]``, ``y1`` of several) and
    the parameters, or a sentence where none is short; what follows ``  # `` is a note. A test runs
    it and compares it with the rule.
    """

    def give(body: Body) -> Body:
        body.__dict__["formulas"] = texts
        return body

    return give


def _known_as(name: str, where: Iterable[str]) -> str:
    """Return the name in messages: the declared one, or where no namespace has it, one it has."""
    home = next(iter(where), "torch")
    if home in PREFIXED:
        return f"{home}_{name}"
    if home in NAMESPACES:
        return name
    qualified = [entry for entry in where if entry not in NAMESPACES]
    if len(qualified) < len(list(where)):
        return name
    namespace, _, short = qualified[0].rpartition(".")
    return f"{namespace}_{short}" if namespace in PREFIXED else short


def _without_namespace(body: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(body)
    def run(xp: Any, *operands: Any, **attrs: Any) -> Any:
        return body(*operands, **attrs)

    return run


def _enter_operator(operator: Op, infix: str | None, reflected: str | None, after: Any) -> None:
    """Put an operator into the table, by all its names."""
    foreign = not operator.module.startswith("gradcli.ops.")
    if operator.name in OPS or (foreign and OPS.family_of("operator", operator.name)):
        raise ValueError(f"the operator {operator.name} is declared twice")
    if foreign:
        operator.parameters.read()  # while it can be told where they are wrong
    OPS[operator.name] = operator
    operator.dense, operator.mixes = operator.name in _DENSE, operator.name in _MIXING
    operator.formats = _FORMATTING.get(operator.name, 0)
    spread = operator.broadcasts and operator.name not in _COMBINING
    operator.orders = spread or operator.name in _BY_ELEMENT
    operator.blocks = operator.name in _BLOCKWISE or (
        spread and operator.promotes in _PROMOTIONS and not operator.view
    )
    if operator.view:
        from gradcli.core.views import link  # programs without views need nothing of them

        operator.link = link
    operator.quick = shortcut.shortcut(operator)
    operator.direct = operator.direct or shortcut.direct(operator)
    if (after := after or AFTER.get(operator.name)) is not None:
        operator.inplace.recorded = _with_rule(operator, vjp_rule(after, operator.parameters))
    enter_signs(operator, infix, reflected)
    for entry in operator.where:
        if entry in NAMESPACES:
            _enter(operator, entry, (operator.name, *operator.aliases))
        else:
            namespace, _, name = entry.rpartition(".")
            _enter(operator, namespace, (name,))


def _enter(operator: Op, namespace: str, names: tuple[str, ...]) -> None:
    """Enter what programs call by names in a namespace, and by those of the form in place."""
    inplace, method = operator.inplace, namespace in _METHODS
    call = operator.call
    if method:
        call = operator.call_method
    elif namespace == "attribute":
        call = operator
    elif namespace == "F" and inplace is not None and operator.name not in _PLAIN:
        call = operator.call_functional
    for name in names if namespace != "in-place" else ():
        OPS.enter(namespace, name, operator, call)
    overwrites = method or (namespace in _FUNCTIONS and namespace in operator.where)
    if inplace is not None and overwrites and not (namespace == "F" and operator.name in _PLAIN):
        home = "Tensor" if method else namespace
        for name in names:
            OPS.enter(home, name + "_", inplace, inplace.call_method if method else inplace.call)


_METHODS, _FUNCTIONS = ("Tensor", "in-place"), ("torch", "F")  # that have forms in place
_PLAIN = ("sigmoid", "tanh")  # those that overwrite nothing in ``torch.nn.functional``


def _with_rule(op: Op, rule: Rule) -> Op:
    """Return an operator with another derivative by its one operand."""
    other = copy(op)
    other.rules, other.keeping = (rule,), (0,)
    return other


def node_label(name: str) -> str:
    """Return PyTorch's node name for an operator's name: ``Log1PBackward0`` for ``log1p``."""
    return name.title().replace("_", "") + "Backward0"


def _add_rules(operator: Op, d: Any, vjp: Any, fused: Callable[..., Any] | None) -> None:
    if fused is not None:
        operator.joint = fused_rule(fused, operator.parameters)
        return
    if d is None and vjp is None:
        raise ValueError(
            f"the operator {operator.name} has no derivative: give d= or vjp=, or say that it is "
            "constant, creation, composite or fused"
        )
    if operator.variadic:
        operator.joint = vjp_rule(vjp, operator.parameters, variadic=True)
        return
    if d is None and callable(vjp) and operator.parameters.operand_count > 1:
        operator.joint = vjp_rule(vjp, operator.parameters)
        return
    given = vjp if d is None else d
    given = given if isinstance(given, tuple) and not isinstance(given, over) else (given,)
    if len(given) != operator.parameters.operand_count:
        raise ValueError(
            f"the operator {operator.name} needs a derivative, or None, for each operand before "
            f"`/`: it has {len(given)} for {operator.parameters.operand_count}"
        )
    make = vjp_rule if d is None else local_rule
    operator.slots = tuple([slot for slot, rule in enumerate(given) if rule is not None])
    operator.rules = tuple([make(given[slot], operator.parameters) for slot in operator.slots])
    if operator.name in _HANGING:
        first = hanging_rule(operator.rules[0], operator.parameters, operator.label)
        operator.rules = (first, *operator.rules[1:])
    if operator.name in _WRITING:
        last = writing_rule(operator.rules[-1], operator.parameters)
        operator.rules = (*operator.rules[:-1], last)
    operator.keeping = tuple([i for i, rule in enumerate(operator.rules) if rule.keeps_values])
    operator.plain = len(operator.slots) == len(given)
