"""What a class statement comes down to: a frame for its body, and the class made of that frame."""

from __future__ import annotations

from gradcli.language.limits import MAX_DEPTH, too_deep
from gradcli.language.machine.bodies import Annotations, ClassFrame
from gradcli.language.machine.code import Block, Code, End, Frame, Next, Register, Site
from gradcli.language.machine.compile import Body, Compiler, Item, template
from gradcli.language.machine.construct import Draft, make_class
from gradcli.language.machine.expressions import docstring
from gradcli.language.machine.scopes import CELL, Scope, bound_names, deleted_names
from gradcli.language.names import containers  # noqa: F401  (lets the machine know instances)
from gradcli.syntax import nodes


@template(nodes.ClassDef)
def _class(compiler: Compiler, node: nodes.ClassDef) -> list[Item]:
    code = Code(node.name, compiler.code, inline=True)
    given = {
        "__module__": "__main__",
        "__qualname__": code.qualified,
        "__doc__": docstring(node.body),
    }
    code.constants.update(given)
    scope = Scope([*bound_names(node.body), CELL, *given], compiler.scope, node.name)
    body = Body(
        code, scope, lambda inside: _body(inside, node), frozenset(deleted_names(node.body))
    )
    calls: list[Item] = [
        lambda decorator=decorator: compiler.call(decorator, 1, None)  # type: ignore[misc]
        for decorator in reversed(node.decorators)
    ]
    return [
        *node.decorators,
        nodes.Tuple(node.name_span, node.bases),
        _keywords(node),
        lambda: _open(compiler, body, node),
        *calls,
        lambda: compiler.store(node.name, node),
    ]


def _keywords(node: nodes.ClassDef) -> nodes.Dict:
    names = [
        None if part.name is None else nodes.Constant(part.span, part.name)
        for part in node.keywords
    ]
    return nodes.Dict(node.name_span, names, [part.value for part in node.keywords])


def _open(compiler: Compiler, body: Body, node: nodes.ClassDef) -> None:
    compiler.bodies.append(body)
    keywords = compiler.pop()
    bases = compiler.pop()
    then = Block()
    target = compiler.reserve()
    begin = _begin(target, bases, keywords, body.code, then)
    compiler.finish(begin, Site(_header(node), (bases,)), then)


def _header(node: nodes.ClassDef) -> nodes.Name:
    return nodes.Name(node.name_span, node.name)


def _begin(target: Register, bases: Register, keywords: Register, code: Code, then: Block) -> End:
    """Go on in the body of a class."""

    def end(frame: Frame) -> Next:
        inner = ClassFrame(code.constants).called(code, frame, frame, target, then)
        inner.bases, inner.keywords = frame[bases], frame[keywords]
        inner.annotations = Annotations(inner)
        if inner.depth > MAX_DEPTH:
            raise too_deep()
        return inner, code.entry

    return end


def _body(compiler: Compiler, node: nodes.ClassDef) -> list[Item]:
    return [*node.body, lambda: compiler.finish(_finish, Site(_header(node)), Block())]


def _finish(frame: Frame) -> Next:
    """Make the class of the names that its body has bound."""
    assert isinstance(frame, ClassFrame) and frame.caller is not None
    namespace = {name: value for name, value in frame.items() if isinstance(name, str)}
    namespace.pop("__qualname__")
    code, annotations, keywords = frame.code, frame.annotations, frame.keywords
    draft = Draft(code.name, frame.bases, namespace, code.qualified, annotations, keywords)
    made = make_class(draft)
    frame[CELL] = made
    frame.caller[frame.target] = made
    return frame.caller, frame.block
