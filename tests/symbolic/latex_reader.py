r"""LaTeX of derivatives read back to numbers, as a reader of mathematics would read it.

Vectors are columns, so a product has to fit as a product of matrices does; ``\odot``, fractions
and sums are element by element, and nothing but numbers fits what has another shape. What two
readers may read in two ways is read in each of ``READINGS``. Functions are the program's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from gradcli.answers.followed import session_of
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError

_TOKEN: Final = re.compile(
    r"\s+|\\[,!]|(?P<name>\\log\\Gamma|\\operatorname\{[^}]*\}|\\math(?:rm|bf)\{[^}]*\}"
    r"|\\(?:left|right)(?:\\[a-zA-Z]+|.)|\\text\{[^}]*\}|\\(?:begin|end)\{[a-z]+\}|\\[a-zA-Z]+"
    r"|\\\\|[a-zA-Z]|[0-9.]+|.)",
    re.DOTALL,
)
_CLOSING: Final = {
    r"\left(": r"\right)",
    r"\left[": r"\right]",
    r"\left|": r"\right|",
    r"\left\lVert": r"\right\rVert",
}
_WORDS: Final = {
    **{f"\\{w}": w for w in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{f"\\{w}": w for w in ("det", "max", "min", "sum")},
    **{f"\\arc{w}": f"a{w}" for w in ("sin", "cos", "tan")},
    **{f"\\operatorname{{ar{w}}}": f"a{w}" for w in ("sinh", "cosh", "tanh")},
    r"\log\Gamma": "lgamma",
    r"\sigma": "sigmoid",
    r"\operatorname{tr}": "trace",
    r"\psi": "digamma",
    r"\Phi": "ndtr",
}
_PLACES: Final = (
    "torch.linalg.{}({})",
    "{}({})",
    "{}({}, 0)",
    "{}({}, (0,))",
    "F.{}({})",
    "special.{}({})",
)
_METHOD: Final = "{1}.{0}({2})"
_COMPARED: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": np.less,
    ">": np.greater,
    r"\le": np.less_equal,
    r"\ge": np.greater_equal,
    "=": np.equal,
    r"\ne": np.not_equal,
}


class Reading(NamedTuple):
    """What may be read in two ways: which product is taken first, and how far a sum goes."""

    circle_first: bool
    kron_first: bool
    sum_of_product: bool


READINGS: Final = [Reading(*choice) for choice in product((True, False), repeat=3)]


class Unreadable(Exception):
    """A text that has no meaning: two shapes that do not fit, or a name that nothing has."""


def read(
    text: str, values: Mapping[str, np.ndarray], reading: Reading, shapes: Sequence[tuple[int, ...]]
) -> list[np.ndarray]:
    """Return what every line computes that is no name of a part.

    Ones, zeros and identities have no size in a text: they have those with which it makes sense
    and gives the ``shapes``. Where several do, all must give the same.
    """
    lines = re.sub(r"\\\\\n", "\n", text)
    unsized = {r"\mathbf{1}", r"\mathbf{0}", "I", "e"} - set(values)
    count = sum(match[0] in unsized for match in _TOKEN.finditer(lines))
    every = [*shapes, *(array.shape for array in values.values())]
    sizes = sorted({size for shape in every for size in shape})
    if r"\otimes" in text:
        sizes = sorted({*sizes, *(a * b for a in sizes for b in sizes)})
    sizes = [size for size in sizes if size > 1 and count] or [1]
    found: list[list[np.ndarray]] = []
    reason: Exception | None = None
    wanted = [_whole(shape) for shape in shapes]
    forms = [(n, m) for m in (1, *sizes) for n in sizes]
    for chosen in product(forms, repeat=count) if count < 4 else [(f,) * count for f in forms]:
        try:
            results = _Reader(values, reading, list(chosen)).program(lines)
        except (Unreadable, GradcliError, IndexError, ValueError) as error:
            reason = error
            continue
        fit = len(results) == len(wanted) and all(
            result.shape == shape for result, shape in zip(results, wanted, strict=True)
        )
        if fit:
            found.append(results)
    if not found:
        raise Unreadable(f"{text}: {reason or 'other shapes'}")
    for other in found[1:]:
        if not all(np.allclose(a, b, equal_nan=True) for a, b in zip(found[0], other, strict=True)):
            raise Unreadable(f"{text}: two meanings")
    return found[0]


def _whole(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that a vector or number has here: a column's, or a number's."""
    return (*shape, 1) if len(shape) == 1 and shape != (1,) else () if shape == (1,) else shape


def _column(array: Any) -> Any:
    if isinstance(array, tuple):
        return tuple(_column(a) for a in array)
    array = np.asarray(array)
    if array.dtype.kind == "b":
        array = array.astype(float)
    return array.reshape(()) if array.size == 1 else array[:, None] if array.ndim == 1 else array


def _flat(array: np.ndarray) -> np.ndarray:
    return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array


class _Reader:
    """Reads one text under one reading."""

    def __init__(
        self, values: Mapping[str, np.ndarray], reading: Reading, forms: list[tuple[int, int]]
    ) -> None:
        self.values = {name: _column(value) for name, value in values.items()}
        self.reading, self.forms = reading, forms
        self.tokens: list[str] = []
        self.at = 0

    def program(self, text: str) -> list[np.ndarray]:
        """Return what the lines compute that define no name."""
        results = []
        for line in text.split("\n"):
            target, equals, rest = line.partition(" = ")
            names = equals and not target.startswith(r"\frac") and "[" not in target
            self.tokens = [m[0] for m in _TOKEN.finditer(rest if equals else line) if m["name"]]
            if equals and not names and not target.startswith(r"\frac"):
                self.tokens = [m[0] for m in _TOKEN.finditer(line) if m["name"]]
            self.at = 0
            value = self.sum()
            if self.at < len(self.tokens):
                raise Unreadable(f"{self.tokens[self.at]} after the end")
            if names:
                self.values[_plain(target)] = value
            else:
                results.append(value)
        return results

    # Tokens

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str = "") -> str:
        found = self.next()
        if token and found != token:
            raise Unreadable(f"{found!r} where {token!r} belongs")
        self.at += 1
        return found

    def group(self) -> Any:
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def index(self) -> str:
        """Return the text of a subscript."""
        self.take("{")
        start, depth = self.at, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
        return re.sub(r",", ", ", "".join(map(_plain, self.tokens[start : self.at - 1])))

    # Sums and products

    def sum(self) -> Any:
        total = self.signed()
        while self.next() in ("+", "-", r"\land", r"\lor"):
            sign = self.take()
            term = self.signed()
            if sign in "+-":
                total = _fitting(np.add if sign == "+" else np.subtract, total, term)
            else:
                total = _fitting(np.logical_and if sign == r"\land" else np.logical_or, total, term)
        return total

    def signed(self) -> Any:
        if self.next() in ("-", r"\lnot"):
            sign = self.take()
            value = self.signed()
            return -value if sign == "-" else 1 - value
        return self.product(self._levels())

    def _levels(self) -> list[str]:
        """Return the signs of products, the loosest first; "" is no sign."""
        order = [""]
        order = [*order, r"\odot"] if self.reading.circle_first else [r"\odot", *order]
        return [*order, r"\otimes"] if self.reading.kron_first else [r"\otimes", *order]

    def product(self, levels: list[str]) -> Any:
        if not levels:
            return self.power()
        sign, *rest = levels
        value = self.product(rest)
        while (self.next() == sign) if sign else self.begins_factor():
            if sign or self.next() == r"\cdot":
                self.take()
            other = self.product(rest)
            if sign == r"\odot":
                value = _fitting(np.multiply, value, other)
            elif sign:
                value = np.kron(value, other)
            else:
                value = _matmul(value, other)
        return value

    def begins_factor(self) -> bool:
        token = self.next()
        stops = ("+", "-", "}", ",", "&", "=", "<", ">", "^", "_", r"\\", r"\land", r"\lor")
        stops = (*stops, r"\odot", r"\otimes", r"\le", r"\ge", r"\ne")
        return bool(token) and token not in stops and not token.startswith((r"\right", r"\end"))

    def power(self) -> Any:
        value = self.indexed()
        while self.next() == "^":
            self.take()
            if self.next() == r"\top":
                self.take()
                value = value.T
                continue
            self.take("{")
            if self.next() == "-" and self.tokens[self.at + 1] == r"\top":
                self.at += 2
                value = _inverse(value).T
            elif self.next() == r"\circ":
                self.take()
                value = value ** self.sum()
            else:
                value = _power(value, self.sum())
            self.take("}")
        return value

    def indexed(self) -> Any:
        value = self.atom()
        while self.next() == "_":
            self.take()
            value = self.call("{1}[{2}]", "", [value], self.index())
        return value

    # What stands by itself

    def atom(self) -> Any:
        token = self.take()
        if token in _CLOSING:
            return self.bracketed(token)
        if token == r"\frac":
            above = self.group()
            return _fitting(np.divide, above, self.group())
        if token == r"\sqrt":
            return np.sqrt(self.group())
        if token == "{":
            self.at -= 1
            return self.group()
        if token == r"\begin{cases}":
            return self.cases()
        if token == r"\begin{pmatrix}":
            return self.column()
        if re.fullmatch(r"[0-9.]+", token):
            return np.asarray(float(token))
        return self.named(token)

    def named(self, token: str) -> Any:
        word = _WORDS.get(token) or (_plain(token) if token.startswith(r"\operatorname") else "")
        index = ""
        mark = self.at
        if self.next() == "_" and (word or _plain(token) not in self.values):
            self.take()
            index = self.index()
        if word and self.next() == r"\left(":
            return self.applied(word, index)
        name = _plain(token) + index
        if name in self.values:
            return self.values[name]
        self.at = mark
        if token == r"\pi":
            return np.asarray(np.pi)
        if token in (r"\mathbf{1}", r"\mathbf{0}"):
            return np.full(self.forms.pop(0), float(token[-2]))
        if token == "I":
            rows, columns = self.forms.pop(0)
            if rows != columns:
                raise Unreadable("an identity is square")
            return np.eye(rows)
        if token == "e":
            self.take("_")
            return np.eye(self.forms.pop(0)[0])[:, int(self.index())][:, None]
        raise Unreadable(f"{token} is nothing")

    def applied(self, word: str, index: str) -> Any:
        """Return a function of what stands in brackets; a sum may go on to the end of a product."""
        if word == "sum" and self.reading.sum_of_product and not index:
            return np.sum(self.product(self._levels()))
        self.take()
        args = self.listed(r"\right)")
        if word in ("max", "min") and len(args) == 2:
            return _fitting(np.maximum if word == "max" else np.minimum, *args)
        return self.call("", word, args, index)

    def call(self, form: str, word: str, args: list[Any], index: str) -> Any:
        """Return what the program's function makes of arguments, and of what stands below it."""
        with session_of() as session:
            for name, value in self.values.items():
                if not isinstance(value, tuple):
                    session.assign(name, Tensor(_flat(value)))
            names = [f"arg{place}" for place in range(len(args))]
            for name, value in zip(names, args, strict=True):
                session.assign(name, _given(value, name != "arg0"))
            rest = ", ".join([*names[1:], *([index] if index else [])])
            every = ", ".join([*names, *([index] if index else [])])
            listed = f"[{every}]" if word == "stack" else every
            texts = [form.format("", names[0], rest)] if form else []
            texts += [] if form else [place.format(word, listed) for place in _PLACES]
            texts += [] if form else [_METHOD.format(word, names[0], rest)]
            if "," in index and not form:  # several dimensions
                texts.insert(0, f"{word}({', '.join(names)}, ({index}))")
            for text in texts:
                try:
                    return _column(_array(session.evaluate(text).value))
                except GradcliError as error:
                    reason = error
            raise Unreadable(f"{word}_{index}: {reason}")

    def listed(self, closing: str) -> list[Any]:
        values = [self.compared()]
        while self.next() == ",":
            self.take()
            values.append(self.compared())
        self.take(closing)
        return values

    def compared(self) -> Any:
        if self.next() in (r"\mathrm{True}", r"\mathrm{False}"):
            return self.take() == r"\mathrm{True}"
        value = self.sum()
        if self.next() in _COMPARED:
            value = _fitting(_COMPARED[self.take()], value, self.sum()).astype(float)
        return value

    def bracketed(self, opening: str) -> Any:
        values = self.listed(_CLOSING[opening])
        if opening == r"\left|":
            return np.abs(values[0])
        if opening == r"\left\lVert":
            below = self.take() and self.index() if self.next() == "_" else "2"
            return np.linalg.norm(np.ravel(values[0]), float(below.removesuffix("ty")))
        if opening == r"\left(" and len(values) > 1:
            return tuple(values)
        if len(values) > 1:
            return np.concatenate([np.reshape(v, (1, -1)) for v in values])
        return values[0]

    def column(self) -> Any:
        rows, mark = [[self.sum()]], self.take()
        while mark in ("&", r"\\"):
            rows.append([]) if mark == r"\\" else None
            rows[-1].append(self.sum())
            mark = self.take()
        return np.concatenate([np.hstack([np.atleast_2d(v) for v in row]) for row in rows])

    def cases(self) -> Any:
        value = self.sum()
        self.take("&")
        if self.next() == r"\text{otherwise}":
            self.take()
            self.take(r"\end{cases}")
            return value
        test = self.compared()
        self.take(r"\\")
        return np.where(test, value, self.cases())


def _plain(token: str) -> str:
    inner = re.sub(r"\\(operatorname|math..)\{(.*)\}", r"\2", token).replace(r"\_", "_")
    return re.sub(r"[\\{}]|_(?=\{)", "", inner)


def _given(value: Any, whole: bool) -> Any:
    """Return an argument as the program has it; whole numbers are dimensions and sizes."""
    if isinstance(value, (tuple, bool)):
        return tuple(_given(v, whole) for v in value) if isinstance(value, tuple) else value
    array = _flat(np.asarray(value))
    is_whole = whole and array.shape == () and float(array) == int(array)
    return int(array) if is_whole else Tensor(array)


def _array(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple(_array(v) for v in value)
    return np.asarray(value.array if isinstance(value, Tensor) else float(value))


def _fitting(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Return an operation element by element, of two of one shape or with a number."""
    if a.shape != b.shape and a.shape != () and b.shape != ():
        raise Unreadable(f"{a.shape} beside {b.shape}")
    return operation(a, b)


def _matmul(a: Any, b: Any) -> Any:
    if a.size == 1 or b.size == 1:
        a, b = (v.reshape(()) if v.size == 1 else v for v in (a, b))
        return a * b
    if a.ndim < 2 or b.ndim < 2 or a.shape[-1] != b.shape[-2]:
        raise Unreadable(f"{a.shape} times {b.shape}")
    found = a @ b
    return found.reshape(()) if found.size == 1 else found


def _is_matrix(value: Any) -> bool:
    return value.ndim == 2 and 1 not in value.shape


def _inverse(value: Any) -> Any:
    if not _is_matrix(value):
        raise Unreadable("no matrix to invert")
    return np.linalg.inv(value)


def _power(value: Any, exponent: Any) -> Any:
    if not _is_matrix(value):
        return value**exponent
    if exponent.size != 1 or value.shape[0] != value.shape[1]:
        raise Unreadable("a power of a matrix that is not square")
    return np.linalg.matrix_power(value, int(exponent))
