"""The compiled form of programs: blocks of steps, and the frames that they run in.

A *step* is a function of the frame that has no say in what runs next. A *block* is a run of steps
and one *end*, which returns the frame and the block to go on with. A *frame* maps registers to
values: variables under their names, values on their way under small numbers, literals under their
AST nodes. This module knows these shapes. It does not know how programs become blocks
(``compile``) or who runs them (``machine``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, Self

from gradcli.syntax import nodes

Register = str | int | nodes.Node
Step = Callable[["Frame"], None]
Next = tuple["Frame | None", Any]
End = Callable[["Frame"], Next]
"""Returns where to go on; a frame of None ends the run, with the value beside it as its result."""

RESULT = -1
"""The register that holds the value of a program's last statement."""


ALL = ""
"""Stands for all names, where programs may write variables by their names."""


LIBRARY = "<library>"
"""The file that parts of Python's library are said to be in that are written in the language."""


ENDED = "exit"
"""The code of a diagnostic that is none: the program has ended itself, and nothing was wrong."""


class Runner(Protocol):
    """What a frame asks of the machine that it runs on; ``machine`` has the whole."""

    runs: int
    steps: int
    pause: int
    ended: BaseException | None
    limits: Any
    relied_on: dict[str, list[Code]]

    def run(self, frame: Frame | None, block: Any) -> Any:
        """Run from a block on, until the frame's function returns; return its value."""

    def tick(self) -> None:
        """Count a block, and look at the limits now and then."""

    def print(self, *values: Any, end: Any = "\n") -> None:
        """Print values as Python does."""


class Site(NamedTuple):
    """What a step is for, and the registers of its operands: all that a message needs.

    ``tested`` tells that the one operand is the value of the node itself, whose truth decides.
    """

    node: nodes.Node | None
    operands: tuple[Register, ...] = ()
    tested: bool = False


class Region(NamedTuple):
    """What is around a block of a program where something may be raised, or is being handled.

    What is raised goes into ``register``, and the frame goes on at ``handler``; where there is
    none, the region ``outer`` decides. ``handled`` is the register of what is being handled here.
    """

    outer: Region | None
    handler: Block | None = None
    register: Register = 0
    handled: Register | None = None


class Block:
    """Steps to take one after the other, and where to go then.

    ``sites`` tells what each step is for, and ``site`` the same of the end. ``constructed`` is the
    block that comes before this one where a class was called. ``region`` is what is around.
    ``again`` tells that it stands in a loop, and ``fused`` goes on here in a function of the host
    that does all of it at once (``fused``).
    """

    __slots__ = ("again", "constructed", "end", "fused", "region", "site", "sites", "steps")
    end: End
    constructed: Block

    def __init__(self) -> None:
        self.again = False
        self.fused: Callable[[Frame, int], Next] | None = None
        self.steps: tuple[Step, ...] = ()
        self.sites: tuple[Site, ...] = ()
        self.site = Site(None)
        self.region: Region | None = None


class Code:
    """A program or the body of a function.

    ``around`` is the code that it stands in; the program itself has no name.
    ``inline`` marks comprehensions, which are functions only underneath and appear in no message;
    ``lazy`` those whose elements are made on demand, and ``ends`` such that do something when they
    are given up. ``words`` are the rare words of the program that the compiler must look for, and
    ``shared`` the names that may change while a statement runs. ``direct`` is a function of
    the host that does the same (``fused``): it takes as many arguments as ``arity`` says, if that
    is plain, and else what ``bind`` makes of them for ``names``. ``straight`` is a program without
    functions and loops: such code learns nothing of who runs it, so that others may run it too.
    """

    __slots__ = (
        "arity",
        "around",
        "blocks",
        "constants",
        "direct",
        "doc",
        "ends",
        "entry",
        "inline",
        "lazy",
        "module",
        "name",
        "names",
        "parameters",
        "positional",
        "resumes",
        "returns",
        "shared",
        "straight",
        "text",
        "words",
        "written",
    )

    def __init__(
        self, name: str, around: Code | None, *, inline: bool = False, lazy: bool = False
    ) -> None:
        self.name = name
        self.around = around
        # The program and its file's name.
        self.text: tuple[str, str] = around.text if around is not None else ("", "")
        self.module: nodes.Module | None = around.module if around is not None else None
        self.inline = inline
        self.lazy = lazy
        self.ends = False
        self.straight = False
        self.words: frozenset[str] = around.words if around is not None else frozenset()
        self.shared: set[str] = around.shared if around is not None else set()
        self.doc: str | None = None
        self.returns: nodes.Expr | None = None  # the annotation of the result
        self.take(())
        self.constants: dict[Register, Any] = {}
        self.entry = Block()
        self.blocks: list[Block] = []
        self.written = 0  # how often ``fused`` has made functions of them
        self.direct: Callable[..., Any] | None = None
        self.resumes: dict[Block, int] = {}  # the places where ``direct`` goes on with a generator
        self.arity = -1
        self.names: tuple[str, ...] = ()

    def forget(self) -> None:
        """Do step by step again what has been written as functions of the host."""
        self.direct, self.arity = None, -1
        for block in self.blocks:
            block.fused = None

    def take(self, parameters: tuple[nodes.Parameter, ...]) -> None:
        """Take parameters; ``positional`` are their names if none is of a special kind."""
        self.parameters = parameters
        plain = not any(p.kind or p.keyword_only or p.positional_only for p in parameters)
        self.positional = tuple([p.name for p in parameters]) if plain else None

    @property
    def qualified(self) -> str:
        """Return the name with those of the functions around it, as Python's messages give it."""
        parts: list[str] = []
        code: Code | None = self
        while code is not None and code.name:
            if parts and not code.inline:
                parts.append("<locals>")
            parts.append(code.name)
            code = code.around
        return ".".join(reversed(parts))


class Frame(dict[Any, Any]):
    """The registers of a call under way, and the way back to its caller."""

    __slots__ = ("block", "caller", "code", "contexts", "depth", "outer", "site", "target")
    code: Code
    outer: Frame | None
    caller: Frame | None
    target: Register
    block: Block | None
    site: nodes.Node | None
    depth: int
    contexts: list[Any] | None

    def called(
        self,
        code: Code,
        outer: Frame | None,
        caller: Frame | None = None,
        target: Register = 0,
        block: Block | None = None,
        site: nodes.Node | None = None,
    ) -> Self:
        """Make this the frame of a call, which has the constants of the code; return it.

        ``outer`` is the frame that the function was defined in, for the variables of enclosing
        functions. The caller goes on at ``block``, with the result in its register ``target``;
        there is no caller where the host called. ``site`` is the call in the program's text.
        """
        self.code = code
        self.outer = outer
        self.caller = caller
        self.target = target
        self.block = block
        self.site = site
        self.depth = 0 if caller is None else caller.depth + 1
        self.contexts = None
        return self

    @property
    def outermost(self) -> Globals:
        """Return the variables of the program that the frame belongs to."""
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        assert isinstance(scope, Globals)
        return scope

    @property
    def machine(self) -> Runner:
        """Return the machine that the program runs on."""
        return self.outermost.owner

    def __missing__(self, name: str) -> Any:
        raise UnboundLocalError(
            f"cannot access local variable '{name}' where it is not associated with a value",
            name=name,
        )

    def __repr__(self) -> str:
        return "<frame>"

    def enter(self, context: Any) -> Any:
        """Enter a context and return its value; ``leave`` leaves the one entered last."""
        value = context.__enter__()
        if self.contexts is None:
            self.contexts = []
        self.contexts.append(context)
        return value

    def leave(self, error: BaseException | None = None) -> bool:
        """Leave the context that was entered last; tell whether it takes what was raised."""
        assert self.contexts is not None
        context = self.contexts.pop()
        if error is not None and hasattr(context, "leave_with"):  # a context of the program
            return bool(context.leave_with(error))
        context.__exit__(None, None, None)
        return False


class Globals(Frame):
    """The variables of a program; names that it does not define are looked up in ``builtins``."""

    __slots__ = ("builtins", "owner")

    def __init__(self, machine: Runner, builtins: dict[str, Any]) -> None:
        self.called(Code("", None), None)
        self.owner = machine
        self.builtins = builtins

    def __missing__(self, name: str) -> Any:
        try:
            return self.builtins[name]
        except KeyError:
            raise NameError(f"name '{name}' is not defined", name=name) from None


# What few programs need is loaded when the first asks for it. It stands on the machine and fills
# its tables; the machine knows it by these names alone.

_ROOM = "gradcli.language."

_MODULES = {
    "annotations": "machine.annotations",
    "calling": "machine.calling",
    "calls": "messages.calls",
    "exceptions": "names.exceptions",  # fills the tables of what programs raise and handle
    "from_errors": "messages.from_errors",
    "fused": "machine.fused",
    "generators": "machine.generators",
    "metaclasses": "machine.metaclasses",
    "modelling": "names.modelling",
    "inspection": "names.inspection",
    "natives": "names.natives",
    "specials": "names.specials",
    "streams": "machine.streams",
    "unions": "names.unions",
    "uncaught": "messages.uncaught",
    "yields": "machine.yields",
}


@cache
def later(name: str) -> Any:
    """Return a module, which is loaded now if it was not before."""
    return import_module(_ROOM + _MODULES[name])
