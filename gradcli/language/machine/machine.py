"""The machine: runs blocks of steps, and turns what goes wrong into diagnostics.

It knows how frames are left when something is raised. What is raised, and where in the program's
text that was, is worked out in ``messages``.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from gradcli.errors import GradcliError
from gradcli.language.limits import MAX_DEPTH, Limits, check_text, refuse, too_long
from gradcli.language.machine.code import (
    ALL,
    Block,
    Code,
    Frame,
    Globals,
    Next,
    Site,
    Step,
    later,
)
from gradcli.language.machine.functions import Builtin
from gradcli.language.machine.sequences import joined

_RESERVE = 32 * 1024**2
_AT_ONCE = 16  # blocks that run between two looks at the limits
_ROOM = 60  # calls inside one another that need no frame, and take room on the host's stack
_ROOM_INSIDE = 20  # the same for runs inside one another, of which there may be hundreds


class Machine:
    """Runs programs that share their variables."""

    __slots__ = (
        "aside",
        "deadline",
        "ended",
        "globals",
        "limits",
        "pause",
        "printed",
        "redirected",
        "relied_on",
        "reserve",
        "runs",
        "shared",
        "steps",
        "write",
    )

    def __init__(
        self,
        builtins: dict[str, Any],
        limits: Limits,
        write: Callable[[str], object],
        aside: Callable[[str], object],
    ) -> None:
        builtins["print"] = Builtin("print", self.print)
        self.globals = Globals(self, builtins)
        self.globals.depth = MAX_DEPTH - min(limits.max_depth, MAX_DEPTH)
        self.limits = limits
        self.write, self.aside = write, aside  # standard output, and standard error
        self.redirected: dict[str, Any] = {}  # what a program puts in the place of either
        self.renew()
        self.runs = 0  # inside one another: the program's, and those of functions the host calls
        # What has ended the run that goes on, for wherever the host swallows errors.
        self.ended: BaseException | None = None
        self.shared: set[str] = set()
        # The names that functions look up once as nobody changed them, and those functions.
        self.relied_on: dict[str, list[Code]] = {}
        self.reserve: bytes | None = None

    def renew(self) -> None:
        """Begin to count: a program that is run again has all of its limits again."""
        timeout = self.limits.timeout
        self.deadline = None if timeout is None else monotonic() + timeout
        self.printed = self.steps = self.pause = 0

    def execute(self, code: Code) -> None:
        """Run a program in the machine's variables."""
        # To find words with when the program has used up the memory; until then only promised.
        self.reserve = bytes(_RESERVE)
        self.globals.code = code
        self.globals.update(code.constants)
        try:
            self.run(self.globals, code.entry)
        finally:
            self.reserve = None
        self.look()  # the last blocks may have run beyond a limit, and the error been swallowed

    def run(self, frame: Frame | None, block: Any) -> Any:
        """Run from a block on, until the frame's function returns; return its value."""
        step: Step | None = None
        fused: Callable[[Frame, int], Next] | None = None
        room = self.begin()
        try:
            while True:
                try:
                    while frame is not None:
                        fused = block.fused
                        if fused is not None:
                            frame, block = fused(frame, room)
                            continue
                        for step in block.steps:
                            step(frame)
                        step = None
                        frame, block = block.end(frame)
                    return block
                except BaseException as error:
                    if frame is None:  # a signal, when all was done
                        raise
                    place = error, frame, block, _index(block, step)
                    if fused is not None:
                        trace = error.__traceback__ and error.__traceback__.tb_next
                        place = later("calling").located(error, frame, block, trace)
                    frame, block = self.failed(error, place)
                    step = None
        finally:
            self.runs -= 1

    def settle(self) -> None:
        """Let no function rely on names that another one may change from now on."""
        for name in list(self.relied_on):
            if name in self.shared or ALL in self.shared:
                for code in self.relied_on.pop(name):
                    code.forget()

    def begin(self) -> int:
        """Begin a run, if the one around it has not ended; return the room that it has."""
        if self.runs == 0:
            self.ended = None
        elif self.ended is not None:
            raise self.ended
        self.runs += 1
        return _ROOM if self.runs == 1 else _ROOM_INSIDE // self.runs

    def end(self, error: BaseException) -> None:
        """End the run at its next block or error, should the host swallow what is raised now."""
        if self.runs:
            self.ended, self.pause = error, 0

    def failed(self, error: BaseException, place: tuple[BaseException, Frame, Block, Site]) -> Next:
        """Return where to go on after an error, given what it is for the program, and its place."""
        if isinstance(error, MemoryError) or getattr(error, "code", "") == "memory":
            self.reserve = None
        from gradcli.language.machine.unwind import unwind  # costs programs that fail

        return unwind(self, *place)

    def tick(self) -> None:
        """Count a block, and look at the limits now and then."""
        self.steps += 1
        if self.steps > self.pause:
            self.look()

    def look(self) -> None:
        """Stop a program that has run too many blocks, or for too long."""
        if self.ended is not None:
            raise self.ended
        most = self.limits.max_steps
        self.pause = self.steps + _AT_ONCE if most is None else min(self.steps + _AT_ONCE, most)
        if most is not None and self.steps > most:
            message = f"the program ran for more than {most} steps"
            raise refuse(RuntimeError, message, "max_steps")
        if self.deadline is not None and monotonic() > self.deadline:
            raise GradcliError(too_long(self.limits.timeout or 0.0))

    def print(
        self,
        *values: Any,
        sep: Any = " ",
        end: Any = "\n",
        file: Any = None,
        flush: Any = False,
        **others: Any,
    ) -> None:
        """Print values as Python does."""
        for name in others:
            raise TypeError(f"'{name}' is an invalid keyword argument for print()")
        for name, given in (("sep", sep), ("end", end)):
            if given is not None and not isinstance(given, str):
                raise TypeError(f"{name} must be None or a string, not {type(given).__name__}")
        separator = " " if sep is None else sep
        for value in values:
            check_text(value)
        texts, end = [str(value) for value in values], "\n" if end is None else end
        if file is None and not self.redirected:
            self.say(joined([joined(texts, separator), end]), self.write)
        else:
            later("streams").print_pieces(file, separator, texts, end)

    def say(self, text: str, write: Callable[[str], object]) -> None:
        """Write a text that the program gives, as long as it may write."""
        self.printed += str.__len__(text)
        if self.limits.max_output is not None and self.printed > self.limits.max_output:
            raise refuse(
                RuntimeError,
                f"the program printed more than {self.limits.max_output} characters",
                "max_output",
            )
        write(text)


def _index(block: Block, step: Step | None) -> Site:
    """Return what was to be done when something was raised."""
    return block.site if step is None else block.sites[block.steps.index(step)]
