"""The modules of Python's library that lessons import besides: as far as they reach nothing.

There are no files, no environment and no arguments: what asks for them finds none.
"""

from __future__ import annotations

import copy
import copyreg
import errno
import json
import posixpath
import pprint
import re
import statistics
import string
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import partial
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import is_final, op_error
from gradcli.language.limits import bounded_text, check_items, check_text, check_turns, whole
from gradcli.language.machine import streams
from gradcli.language.machine.copies import Memo
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    Builtin,
    builtins_of,
    host_callable,
    type_name,
)
from gradcli.language.machine.sequences import collect
from gradcli.language.machine.unwind import own
from gradcli.language.names import files
from gradcli.language.names.attributes import (
    GETTERS,
    METHODS,
    STATIC,
    get_attribute,
    name_fields,
)
from gradcli.language.names.modules import WRITERS, Live, Module
from gradcli.language.names.written import find, written
from gradcli.numerics.memory import number_of

Table = dict[str, Any]


def _named(module: Any, names: str) -> dict[str, Callable[..., Any]]:
    return {name: vars(module)[name] for name in names.split()}


# copy


def _deepcopy(x: Any, memo: Any = None) -> Any:
    """Return a copy of a value and of everything in it; functions stay what they are."""
    if memo is not None and not isinstance(memo, dict):
        raise op_error(TypeError, f"memo must be a dict, not {type(memo).__name__}")
    known = memo if isinstance(memo, Memo) else Memo({})
    known.update(memo or {})
    return copy.deepcopy(x, known)


# json


def _dumps(
    obj: Any, *, cls: Any = None, indent: Any = None, sort_keys: bool = False, **options: Any
) -> str:
    if cls is not None:
        encoder = host_callable(cls)(indent=indent, sort_keys=sort_keys, **options)
        return str(host_callable(get_attribute(encoder, "encode"))(obj))
    for name in options:
        if name not in _DUMPED:
            raise op_error(TypeError, f"dumps() got an unexpected keyword argument '{name}'")
    if options.get("default") is not None:
        options["default"] = host_callable(options["default"])
    indent = whole(indent)
    width = indent if isinstance(indent, int) else len(indent) if isinstance(indent, str) else 0
    for separator in options.get("separators") or ():
        width += len(separator) if isinstance(separator, str) else 0
    check_items(width * check_text(obj) // 2)  # the values of a dictionary stand beside the keys
    try:
        return str(bounded_text(json.dumps(obj, indent=indent, sort_keys=sort_keys, **options)))
    except (TypeError, ValueError) as error:
        if is_final(error):
            raise
        raise op_error(type(error), str(error)) from None


_DUMPED = ["allow_nan", "check_circular", "default", "ensure_ascii", "separators", "skipkeys"]
_LOADED = ["object_hook", "object_pairs_hook", "parse_constant", "parse_float", "parse_int"]


def _loads(s: Any, **options: Any) -> Any:
    for name, value in options.items():
        if name not in _LOADED:
            raise op_error(TypeError, f"loads() got an unexpected keyword argument '{name}'")
        options[name] = value if value is None else host_callable(value)
    if not isinstance(s, str):
        kind = type(s).__name__
        raise op_error(TypeError, f"the JSON object must be str, bytes or bytearray, not {kind}")
    try:
        return json.loads(s, **options)
    except json.JSONDecodeError as error:
        kind = find("json", "JSONDecodeError")
        raise own(host_callable(kind)(error.msg, s, error.pos)) from None


def _dump(obj: Any, fp: Any, **options: Any) -> None:
    streams.write_to(fp, _dumps(obj, **options))


def _load(fp: Any, **options: Any) -> Any:
    return _loads(get_attribute(fp, "read")(), **options)


# os

_PATHS = "basename commonprefix dirname isabs join normpath split splitext"


def _paths() -> Table:
    whole = dict.fromkeys(("abspath", "realpath"), posixpath.normpath)  # there is no directory
    return builtins_of(_named(posixpath, _PATHS) | whole | files.OF_OS_PATH) | {"sep": "/"}


class Environ(MutableMapping[str, str]):
    """The variables that the program that runs has set; nothing of the real ones is told."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"environ({_environment()!r})"

    def __getitem__(self, name: str) -> str:
        return _environment()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if not isinstance(name, str) or not isinstance(value, str):
            wrong = value if isinstance(name, str) else name
            raise op_error(TypeError, f"str expected, not {type(wrong).__name__}")
        _environment()[name] = value

    def __delitem__(self, name: str) -> None:
        del _environment()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_environment())

    def __len__(self) -> int:
        return len(_environment())


Environ.__module__, Environ.__name__, Environ.__qualname__ = "os", *["_Environ"] * 2


def _environment() -> dict[str, str]:
    if STATE.environment is None:
        STATE.environment = {}
    found: dict[str, str] = STATE.environment
    return found


def _os() -> Table:
    environ = Environ()
    METHODS[Environ] = {
        name: vars(MutableMapping).get(name) or vars(Mapping)[name]
        for name in ("get", "items", "keys", "pop", "setdefault", "update", "values")
    }
    return builtins_of(files.OF_OS) | {
        "environ": environ,
        "getenv": Builtin("getenv", environ.get),
        "cpu_count": Builtin("cpu_count", lambda: 1),
        "linesep": "\n",
        "name": "posix",
        "pathsep": ":",
        "sep": "/",
    }


# statistics, string, textwrap

_STATISTICS = (
    "correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median "
    "median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance"
)
_LETTERS = (
    "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable "
    "punctuation whitespace"
)


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*data: Iterable[Any], **options: Any) -> Any:
        for items in data:
            check_turns(items)
        check_items(whole(options.get("n", 0)))
        try:
            result = function(*data, **options)
        except statistics.StatisticsError as error:
            kind = find("statistics", "StatisticsError")
            raise own(host_callable(kind)(str(error))) from None
        if isinstance(result, tuple):
            name_fields(type(result))
        return result

    return call


def _statistics() -> Table:
    """Return what the module statistics has."""
    kind = statistics.NormalDist

    def samples(normal: statistics.NormalDist, n: Any, *, seed: Any = None) -> list[float]:
        check_items(whole(n))
        return host_callable(find("statistics", "samples"))(normal, n, seed)  # type: ignore[no-any-return]

    methods = "cdf inv_cdf overlap pdf quantiles zscore"
    METHODS[kind] = {name: _of_numbers(vars(kind)[name]) for name in methods.split()}
    METHODS[kind]["samples"] = samples
    GETTERS[kind] = readers_of("mean median mode stdev variance")
    STATIC[kind] = {"from_samples": _of_numbers(lambda data, /: kind.from_samples(collect(data)))}
    CONSTRUCTORS[kind] = _of_numbers(kind)
    functions = _named(statistics, _STATISTICS)
    return (
        builtins_of({name: _of_numbers(function) for name, function in functions.items()})
        | written("statistics")
        | {"NormalDist": kind}
    )


def _dedent(text: str, /) -> str:
    return textwrap.dedent(text)


def _indent(text: str, prefix: str) -> str:
    check_items(len(text) + (text.count("\n") + 1) * len(prefix))
    return textwrap.indent(text, prefix)


_REPEATED = ("initial_indent", "subsequent_indent", "placeholder")


def _wrapped(name: str) -> Callable[..., Any]:
    """Return a function of textwrap that breaks lines, which takes its options by name."""

    def broken(text: str, width: int = 70, **options: Any) -> Any:
        check_text(text)
        added = sum(len(options.get(option, "")) for option in _REPEATED)
        check_items(len(text) * (1 + added + whole(options.get("tabsize", 8))))
        return vars(textwrap)[name](text, width, **options)

    return broken


def _text_wrap() -> Table:
    breaking = {name: _wrapped(name) for name in ("fill", "shorten", "wrap")}
    return builtins_of({"dedent": _dedent, "indent": _indent, **breaking})


# pprint


def _pformat(object: Any, indent: int = 1, width: int = 80, *args: Any, **options: Any) -> str:
    check_items(width)
    check_items(indent * check_text(object))
    text = bounded_text(pprint.pformat(object, indent, width, *args, **options))
    return _WITHIN_ITSELF.sub(lambda found: f"{found[1]}{number_of(int(found[2]))}", text)


_WITHIN_ITSELF = re.compile(r"(<Recursion on \w+ with id=)(\d{9,18})(?=>)")
"""Where Python tells an address: programs know what is there by another number."""


def _pprint(object: Any, stream: Any = None, *args: Any, **options: Any) -> None:
    streams.print_pieces(stream, "", [_pformat(object, *args, **options)], "\n")


def _pp(object: Any, *args: Any, sort_dicts: bool = False, **options: Any) -> None:
    _pprint(object, *args, sort_dicts=sort_dicts, **options)


# timeit


def _repeat(stmt: Any, *, repeat: int = 5, number: int = 1_000_000) -> list[float]:
    return [_timeit(stmt, number=number) for _ in range(repeat)]


def _timeit(stmt: Any, *, number: int = 1_000_000) -> float:
    called = host_callable(stmt)
    start = time.perf_counter()
    for _ in range(number):
        called()
    return time.perf_counter() - start


# sys


def _arguments() -> list[str]:
    if STATE.arguments is None:
        STATE.arguments = ["<program>"]
    found: list[str] = STATE.arguments
    return found


def _search_path() -> list[str]:
    """Return the list that programs add places to, where nothing is looked for."""
    if STATE.search_path is None:
        STATE.search_path = [""]
    found: list[str] = STATE.search_path
    return found


def _modules() -> Table:
    """Return the modules of the language by their names, and the program."""
    from gradcli.language.names.namespaces import PROGRAM
    from gradcli.language.names.table import MODULES  # which has this one

    return MODULES | {"__main__": PROGRAM}


def _streams() -> Table:
    METHODS[streams.Stream] = {
        "flush": lambda stream: None,
        "isatty": lambda stream: False,
        "reconfigure": lambda stream, *, encoding=None, errors=None, line_buffering=None: None,
        "write": streams.Stream.write,
        "writelines": streams.Stream.write_lines,
    }
    GETTERS[streams.Stream] = {
        "encoding": lambda stream: "utf-8",
        **readers_of("name"),
    }
    standing = {name: Live(partial(streams.standing, name)) for name in streams.STANDARD}
    return standing | {f"__{name}__": stream for name, stream in streams.STANDARD.items()}


def _put_arguments(value: Any) -> None:
    STATE.arguments = value


def _put_search_path(value: Any) -> None:
    STATE.search_path = value


WRITERS["sys"] = {
    **{name: partial(streams.put, name) for name in streams.STANDARD},
    "argv": _put_arguments,
    "path": _put_search_path,
}


def _sys() -> Table:
    from gradcli.language.names.handling import SYS

    GETTERS[type(sys.float_info)] = readers_of("dig epsilon mant_dig max min")
    return (
        SYS
        | _streams()
        | {
            "argv": Live(_arguments),
            "path": Live(_search_path),
            "modules": Live(_modules),
            "byteorder": sys.byteorder,
            "maxsize": sys.maxsize,
            "float_info": sys.float_info,
            "getsizeof": Builtin("getsizeof", _size),
            "intern": Builtin("intern", _interned),
            "platform": "linux",
            "version": ".".join(map(str, sys.version_info[:3])),
            "version_info": tuple(sys.version_info),
            "getrecursionlimit": Builtin("getrecursionlimit", lambda: 1000),
            "setrecursionlimit": Builtin("setrecursionlimit", lambda limit, /: None),
        }
    )


def _size(object: Any, /) -> int:
    """Return the bytes of one of Python's own values."""
    if not isinstance(object, _SIZED):
        kind = type_name(object)
        raise op_error(TypeError, f"the language leaves out the size of '{kind}' objects")
    return sys.getsizeof(object)


_SIZED = (int, float, complex, str, bytes, list, tuple, dict, set, frozenset, range, type(None))


def _interned(string: Any, /) -> Any:
    if not isinstance(string, str):
        raise TypeError(f"intern() argument must be str, not {type_name(string)}")
    return string


def _refuse_copy(value: Any) -> str:
    raise op_error(TypeError, f"cannot pickle '{type(value).__name__}' object")


copyreg.pickle(Module, _refuse_copy)


TABLES: dict[str, Callable[[], Table]] = {
    "copy": lambda: builtins_of({"copy": copy.copy, "deepcopy": _deepcopy}),
    "errno": lambda: {name: value for name, value in vars(errno).items() if name.startswith("E")},
    "json": lambda: (
        builtins_of({"dump": _dump, "dumps": _dumps, "load": _load, "loads": _loads})
        | written("json")
    ),
    "os": _os,
    "os.path": _paths,
    "pprint": lambda: builtins_of({"pformat": _pformat, "pp": _pp, "pprint": _pprint}),
    "statistics": _statistics,
    "string": lambda: {
        **{name: vars(string)[name] for name in _LETTERS.split()},
        "capwords": Builtin("capwords", string.capwords),
        **written("string"),
    },
    "sys": _sys,
    "textwrap": _text_wrap,
    "timeit": lambda: builtins_of(
        {"timeit": _timeit, "repeat": _repeat, "default_timer": time.perf_counter}
    ),
}
