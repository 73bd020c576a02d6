"""Write the type stubs of gradcli from the operator table.

The table says what operators are called, what they take and what they give; `forms.pyi` says it of
those whose result depends on the arguments, and `torch.pyi` of everything else that is in
`gradcli`. The stubs of the modules that have no operators are written by hand where they belong.
"""

from __future__ import annotations

import ast
import keyword
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from inspect import cleandoc
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import gradcli.ops  # noqa: F401  (fills the table)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics.dtypes import CASTS, DTYPES
from gradcli.operators.converters import CONVERTERS
from gradcli.operators.infix import INFIX, PREFIX
from gradcli.operators.op import Op
from gradcli.operators.signature import REQUIRED, Parameter

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "gradcli"
STDIN = PACKAGE / "stub.pyi"  # the name tells ruff whose configuration to take
HEAD = "# Written by `python docs/build.py` from the operator table; a test keeps it current.\n"

TYPES = {
    "Any": "Any",
    "Array": "Tensor",
    "Array | Number": "Tensor | _Number",
    "Array | Real": "Tensor | _Number",
    "Array | int": "Tensor | _int",
    "Array | Dims": "Tensor | _Ints",
    "Array | Arrays": "Tensor | _Tensors",
    "Arrays": "_Tensors",
    "ArrayArgs": "_Tensors",
    "Args": "Any",
    "Number": "_Number",
    "bool": "_bool",
    "int": "_int",
    "float": "_Real",
    "Bound": "_Number",
    "Real": "_Real",
    "str": "_str",
    "Ints": "_Ints",
    "Ints | str": "_Ints | _str",
    "Dims": "_Ints",
    "Dims | bool": "_Ints",
    "DType": "_DType",
    "Generator": "Generator",
    "Sizes": "_Sizes",
    "int | Sizes": "_Ints",
}
"""For each annotation that a declaration can have, what a type checker calls it."""

KEYWORDS = {
    "dim": "_int",
    "driver": "_str | None",
    "kernel_size": "_Ints",
    "padding": "_Ints",
    "reduction": "_str",
    "split_size": "_Ints",
    "stride": "_Ints | None",
}
"""Types of parameters that a declaration leaves open, because it words the refusal itself."""

RESULTS = {
    **dict.fromkeys(("std", "var"), "Tensor"),
    **dict.fromkeys(
        ("adaptive_max_pool1d_with_indices", "std_mean", "var_mean"), "tuple[Tensor, Tensor]"
    ),
    **dict.fromkeys(("split_copy", "split_with_sizes_copy", "unbind_copy"), "tuple[Tensor, ...]"),
}
"""What operators give whose body, which they share with others, does not say it."""

CREATION = (
    "device: _Device | None = None",
    "layout: _Mark | None = None",
    "pin_memory: _bool = False",
)
MEMORY_FORMAT = "memory_format: _Mark | None = None"
REORDERED = ("clone", "contiguous")  # which, as all that is like a tensor, take a memory format
SYNONYMS = {"dim": "axis", "keepdim": "keepdims"}
INTO = {"torch", "linalg", "special", "fft"}  # namespaces whose functions take ``out``

TORCH = (HERE / "torch.pyi").read_text(encoding="utf-8")
BUILTINS = {"_bool", "_complex", "_float", "_int", "_str"}
TYPING = {"Any", "Literal", "overload"}


class Form(NamedTuple):
    """One way to call a function: its parameters as a stub writes them, and the result."""

    positional: tuple[str, ...]
    keywords: tuple[str, ...]
    result: str

    def signature(self) -> str:
        """Return what stands after the name."""
        star = ("*",) if self.keywords and not any(p[0] == "*" for p in self.positional) else ()
        return f"({', '.join((*self.positional, *star, *self.keywords))}) -> {self.result}"


# From declarations to forms


def forms(op: Op) -> list[Form]:
    """Return the ways to call an operator as a function, the plainest first."""
    if op.name in BY_HAND:
        return BY_HAND[op.name]
    parameters = op.parameters.by_keyword.values()
    form = Form(
        tuple(written(p) for p in parameters if not p.keyword_only),
        (*(written(p) for p in parameters if p.keyword_only), *_further_keywords(op)),
        result(op),
    )
    flag = next((p for p in form.positional if p.startswith("return_indices")), None)
    if flag is not None:
        return _with_and_without(form, flag)
    if op.parameters.series >= 0:
        return [Form(("*tensors: Tensor",), form.keywords, form.result), form]
    return [form]


def written(p: Parameter) -> str:
    """Return a parameter as a stub writes it."""
    name = p.keyword + "_" * keyword.iskeyword(p.keyword)
    kind = TYPES[p.accepts.removesuffix(" | None")] + " | None" * p.optional
    kind = KEYWORDS.get(p.keyword, kind) if p.accepts == "Any" else kind
    if p.default is REQUIRED:
        return f"{name}: {kind}"
    if p.default is None and "None" not in kind and kind != "Any":
        kind += " | None"
    simple = isinstance(p.default, (bool, int, str, type(None)))
    finite = isinstance(p.default, float) and abs(p.default) < float("inf")
    return f"{name}: {kind} = {repr(p.default) if simple or finite else '...'}"


def result(op: Op) -> str:
    """Return what an operator gives, as a stub writes it."""
    if op.fields:
        return class_name(op.fields)
    given = RESULTS.get(op.name, op.parameters.body.__annotations__.get("return", "Any"))
    if given == "Any" and "return_indices" not in op.parameters.by_keyword:
        raise SystemExit(f"RESULTS, or docs/stubs/forms.pyi, must say what {op.name} returns")
    return re.sub(r"\b(Array|Value)\b", "Tensor", given).replace("bool", "_bool")


def class_name(fields: Iterable[str]) -> str:
    """Return the name of the class of results that have these fields."""
    return "_" + "".join(f[0].upper() + f[1:] for name in fields for f in name.split("_"))


def _further_keywords(op: Op) -> Iterator[str]:
    """Yield what every operator of a kind takes, and NumPy's names of parameters."""
    if op.creation:
        yield from CREATION
    if op.name.endswith("_like") or op.name in REORDERED:
        yield MEMORY_FORMAT
    for p in op.parameters.by_keyword.values():
        other = SYNONYMS.get(p.keyword)
        if other is not None and p.default is not REQUIRED:
            yield written(p).replace(p.keyword, other, 1)


def _with_and_without(form: Form, flag: str) -> list[Form]:
    """Return the forms of a function that a flag makes return places as well."""
    name = flag.partition(":")[0]
    off = tuple(p if p != flag else f"{name}: Literal[False] = False" for p in form.positional)
    before = tuple(p for p in form.positional if p != flag)
    asked = (f"{name}: Literal[True]", *form.keywords)
    return [Form(off, form.keywords, "Tensor"), Form(before, asked, "tuple[Tensor, Tensor]")]


def spread(op: Op) -> list[Form]:
    """Return the form in which sizes are given one by one, as in ``x.view(2, 3)``, or none."""
    signature = op.parameters
    if not signature.gathers or len(signature.positional) != len(signature.operands) + 1:
        return []
    form = forms(op)[0]
    slash = ("/",) if len(form.positional) == 1 else ()
    sizes = (*form.positional[:-1], "size: _int", *slash, "*sizes: _int")
    return [form._replace(positional=sizes)]


def renamed(op: Op) -> list[Form]:
    """Return the forms in which required parameters bear NumPy's names, if there are such."""
    required = [p.keyword for p in op.parameters.by_keyword.values() if p.default is REQUIRED]
    if "dim" not in required:
        return []
    form = forms(op)[0]
    given = next(p for p in form.positional if p.startswith("dim:"))
    before = form.positional[: form.positional.index(given)]
    after = form.positional[len(before) + 1 :]
    return [Form(before, (given.replace("dim", "axis", 1), *after, *form.keywords), form.result)]


# The places of an operator


def as_function(op: Op, namespace: str) -> list[Form]:
    """Return the forms of the function in a namespace."""
    found = [*forms(op), *(spread(op) if not op.parameters.operands else []), *renamed(op)]
    if namespace == "F" and getattr(OPS.find("F", op.name), "python", None) == ("inplace",):
        return [f._replace(positional=(*f.positional, "inplace: _bool = False")) for f in found]
    return found if op.view or namespace not in INTO else list(map(_into, found))


def _into(form: Form) -> Form:
    """Let a function write into tensors that there are."""
    has_one = any(p.startswith("out:") for p in form.positional)
    if has_one or form.result in ("_bool", "Any") or "..." in form.result:
        return form
    kind = "Tensor" if form.result == "Tensor" else "tuple[Tensor, ...]"
    return form._replace(keywords=(*form.keywords, f"out: {kind} | None = None"))


def as_method(op: Op, first: str = "self") -> list[Form]:
    """Return the forms of the method, the tensor first."""
    found = [*forms(op), *spread(op), *renamed(op)]
    return [f._replace(positional=(first, *f.positional[1:])) for f in found]


def in_place(op: Op, first: str = "self") -> list[Form]:
    """Return the forms of the method, or the function, that overwrites."""
    return [form._replace(result="Tensor") for form in as_method(op, first)]


def functions(namespace: str) -> Iterator[str]:
    """Yield the definition of every function in a namespace."""
    for op in operators():
        for name in op.names_in(namespace):
            yield define(name, as_function(op, namespace), op.doc)
            own = op.inplace is not None and namespace in {"torch", "F"} & op.where
            if own and OPS.find(namespace, name + "_") is not None:
                yield define(name + "_", in_place(op, "input: Tensor"), op.doc)
            if namespace == "F" and "max_pool" in name and "unpool" not in name:
                _, both = forms(op)
                always = both._replace(keywords=both.keywords[1:])
                yield define(name + "_with_indices", [always], op.doc)


def methods() -> Iterator[str]:
    """Yield the definition of every method and attribute of a tensor that is an operator."""
    for op in operators():
        for name in op.names_in("attribute"):
            yield "@property\n" + define(name, [Form(("self",), (), result(op))], op.doc)
        for name in op.names_in("Tensor"):
            yield define(name, as_method(op), op.doc)
        if op.inplace is not None:
            for name in dict.fromkeys((*op.names_in("Tensor"), *op.names_in("in-place"))):
                yield define(name + "_", in_place(op), op.doc)
    for name in CASTS:
        yield define(name, [Form(("self",), (MEMORY_FORMAT,), "Tensor")])
    yield from signs()


def signs() -> Iterator[str]:
    """Yield the definition of every sign of Python that tensors have."""
    for name in PREFIX:
        yield define(f"__{name}__", [Form(("self",), (), "Tensor")])
    declared = {op.infix: op for op in operators() if "Tensor" in op.where}
    for sign, name in INFIX.items():
        other = written(list(declared[sign].parameters.by_keyword.values())[1])
        other = "Tensor | _Number" if "_Number" in other else "Tensor"
        numbers = {"/": "_Number | _Array", "@": "Tensor"}.get(sign, "_Number")
        kinds = {"": other, "r": numbers}
        if sign[0] not in "<>=!" or sign in ("<<", ">>"):
            kinds["i"] = other
        for prefix, kind in kinds.items():
            if hasattr(Tensor, f"__{prefix}{name}__"):
                yield _sign(f"__{prefix}{name}__", kind)


def _sign(name: str, other: str) -> str:
    if name in ("__eq__", "__ne__"):  # Python's own give bools
        return f"def {name}(self, other: Any) -> Tensor: ...  # type: ignore[override]"
    return define(name, [Form(("self", f"other: {other}", "/"), (), "Tensor")])


def operators() -> list[Op]:
    """Return gradcli's own operators, not those of other packages."""
    own = [op for op in OPS.load_all().values() if op.module.startswith("gradcli.ops.")]
    return sorted(own, key=lambda op: op.name)


def define(name: str, found: list[Form], doc: str = "") -> str:
    """Return the definition of a function that can be called in some ways."""
    decorator = "@overload\n" if len(found) > 1 else ""
    text = indent(cleandoc(doc), "    ").lstrip()
    lines = [f"{decorator}def {name}{form.signature()}: ..." for form in found]
    if text:
        lines[0] = lines[0].removesuffix(" ...") + f'\n    """{text}"""\n'
    return "\n".join(lines)


# What is written by hand


def _read_forms() -> dict[str, list[Form]]:
    found: dict[str, list[Form]] = {}
    for node in ast.parse((HERE / "forms.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(_form(node))
    return found


def _form(node: ast.FunctionDef) -> Form:
    given = node.args
    names = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(names) - len(given.defaults)) + given.defaults
    positional = [_text(arg, value) for arg, value in zip(names, defaults, strict=True)]
    if given.posonlyargs:
        positional.insert(len(given.posonlyargs), "/")
    if given.vararg is not None:
        positional.append("*" + _text(given.vararg, None))
    keywords = map(_text, given.kwonlyargs, given.kw_defaults)
    assert node.returns is not None
    return Form(tuple(positional), tuple(keywords), ast.unparse(node.returns))


def _text(arg: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(arg) + ("" if default is None else f" = {ast.unparse(default)}")


BY_HAND = _read_forms()


def _known_names(text: str, kind: str | None = None) -> set[str]:
    """Return the names that are defined in a stub, or in a class of it."""
    body = ast.parse(text).body
    if kind is not None:
        body = next(n.body for n in body if isinstance(n, ast.ClassDef) and n.name == kind)
    aliases = {ast.unparse(n.target) for n in body if isinstance(n, ast.AnnAssign)}
    return aliases | {n.name for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}


# The stubs


def torch_stub() -> str:
    """Return the stub of gradcli itself."""
    text, known, members = TORCH, _known_names(TORCH), _known_names(TORCH, "Tensor")
    fields = dict.fromkeys(op.fields for op in operators() if op.fields)
    results = {class_name(names): names for names in fields}
    parts = {
        "fields": [
            "\n    ".join([f"class {name}(NamedTuple):", *(f"{f}: Tensor" for f in results[name])])
            for name in sorted(results.keys() - known)
        ],
        "dtypes": [f"{name}: dtype" for name in DTYPES],
        "methods": [text for text in methods() if _name_of(text) not in members],
        "functions": [text for text in functions("torch") if _name_of(text) not in known],
        "windows": ["@staticmethod\n" + text for text in functions("signal.windows")],
    }
    for mark, definitions in parts.items():
        before, after = re.split(rf"# {mark}\n", text)
        margin = before[before.rindex("\n") + 1 :]
        text = before + indent("\n".join(definitions), margin).lstrip() + "\n" + after
    return text[text.index("from builtins") :]


def _name_of(definition: str) -> str:
    found = re.search(r"^(?:def|class) (\w+)", definition, re.M)
    assert found is not None
    return found[1]


BESIDE = {"linalg": ["class LinAlgError(RuntimeError): ..."]}
"""What modules have beside operators."""


def module_stub(namespace: str) -> str:
    """Return the stub of a module of operators."""
    body = "\n".join([*BESIDE.get(namespace, ()), *functions(namespace)])
    used = set(re.findall(r"\w+", body))
    names = {name for name in _known_names(torch_stub()) if name[0] == "_" or name[0].isupper()}
    imports = [f"from builtins import {name[1:]} as {name}" for name in used & BUILTINS]
    imports += [f"from typing import {name}" for name in used & TYPING]
    imports += [f"from gradcli import {name}" for name in used & names - BUILTINS]
    return "\n".join([*imports, body])


STUBS: dict[str, Callable[[], str]] = {
    "__init__.pyi": torch_stub,
    "nn/functional.pyi": partial(module_stub, "F"),
    **{f"{name}.pyi": partial(module_stub, name) for name in ("fft", "linalg", "special")},
}
"""For each file that is written: what gives its text."""


def formatted(text: str) -> str:
    """Return a stub as ruff formats it."""
    for command in (["check", "--fix-only", "--select=I"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--quiet", f"--stdin-filename={STDIN}", "-"]
        run = subprocess.run(ruff, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        text = run.stdout
    return text


def stubs() -> dict[Path, str]:
    """Return every file that is written and its text."""
    missing = CONVERTERS.keys() - TYPES.keys()
    if missing:
        raise SystemExit(f"TYPES lacks annotations of operators: {sorted(missing)}")
    stale = {*BY_HAND, *RESULTS} - OPS.load_all().keys()
    if stale:
        raise SystemExit(f"RESULTS, or docs/stubs/forms.pyi, name no operators: {sorted(stale)}")
    return {PACKAGE / name: formatted(HEAD + write()) for name, write in STUBS.items()}
