"""``argparse`` for programs: what arguments there may be, and their values where none are given.

A program that runs has no arguments of its own; those that it writes down in a list are parsed. No
usage is shown: what is wrong with a list ends the program, as it does in Python.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.machine.descriptors import NativeMethod, members_of, readers_of
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, host_callable, type_name
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import collect
from gradcli.language.machine.unwind import own
from gradcli.language.names import attributes
from gradcli.language.names.records import NAMESPACE

SUPPRESS = "==SUPPRESS=="

NAMESPACES = Class(
    "Namespace",
    (NAMESPACE,),
    {
        "__module__": "argparse",
        "__doc__": None,
        "__hash__": None,
        "__contains__": NativeMethod("__contains__", lambda self, key, /: key in self.attributes),
    },
    fixed=True,
)

BOOLEAN = "BooleanOptionalAction"
_NO_VALUE = {"store_true": True, "store_false": False, "store_const": None, "count": None}
_USUAL = {"store_true": False, "store_false": True, "help": SUPPRESS, "version": SUPPRESS}
_ACTIONS = (*_NO_VALUE, "store", "append", "append_const", "extend", "help", "version", BOOLEAN)
_OPTIONS = "action default dest deprecated help required"
_CONSTANT = f"{_OPTIONS} const metavar"
_VALUED = f"{_CONSTANT} choices nargs type"
_TAKEN = {
    **dict.fromkeys(("store", "append", "extend"), _VALUED),
    **dict.fromkeys(("store_const", "append_const"), _CONSTANT),
    BOOLEAN: f"{_OPTIONS} choices metavar type",
    "version": f"{_OPTIONS} version",
}
"""What may be said of an argument besides ``_OPTIONS``, by its action."""
_MANY = ("*", "+")


class Argument:
    """One argument: its spellings, where its value goes, and how it is made of texts."""

    __slots__ = (
        "action",
        "choices",
        "const",
        "default",
        "dest",
        "flags",
        "kind",
        "nargs",
        "needed",
    )

    def __init__(self, flags: tuple[str, ...], options: dict[str, Any]) -> None:
        self.action = options.get("action") or "store"
        if not isinstance(self.action, str) or self.action not in _ACTIONS:
            raise ValueError(f'unknown action "{self.action}"')
        for name in options:
            if name not in _TAKEN.get(self.action, _OPTIONS).split():
                kind = f"_{self.action.title().replace('_', '')}Action"
                kind = BOOLEAN if self.action == BOOLEAN else kind
                message = f"{kind}.__init__() got an unexpected keyword argument '{name}'"
                raise TypeError(message)
        self.flags = flags if flags and flags[0].startswith("-") else ()
        if self.action == BOOLEAN:
            self.flags += tuple(f"--no-{flag[2:]}" for flag in self.flags if flag[:2] == "--")
        self.dest = options.get("dest") or _destination(flags)
        if not isinstance(self.dest, str):
            raise TypeError(f"dest is a text, not {type_name(self.dest)}")
        choices = options.get("choices")
        self.choices = choices if choices is None else collect(choices)
        self.nargs = nargs = options.get("nargs")
        if nargs not in (None, "?", *_MANY) and not (isinstance(nargs, int) and nargs > 0):
            raise ValueError(f"invalid nargs value: {nargs!r}")
        self.kind = options.get("type")
        if self.kind is not None:
            self.kind = host_callable(self.kind)
        self.const = options.get("const", _NO_VALUE.get(self.action))
        usual: Any = _USUAL.get(self.action)
        if not self.flags and nargs == "*":
            usual = []
        self.default = options.get("default", usual)
        optional = self.nargs in ("?", "*")
        self.needed = bool(options.get("required", not self.flags and not optional))

    @property
    def takes(self) -> bool:
        """Tell whether texts belong to it."""
        return self.action in ("store", "append", "extend")

    def value_of(self, text: str, parser: Parser) -> Any:
        """Return what one text stands for."""
        value = text
        if self.kind is not None:
            try:
                value = self.kind(text)
            except (TypeError, ValueError):
                name = getattr(self.kind, "__name__", repr(self.kind))
                raise parser.wrong(f"{self.named()}: invalid {name} value: {text!r}") from None
        if self.choices is not None and value not in self.choices:
            known = ", ".join(map(repr, self.choices))
            raise parser.wrong(f"{self.named()}: invalid choice: {value!r} (choose from {known})")
        return value

    def named(self) -> str:
        """Return its name in a message."""
        return f"argument {'/'.join(self.flags) or self.dest}"

    def default_of(self, parser: Parser) -> Any:
        """Return its value where it is not given; a text is read as if it were."""
        text = isinstance(self.default, str) and self.kind is not None
        return self.value_of(self.default, parser) if text else self.default


def _destination(flags: tuple[str, ...]) -> str:
    """Return the name of the value: that of the first long spelling."""
    long = next((flag for flag in flags if flag.startswith("--")), flags[0] if flags else "")
    name = long.lstrip("-")
    if not name:
        raise ValueError("dest= is required for options like " + repr("".join(flags)))
    return name.replace("-", "_") if long.startswith("-") else name


_UNSHOWN = (
    "add_help allow_abbrev argument_default conflict_handler epilog exit_on_error formatter_class "
    "fromfile_prefix_chars parents prefix_chars"
)
"""What a parser may be given besides; most of it changes only what help shows."""


class Parser:
    """``argparse.ArgumentParser``."""

    def __init__(self, prog: Any = None, usage: Any = None, description: Any = None, **more: Any):
        for name in more.keys() - set(_UNSHOWN.split()):
            message = f"ArgumentParser.__init__() got an unexpected keyword argument '{name}'"
            raise TypeError(message)
        self.usual = more.get("argument_default")
        self.prog = "<program>" if prog is None else str(prog)
        self.description = description
        self.arguments: list[Argument] = []
        self.defaults: dict[str, Any] = {}
        for parent in more.get("parents", ()):
            self.arguments += parent.arguments
            self.defaults |= parent.defaults

    def __repr__(self) -> str:
        return f"ArgumentParser(prog={self.prog!r})"

    def wrong(self, message: str) -> BaseException:
        """Return what ends the program."""
        return own(SystemExit(f"{self.prog}: error: {message}"))

    def add_argument(self, *flags: Any, **options: Any) -> None:
        """Add an argument."""
        if not all(isinstance(flag, str) for flag in flags):
            raise TypeError("names of arguments are texts")
        taken = {flag for argument in self.arguments for flag in argument.flags}
        both = [flag for flag in flags if flag in taken or flag in ("-h", "--help")]
        if both:
            listed = ", ".join(both)
            string = "strings" if len(both) > 1 else "string"
            message = f"argument {'/'.join(flags)}: conflicting option {string}: {listed}"
            raise op_error(ValueError, message)
        usual = {} if self.usual is None else {"default": self.usual}
        self.arguments.append(Argument(flags, usual | options))

    def add_argument_group(self, *_: Any, **__: Any) -> Parser:
        """Return what takes arguments: a group is only shown apart."""
        return self

    def set_defaults(self, **defaults: Any) -> None:
        """Set values where none are given."""
        self.defaults |= defaults
        for argument in self.arguments:
            if argument.dest in defaults:
                argument.default = defaults[argument.dest]

    def get_default(self, dest: str) -> Any:
        """Return a value where none is given."""
        found = [a.default for a in self.arguments if a.dest == dest and a.default is not None]
        return found[0] if found else self.defaults.get(dest)

    def error(self, message: Any) -> None:
        """End the program."""
        raise self.wrong(str(message))

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the values of all arguments."""
        found, more = self.parse_known_args(args, namespace)
        if more:
            raise self.wrong(f"unrecognized arguments: {' '.join(more)}")
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Return the values of arguments, and the texts that belong to none."""
        texts = list((STATE.arguments or [])[1:] if args is None else args)
        if not all(isinstance(text, str) for text in texts):
            wrong = next(text for text in texts if not isinstance(text, str))
            raise TypeError(f"arguments are texts, not {type_name(wrong)}")
        result = NAMESPACES() if namespace is None else namespace
        if not NAMESPACES.__instancecheck__(result):
            raise TypeError(f"a namespace was expected, not {type_name(result)}")
        values: dict[str, Any] = result.attributes
        for argument in self.arguments:
            if argument.action in ("help", "version") or argument.default == SUPPRESS:
                continue
            values.setdefault(argument.dest, argument.default)
        for name, default in self.defaults.items():
            values.setdefault(name, default)
        given, more = self._read(texts, values)
        absent = [a for a in self.arguments if a.needed and a not in given]
        if absent:
            names = ", ".join("/".join(a.flags) or a.dest for a in absent)
            raise self.wrong(f"the following arguments are required: {names}")
        for argument in [a for a in self.arguments if a not in given and a.default != SUPPRESS]:
            if values.get(argument.dest) is argument.default:
                values[argument.dest] = argument.default_of(self)
        return result, more

    def _read(self, texts: list[str], values: dict[str, Any]) -> tuple[list[Argument], list[str]]:
        """Take texts as values; return the arguments that had some, and what is left."""
        given: list[Argument] = []
        loose: list[str] = []
        place = 0
        while place < len(texts):
            flag, has_value, value = texts[place].partition("=")
            argument = next((a for a in self.arguments if flag in a.flags), None)
            place += 1
            if argument is None:
                loose.append(texts[place - 1])
                continue
            end = place
            while end < len(texts) and not self._is_flag(texts[end]):
                end += 1
            own_texts = [value] if has_value else texts[place:end]
            used = self._store(argument, flag, own_texts, values)
            place += 0 if has_value else used
            given.append(argument)
        for argument in [a for a in self.arguments if not a.flags]:
            plain = [text for text in loose if not self._is_flag(text)]
            taken = plain[: self._store(argument, "", plain, values)] if plain else []
            given += [argument] if taken else []
            for text in taken:
                loose.remove(text)
        return given, loose

    def _is_flag(self, text: str) -> bool:
        known = any(text.partition("=")[0] in argument.flags for argument in self.arguments)
        number = text[1:].replace(".", "", 1).isdigit()
        return known or (len(text) > 1 and text.startswith("-") and not number)

    def _store(
        self, argument: Argument, flag: str, texts: list[str], values: dict[str, Any]
    ) -> int:
        """Set the value of an argument by texts; return how many belong to it."""
        dest, old = argument.dest, values.get(argument.dest)
        if not argument.takes:
            if argument.action == "count":
                values[dest] = (old or 0) + 1
            elif argument.action == "append_const":
                values[dest] = [*(old or []), argument.const]
            elif argument.action == BOOLEAN:
                values[dest] = not flag.startswith("--no-")
            elif argument.action in _NO_VALUE:
                values[dest] = argument.const
            return 0
        count = self._count(argument, len(texts))
        found = [argument.value_of(text, self) for text in texts[:count]]
        several = argument.nargs in _MANY or isinstance(argument.nargs, int)
        value: Any = found if several else found[0] if found else argument.const
        if argument.action == "append":
            value = [*(old or []), value]
        elif argument.action == "extend":
            value = [*(old or []), *(value if several else [value])]
        values[dest] = value
        return count

    def _count(self, argument: Argument, there: int) -> int:
        """Return how many of some texts belong to an argument."""
        nargs = argument.nargs
        if isinstance(nargs, int):
            if there < nargs:
                s = "s" if nargs != 1 else ""
                raise self.wrong(f"{argument.named()}: expected {nargs} argument{s}")
            return nargs
        if nargs in (*_MANY, "?"):
            if nargs == "+" and not there:
                raise self.wrong(f"{argument.named()}: expected at least one argument")
            return min(there, 1) if nargs == "?" else there
        if not there:
            raise self.wrong(f"{argument.named()}: expected one argument")
        return 1


Parser.__module__, Parser.__name__, Parser.__qualname__ = (
    "argparse",
    "ArgumentParser",
    "ArgumentParser",
)

_METHODS = (
    "add_argument add_argument_group error get_default parse_args parse_known_args set_defaults"
)
CONSTRUCTORS[Parser] = Parser
attributes.METHODS[Parser] = members_of(Parser, _METHODS) | {
    "add_mutually_exclusive_group": Parser.add_argument_group
}
attributes.GETTERS[Parser] = readers_of("prog description")


def _nothing(*_: Any, **__: Any) -> None:
    """Be a way to format help, which is not shown."""


_FORMATTERS = "ArgumentDefaultsHelpFormatter HelpFormatter RawDescriptionHelpFormatter"

TABLE: dict[str, Any] = {
    "ArgumentParser": Parser,
    "ArgumentTypeError": ValueError,
    "BooleanOptionalAction": BOOLEAN,
    "Namespace": NAMESPACES,
    "REMAINDER": "...",
    "SUPPRESS": SUPPRESS,
    **{name: Builtin(name, _nothing) for name in _FORMATTERS.split()},
}
"""What the module argparse has."""
