"""What to write instead, where a message says in PyTorch's or Python's words what is wrong.

A rule looks at the message, at the piece of the program and at the values there, and gives a line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.language.machine.functions import Builtin, Function, Method, type_name
from gradcli.language.messages.suggest import closest
from gradcli.language.names.builtins import BUILTINS
from gradcli.syntax import nodes

Values = Sequence[Any]


def advice(message: str, node: nodes.Node | None, values: Values, source: str) -> str | None:
    """Return a line of help for what went wrong at a piece of a program, and in that line of it."""
    for rule in _RULES:
        said = rule(message, node, values, source)
        if said is not None:
            return said
    return None


def transposed(node: nodes.Node | None, values: Values, source: str) -> str | None:
    """Suggest the transposition, or the lack of one, that makes a matrix product fit."""
    if not isinstance(node, nodes.BinOp) or node.op != "@":
        return None
    shapes = [value.shape for value in values if isinstance(value, Tensor)]
    if [len(shape) for shape in shapes] != [2, 2]:
        return None
    texts = [source[n.span.start : n.span.end] for n in (node.left, node.right)]
    left, right = shapes
    if left[1] == right[1]:
        return f"did you mean `{texts[0]} @ {_flip(texts[1], node.right)}`?"
    if left[0] == right[0]:
        return f"did you mean `{_flip(texts[0], node.left)} @ {texts[1]}`?"
    return None


def _flip(text: str, node: nodes.Expr) -> str:
    """Return the text of a transposed operand."""
    if isinstance(node, nodes.Attribute) and node.name == "T":
        return text.removesuffix(".T")
    simple = isinstance(node, (nodes.Name, nodes.Attribute, nodes.Call, nodes.Subscript))
    return f"{text}.T" if simple else f"({text}).T"


def _not_callable(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell a product without its sign, and an attribute that is called, from a function."""
    if not isinstance(node, nodes.Call) or not values:
        return None
    if message != f"'{type_name(values[0])}' object is not callable":
        return None
    if isinstance(node.func, nodes.Attribute):
        return f"`{node.func.name}` is no method: write it without brackets"
    if isinstance(node.func, nodes.Name) and node.func.id in BUILTINS:
        return f"the program has given the name `{node.func.id}` to something else"
    if isinstance(values[0], (int, float, complex, Tensor)):
        return "a product is written with `*`"
    return None


def _not_subscriptable(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell that functions have round brackets."""
    if not isinstance(node, nodes.Subscript) or "is not subscriptable" not in message:
        return None
    if values and isinstance(values[0], (Builtin, Method, Function)):
        return "a function is called with round brackets"
    return None


def _is_attribute(node: Any) -> bool:
    return isinstance(node, nodes.Attribute)


def _without_gradient(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell when ``.grad`` is there."""
    is_sum = isinstance(node, nodes.BinOp)
    parts = (node.left, node.right) if is_sum else (node.value,) if _is_attribute(node) else ()
    asked = {part.name for part in parts if isinstance(part, nodes.Attribute)}
    if "'NoneType'" in message and "grad" in asked:
        return "`.grad` is None until `backward()` has reached the tensor"
    if "'NoneType'" in message and "grad_fn" in asked:
        return "`.grad_fn` of a leaf, and of what needs no gradient, is None"
    return None


def _without_call(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell that a function is what is asked for an attribute, and not what it gives."""
    if not re.search(r"'(builtin_function_or_)?method'", message):
        return None
    found = next((value for value in values if isinstance(value, (Builtin, Method))), None)
    if found is None or isinstance(node, nodes.Subscript):
        return None
    return f"the brackets of a call are missing: `{found.name}()`"


def _not_entered(message: str, node: Any, values: Values, source: str) -> str | None:
    if "'type' object does not support the context manager" not in message:
        return None
    return "call it, as in `with torch.no_grad():`"


def _not_counted(message: str, node: Any, values: Values, source: str) -> str | None:
    if message == "'int' object is not iterable" and not isinstance(node, nodes.Call):
        return "count with `range`, as in `for i in range(3):`"
    return None


_LISTS = re.compile(
    r"unsupported operand type\(s\) for .*'(list|tuple)'"
    r"|not supported between instances of .*'Tensor'.*'(list|tuple)'"
    r"|only integer tensors of a single element can be converted to an index"
)


def _of_lists(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell that lists do not compute."""
    is_list = any(isinstance(value, (list, tuple)) for value in values)
    if is_list and isinstance(node, (nodes.BinOp, nodes.Compare)) and _LISTS.search(message):
        return "a list does not compute; `torch.tensor(…)` makes a tensor of it"
    return None


_EXPECTED = re.compile(r"(\w+)\(\): argument '\w+' \(position \d+\) must be Tensor, not (\w+)")


def _no_tensor(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell what makes a tensor of a number or a list, and which function takes numbers."""
    found = _EXPECTED.match(message)
    if found is None or found[2] not in ("int", "float", "bool", "list"):
        return None
    makes = "`torch.tensor(…)` makes one"
    if found[2] in ("int", "float") and found[1] in _OF_MATH:
        return f"{makes}; of numbers there is `math.{found[1]}`"
    return makes


_OF_MATH = frozenset(name for name in dir(math) if not name.startswith("_"))


def _ambiguous(message: str, node: Any, values: Values, source: str) -> str | None:
    if not message.startswith("Boolean value of Tensor with more than one value is ambiguous"):
        return None
    if re.search(r"\b(and|or|not)\b", source):
        return "`&` and `|` join tensors: `(a) & (b)`; `.any()` and `.all()` make one truth value"
    return "`.any()` or `.all()` makes one truth value; `torch.where` chooses element by element"


def _of_integers(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell that integers have to become floating."""
    if re.search(r"not implemented for '(Long|Int|Short|Char|Byte|Bool)'$", message):
        return "convert it first, as in `.float()`"
    if "floating point and complex dtype can require gradients" in message:
        return "make it floating: `1.` in the place of `1`, or `dtype=torch.float32`"
    return None


def _misspelt_keyword(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell the name of a parameter that is near to one that a call gives."""
    if not isinstance(node, nodes.Call) or not values or not _OF_KEYWORDS.search(message):
        return None
    known = _parameters(values[0])
    for name in [keyword.name for keyword in node.keywords if keyword.name]:
        if known and name not in known:
            found = next((one for one in _KEYWORDS.get(name, ()) if one in known), None)
            found = found or closest(name, known)
            return found and f"did you mean `{found}=`?"
    return None


def _parameters(function: Any) -> list[str]:
    """Return the names of what a function takes, as far as they are known."""
    try:
        if isinstance(function, (Builtin, Method)):
            from gradcli.operators.documentation import signature

            return [*signature(function.function).parameters]
        from gradcli.language.names.inspection import signature_of

        return [*signature_of(function).parameters]
    except (TypeError, ValueError):
        return []


_OF_KEYWORDS = re.compile(r"(unexpected|invalid) keyword|invalid combination|missing \d+ required")
_KEYWORDS = {
    "axis": ("dim", "dims"),
    "axes": ("dim", "dims"),
    "dims": ("dim",),
    "keepdims": ("keepdim",),
    "learning_rate": ("lr",),
    "num": ("steps",),
    "shape": ("size",),
    "target": ("other",),
    "type": ("dtype",),
}
"""What NumPy and others call parameters, and what PyTorch does."""


def _no_entry(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell the key that is near to one that a dictionary lacks, and how entries are read."""
    given = values[0] if values and isinstance(values[0], dict) else {}
    if isinstance(node, nodes.Attribute) and dict.__contains__(given, node.name):
        return f"an entry is read by its key: `[{node.name!r}]`"
    if isinstance(node, nodes.Subscript) and len(values) > 1 and values[1].__class__ is str:
        near = closest(values[1], [key for key in dict.__iter__(given) if key.__class__ is str])
        return near and f"did you mean `{near!r}`?"
    return None


def _returning(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell a function from what it returns, and that it returns nothing."""
    if not isinstance(node, nodes.Attribute) or not values:
        return None
    if isinstance(values[0], Function):
        return "it is a function; what it returns is written with brackets, as `f(x)`"
    if values[0] is None and isinstance(node.value, nodes.Call):
        return "the call returned None: a function gives back what stands behind `return`"
    return None


def _constructor(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell the name of the constructor where a class has a method of nearly the same."""
    if not isinstance(node, nodes.Attribute) or not values:
        return None
    names = getattr(getattr(values[0], "cls", None), "namespace", ())
    wrong = [name for name in names if name != "__init__" and name.strip("_") in _STARTS]
    return f"the constructor is called `__init__`, not `{wrong[0]}`" if wrong else None


_STARTS = ("init", "int", "inti", "ini")


def _no_method(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell which method may be the one that a layer lacks."""
    if not message.endswith('is missing the required "forward" function') or not values:
        return None
    near = closest("forward", getattr(getattr(values[0], "cls", None), "namespace", ()))
    return near and f"it has `{near}`; the method is called `forward`"


_SAID: tuple[tuple[str, str], ...] = (
    (
        r"a Tensor with \d+ elements cannot be converted|only one element tensors can be converted",
        "make one number of it first, as by `.sum()`, or a list, by `.tolist()`",
    ),
    (r"torch\.nn\.[\w.]+ is not a Module subclass", "a layer is made by a call, as `nn.ReLU()`"),
    (
        r"(builtin_function_or_method|function|[\w.]+<lambda>) is not a Module subclass",
        "a function is no layer: use the layer that computes it, as `nn.ReLU()` for `torch.relu`",
    ),
    (r"Torch not compiled with CUDA", "there is the CPU alone: leave it out, or say 'cpu'"),
    (
        r"Expected one of cpu, .*: (float|int|bfloat|half|double|long|bool)",
        "a type is written without quotes, as `torch.float64`",
    ),
    (r"Expected one of cpu, ", "there is the CPU alone: 'cpu'"),
    (r"params argument given to the optimizer", "put it into a list: `[w]`"),
    (
        r"result type \w+ can't be cast to the desired output type (Long|Int|Short|Char|Byte)",
        "it holds integers; `.float()` makes a tensor that takes fractions",
    ),
    (
        r"(TensorBase\.)?log\(\) (takes|got an unexpected keyword argument 'base')",
        "to another base it is `log(x) / log(b)`; there are `log2` and `log10`",
    ),
    (r"(TensorBase\.)?sqrt\(\) takes", "another root is a power, as `x**(1 / 3)`"),
    (
        r"diff\(\): argument 'n' \(position 2\) must be int",
        "it subtracts neighbours; `gradcli diff` writes derivatives, `autograd.grad` computes them",
    ),
    (r"step must be greater than zero", "`torch.flip(x, (0,))` turns the order around"),
    (r"\w+\(\): argument 'size' .* must be tuple of ints, not int", "sizes are a tuple, as `(3,)`"),
    (r"can only concatenate str \(not", "`str(…)` makes a text of it"),
    (
        r"unsupported operand type\(s\) for .*: '(int|float)' and 'str'",
        "`float(…)` makes a number of a text, `str(…)` a text of a number",
    ),
    (
        r"can only concatenate tuple \(not \"(int|float)\"\)",
        "a comma makes a tuple; decimals stand behind a point",
    ),
    (r"\"bitwise_xor", "a power is written `**`"),
    (
        r"unsupported operand type\(s\) for .*'(max|min|sort|topk|median|mode|cummax|cummin)'",
        "along a dimension there are two results: `.values` is the first; `maximum` and `minimum` "
        "compare two tensors",
    ),
    (
        r"\w+\(\) missing 1 required positional arguments?: \"dim\"",
        "give the dimension that it goes along, as in `dim=0`",
    ),
    (
        r"Exceeds the limit \(4300 digits\)",
        "the limit is fixed; `hex()` writes integers of any length",
    ),
    (
        r"tensor\(\) takes 1 positional argument but",
        "put the numbers into one list: `tensor([1, 2])`",
    ),
    (r".*before Module\.__init__\(\) call", "begin `__init__` with `super().__init__()`"),
    (r".*must be (torch\.dtype|bool), not str$", "write it without quotes"),
    (
        r"'torch\.return_types\.\w+' object has no attribute",
        "it is a pair: `.values`, or another of its parts, is the tensor",
    ),
    (
        r"\w+\.\w+\(\) takes \d+ positional arguments? but",
        "`self` counts: a method is given it first",
    ),
)


def _said(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell what a message alone makes clear."""
    return next((said for form, said in _SAID if re.match(form, message)), None)


def _of_layers(message: str, node: Any, values: Values, source: str) -> str | None:
    """Tell what of a layer an optimizer takes."""
    kinds = {kind.__name__ for value in values for kind in type(value).__mro__}
    if message.endswith("object is not iterable") and "Module" in kinds:
        return "a layer's parameters are `.parameters()`"
    return None


_RULES: tuple[Callable[[str, Any, Values, str], str | None], ...] = (
    _not_callable,
    _not_subscriptable,
    _without_gradient,
    _without_call,
    _not_entered,
    _not_counted,
    _of_lists,
    _no_tensor,
    _ambiguous,
    _of_integers,
    _of_layers,
    _misspelt_keyword,
    _no_entry,
    _no_method,
    _constructor,
    _returning,
    _said,
)
