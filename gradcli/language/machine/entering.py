"""What ``with`` comes down to: a context that is left however its body is."""

from __future__ import annotations

from gradcli.language.machine import ends, steps
from gradcli.language.machine.code import Block, Region, Register, Site
from gradcli.language.machine.compile import Around, Compiler, Item, template
from gradcli.language.machine.statements import store
from gradcli.syntax import nodes


@template(nodes.With)
def _with(compiler: Compiler, node: nodes.With) -> list[Item]:
    entered = [Entered(compiler, item) for item in node.items]
    items: list[Item] = []
    for item, context in zip(node.items, entered, strict=True):
        items += [
            context.reserve,
            item.context,
            context.enter,
            *(store(compiler, item.target) if item.target is not None else [compiler.pop]),
        ]
    items += node.body
    return [*items, *[context.end for context in reversed(entered)]]


class Entered:
    """A context of a with statement: how it is entered and left."""

    __slots__ = ("caught", "compiler", "error", "node", "outer")

    def __init__(self, compiler: Compiler, node: nodes.WithItem) -> None:
        self.compiler, self.node = compiler, node
        self.caught = Block()
        self.error: Register = 0
        self.outer: Region | None = None

    def reserve(self) -> None:
        """Take a register for what is raised inside."""
        self.error = self.compiler.reserve_caught()

    def enter(self) -> None:
        """Enter the context, and leave its value."""
        compiler = self.compiler
        compiler.emit(steps.enter_context, 1, self.node)
        self.outer = compiler.region
        compiler.region = Region(self.outer, self.caught, self.error)
        compiler.label(Block())
        compiler.around.append(Around(self.outer, self.leave))

    def leave(
        self, compiler: Compiler, node: nodes.Node, value: Register | None
    ) -> Register | None:
        """Leave the context on the way out."""
        compiler.consume(steps.leave_context, 0, node)
        return value

    def end(self) -> None:
        """Leave the context after the body, or with what the body has raised."""
        compiler, then = self.compiler, Block()
        compiler.around.pop()
        compiler.region = self.outer
        compiler.label(Block())
        compiler.consume(steps.leave_context, 0, self.node)
        compiler.region = Region(self.outer, handled=self.error)
        compiler.jump(then, self.caught)
        compiler.region = self.outer
        compiler.finish(ends.leave_raised(self.error, then), Site(self.node), then)
        compiler.pop()
