"""From the AST to blocks of steps.

Every type of node has a *template*: a function that returns what the node comes down to, as a list
of child nodes and of actions to take once everything before them is done. One loop with an explicit
list of work carries this out, so the depth of a program is no matter of the host's stack. While it
works, the compiler keeps a stack of the registers that hold the values so far: an action takes its
operands from there and leaves the register of its result. Names and literals already have
registers and need no step at all.

This module holds the compiler itself; the templates are in ``expressions`` and ``statements``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from gradcli.language.limits import Guards, Limits
from gradcli.language.machine import ends, steps
from gradcli.language.machine.code import ALL, Block, Code, End, Region, Register, Site
from gradcli.language.machine.infix import infix_operators
from gradcli.language.machine.scopes import Scope, deleted_names
from gradcli.syntax import nodes
from gradcli.syntax.parse import WORDS

Action = Callable[[], object]
Item = nodes.Node | Action
Template = Callable[["Compiler", Any], Sequence[Item]]


class _Templates(dict[type[nodes.Node], Template]):
    """The templates; those of rare nodes are loaded when one is met."""

    def __missing__(self, kind: type[nodes.Node]) -> Template:
        import_module(f"gradcli.language.machine.{_LATER.get(kind, 'flow')}")
        return dict.__getitem__(self, kind)


_LATER: dict[type[nodes.Node], str] = {
    nodes.ClassDef: "classes",
    nodes.With: "entering",
    nodes.Match: "matching",
    nodes.Yield: "yields",
    nodes.YieldFrom: "yields",
}
"""Where the templates of rare nodes are; ``flow`` has the others."""


TEMPLATES = _Templates()
"""What each type of node comes down to; filled by ``expressions`` and ``statements``."""


def template(kind: type[nodes.Node]) -> Callable[[Template], Template]:
    """Register the template of a node type."""

    def register(function: Template) -> Template:
        TEMPLATES[kind] = function
        return function

    return register


class Planned:
    """A step that is yet to be made, so that its target can still change."""

    __slots__ = ("arguments", "factory", "site", "target")

    def __init__(
        self, factory: Any, target: Register, arguments: tuple[Any, ...], site: Site
    ) -> None:
        self.factory = factory
        self.target = target
        self.arguments = arguments
        self.site = site


class Loop(NamedTuple):
    """The loop around a statement: where ``break`` and ``continue`` go on.

    ``iterator`` is the register of what a ``for`` goes over.
    """

    done: Block
    again: Block
    iterator: Register | None = None


class Around(NamedTuple):
    """A statement around that must be left: by some items, outside of its region."""

    region: Region | None
    leave: Callable[[Compiler, nodes.Node, Register | None], Register | None]
    """Compiles the leaving; takes and returns where a value lies that is being returned."""


class Body(NamedTuple):
    """A function whose body is still to be compiled."""

    code: Code
    scope: Scope
    items: Callable[[Compiler], Sequence[Item]]
    deleted: frozenset[str] = frozenset()
    """The names that the body deletes somewhere."""


class Compiler:
    """What is known while one body is compiled."""

    def __init__(self, body: Body, operators: dict[str, Any], counted: bool) -> None:
        self.code = body.code
        self.counted = counted  # whether each block is to count as it runs
        self.scope = body.scope
        self.operators = operators
        self.stack: list[Register] = []
        self.free: list[int] = [0]  # the first number that is free above each stack entry
        self.unread: deque[int] = deque()  # the entries that are names without a sure value
        self.nesting = 0  # how many ifs and loops are around
        self.deleted = body.deleted
        self.bound = {p.name for p in self.code.parameters} - body.deleted
        self.bound_here: set[str] = set()
        self.around: list[Loop | Around] = []  # statements to leave with return and break
        self.region: Region | None = None
        self.caught = 0  # how many registers there are for what is raised
        self.bodies: list[Body] = []  # of functions inside, to compile later
        self.targets: set[Block] = set()  # blocks that jumps and branches lead to
        self.read: dict[str, nodes.Node] = {}  # where each name was read, for messages
        self.block: Block
        self.planned: list[Planned]
        self.begin(body.code.entry, None)

    def run(self, items: Sequence[Item]) -> None:
        """Carry out items in order, each template's items in its place."""
        work = list(reversed(items))
        while work:
            item = work.pop()
            if isinstance(item, nodes.Node):
                work.extend(reversed(TEMPLATES[type(item)](self, item)))
            else:
                item()

    # Registers

    def push(self, register: Register) -> Register:
        """Leave a register on the stack."""
        free = self.free[-1]
        self.stack.append(register)
        self.free.append(max(free, register + 1) if isinstance(register, int) else free)
        return register

    def pop(self) -> Register:
        """Take the last register off the stack."""
        return self.pop_many(1)[0]

    def pop_many(self, count: int) -> list[Register]:
        """Take the last registers off the stack, in the order they were pushed."""
        self.settle_names(above=count)
        if not count:
            return []
        taken = self.stack[-count:]
        del self.stack[-count:], self.free[-count:]
        while self.unread and self.unread[-1] >= len(self.stack):
            self.unread.pop()
        return taken

    def reserve(self) -> Register:
        """Push a register that steps to come will write."""
        return self.push(self.free[-1])

    def reserve_caught(self) -> Register:
        """Push a register of its own for what is raised, as it may be read from anywhere."""
        self.caught += 1
        return self.push(_CAUGHT - self.caught)

    def constant(self, node: nodes.Node, value: Any) -> Register:
        """Push the register of a literal, which is filled when a frame is made."""
        self.code.constants[node] = value
        return self.push(node)

    def settle(self, node: nodes.Node) -> None:
        """Move the last value into a number of its own, as different ways to it must agree."""
        register = self.pop()
        target = self.reserve()
        if register != target:
            self.plan(steps.move, target, (register,), node)

    def settle_names(self, above: int = 0) -> None:
        """Read the names that wait on the stack, except the last entries.

        Python reads a name where it stands. Here it waits for the step that takes it, which is the
        same unless something between the two can fail or print, and the name has no value.
        """
        limit = len(self.stack) - above
        if not self.unread or self.unread[0] >= limit:
            return
        first = self.unread[0]
        target = self.free[-1]
        while self.unread and self.unread[0] < limit:
            index = self.unread.popleft()
            name = self.stack[index]
            assert isinstance(name, str)
            self.plan(steps.move, target, (name,), self.read[name], (name,))
            self.stack[index] = target
            target += 1
        for index in range(first, len(self.stack)):
            self.free[index + 1] = max(self.free[index + 1], target)

    def is_bound(self, name: str) -> bool:
        """Tell whether a variable surely has a value."""
        return name in self.bound or name in self.bound_here

    def bind(self, name: str) -> None:
        """Note that a variable has a value: from here on, or only where this block leads."""
        if self.nesting == 0 and name not in self.deleted:
            self.bound.add(name)
        self.bound_here.add(name)

    # Steps and blocks

    def plan(
        self,
        factory: Any,
        target: Register,
        arguments: tuple[Any, ...],
        node: nodes.Node | None,
        operands: tuple[Register, ...] = (),
    ) -> None:
        """Add a step to the current block."""
        self.planned.append(Planned(factory, target, arguments, Site(node, operands)))
        self.bound_here.update([name for name in operands if isinstance(name, str)])

    def emit(self, factory: Any, count: int, node: nodes.Node, *arguments: Any) -> None:
        """Add a step that takes ``count`` values off the stack and leaves one."""
        operands = self.pop_many(count)
        target = self.reserve()
        self.plan(factory, target, (*operands, *arguments), node, tuple(operands))

    def consume(self, factory: Any, count: int, node: nodes.Node, *arguments: Any) -> None:
        """Add a step that takes ``count`` values off the stack and leaves none."""
        operands = self.pop_many(count)
        self.plan(factory, self.free[-1], (*operands, *arguments), node, tuple(operands))

    def store(self, name: str, node: nodes.Node) -> None:
        """Write the last value into a variable: the step that made it may do so itself."""
        name = self.scope.spelled(name)
        register = self.pop()
        distance = self.scope.distance(name)
        if distance:
            from gradcli.language.machine.outer import set_outer  # for programs that do so

            self.plan(set_outer, self.free[-1], (register, distance, name), node, (register,))
            return
        last = self.planned[-1] if self.planned else None
        if (
            isinstance(register, int)
            and last is not None
            and last.target == register
            and last.factory in FUSIBLE
            and (not self.stack or self.stack[-1] != register)
        ):
            last.target = name
        else:
            self.plan(steps.move, name, (register,), node, (register,))
        self.bind(name)

    def begin(self, block: Block, node: nodes.Node | None) -> None:
        """Go on compiling into another block."""
        self.planned = []
        self.bound_here = set()
        self.block = block
        block.region = self.region
        block.again = any(around.__class__ is Loop for around in self.around)
        self.code.blocks.append(block)
        if self.counted:
            self.plan(steps.tick, self.free[-1], (), node)

    def finish(self, end: End, site: Site, then: Block) -> None:
        """End the current block, and go on compiling into another."""
        block = self.block
        planned = self.planned
        block.steps = tuple([p.factory(p.target, *p.arguments, p.site.node) for p in planned])
        block.sites = tuple([p.site for p in planned])
        block.end, block.site = end, site
        self.begin(then, site.node)

    def jump(self, to: Block, then: Block) -> None:
        """End the current block with a jump."""
        self.targets.add(to)
        self.finish(ends.jump(to), Site(None), then)

    def label(self, block: Block) -> None:
        """Let a block begin here."""
        self.jump(block, block)

    def rejoin(self, block: Block) -> None:
        """Let a block begin here if anything before leads to it."""
        if block in self.targets:
            self.label(block)

    def branch(self, yes: Block, no: Block, then: Block, node: nodes.Node) -> None:
        """End the current block by the truth of the last value."""
        self.targets.update((yes, no))
        test = self.pop()
        last = self.planned[-1] if self.planned else None
        if isinstance(test, int) and last and last.target == test and last.factory is steps.binary:
            self.planned.pop()
            left, right, compare = last.arguments
            end = ends.branch_binary(left, right, compare, yes, no, last.site.node)
            self.finish(end, last.site, then)
        else:
            self.finish(ends.branch(test, yes, no, node), Site(node, (test,), True), then)

    def call(self, node: nodes.Node, count: int, kinds: Sequence[str | None] | None = None) -> None:
        """End the current block with a call of ``count`` arguments, passed as ``kinds`` says."""
        callee, *arguments = self.pop_many(count + 1)
        then = Block()
        target = self.reserve()
        if kinds is None:
            end = ends.call(target, callee, arguments, then, node)
        else:
            passed = tuple(zip(kinds, arguments, strict=True))
            end = ends.call_with(target, callee, passed, then, node)
        self.finish(end, Site(node, (callee, *arguments)), then)

    # Names

    def load(self, node: nodes.Node, name: str) -> None:
        """Push the value of a variable."""
        name = self.scope.spelled(name)
        distance = self.scope.distance(name)
        if distance == 0:
            self.push(name)
            if name in self.code.shared:
                self.pop()
                self.plan(steps.move, self.reserve(), (name,), node, (name,))
            elif not self.is_bound(name):
                self.read[name] = node
                self.unread.append(len(self.stack) - 1)
        else:
            self.emit(steps.outer, 0, node, distance, name)

    def function(self, body: Body, node: nodes.Node, defaults: Sequence[str] = ()) -> None:
        """Push a function, given the values of its defaults, and compile its body later."""
        self.bodies.append(body)
        values = self.pop_many(len(defaults))
        self.emit(
            steps.make_function, 0, node, body.code, tuple(zip(defaults, values, strict=True))
        )


_CAUGHT = -9
"""The registers below this one are for what is raised."""

FUSIBLE = frozenset(
    {steps.binary, steps.unary, steps.attribute, steps.subscript, steps.build, steps.outer}
)
"""Steps that read all they need before they write, so that they may write into a variable."""


def compile_module(
    module: nodes.Module, limits: Limits, text: tuple[str, str], shared: set[str] | None = None
) -> Code:
    """Compile a program; the value of its last statement goes into ``RESULT``.

    ``text`` is the program's source and its file's name, for messages. ``shared`` takes the names
    that functions declare as global, and those of the programs before.
    """
    # Templates register themselves when their modules load; this one must not import them above.
    from gradcli.language.machine import expressions, statements

    code = Code("", None)
    code.text, code.module = text, module
    code.shared = shared = set() if shared is None else shared
    code.words = frozenset([word for word in WORDS if word in text[0]])
    if code.words:
        from gradcli.language.machine.searches import shared_names  # for programs that have one

        shared.update(shared_names(module))
    if any(
        word in text[0] for word in ("currentframe", "globals", "locals", "sys.modules", "vars")
    ):
        shared.add(ALL)
    operators = infix_operators(Guards(limits))
    deleted = frozenset(deleted_names(module.body))
    pending = [Body(code, Scope(), lambda compiler: statements.module(compiler, module), deleted)]
    while pending:
        body = pending.pop()
        compiler = Compiler(body, operators, limits.counted)
        compiler.run(body.items(compiler))
        expressions.end_body(compiler)
        if body.code is code:
            loops = any(block.again for block in code.blocks)
            code.straight = not (loops or shared or compiler.bodies)
        else:
            body.code.entry = ends.warming(body.code, body.code.entry, None)
        pending.extend(compiler.bodies)
    return code
