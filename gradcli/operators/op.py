"""What an operator is, and the one way that every call of it goes.

A user's arguments are bound to operands and attributes (``call``, ``call_method``); a rule, or the
body of another operator, gives both as they are (``__call__``). From there on all calls go the same
way, ``apply``: the body of a composite is called, and that is all. Of any other one the operands'
arrays are promoted and the body computes the arrays of the results (``compute``); these become
tensors; where the operator makes views, they are linked to their base; and while gradients are
recorded, a node takes note of what the derivative needs (``record``). Whoever observes is told on
the way (``core.observe``).

This module knows how operators run. How they are declared is known to ``declare``; it knows none by
name.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.node import NODE_KINDS, Node
from gradcli.core.saved import Rule, versions_of
from gradcli.core.state import STATE
from gradcli.core.table import NAMESPACES
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, UNTRACKED, mark_untracked
from gradcli.errors import OpError, Unbatchable, op_error
from gradcli.numerics.arrays import ENGINES, dense, explain_refusal, in_order, narrowed, on_engine
from gradcli.numerics.dtypes import DIFFERENTIABLE, NARROW
from gradcli.operators.derivatives import Label, chosen
from gradcli.operators.refusals import (
    SLIPS,
    arrays_of,
    check_given,
    check_gradient,
    check_recorded,
    is_large,
    truth,
)
from gradcli.operators.signature import Signature

_SINGLE = np.dtype(np.float32)
_FORMATTED = frozenset({"_to_copy", "clone", "contiguous", "empty", "resize", "resize_as"})


_FIELDS = (
    "__weakref__ aliases blocks body broadcasts composite conjugates creation dense "
    "differentiable direct doc engines example fields formats formulas infix inplace joint "
    "keeping label linear link mixes module most name numpy orders parameters plain promotes "
    "quick rules slots variadic view where widens"
)


class Op:
    """One operator; see ``op`` for what its declaration says."""

    __slots__ = tuple(_FIELDS.split())

    aliases: tuple[str, ...]
    blocks: bool
    broadcasts: bool
    composite: bool
    conjugates: bool
    creation: bool
    dense: bool
    formats: int  # up to how many dimensions channels may lie last in memory; 0 for none
    engines: frozenset[str]
    differentiable: bool
    example: tuple[str, ...]
    fields: tuple[str, ...]
    formulas: dict[str, str]
    infix: str | None
    label: Label
    linear: bool
    mixes: bool  # whether operands of several floating-point types are computed with
    quick: Callable[..., Any] | None  # what ``apply`` does with plain tensors (``shortcut``)
    direct: Callable[..., Any] | None  # the same of nothing but tensors
    orders: bool  # whether a result lies in memory as the operands do
    numpy: str
    promotes: Callable[[list[Any]], list[Any]] | None
    variadic: bool
    view: bool
    widens: bool
    where: frozenset[str]

    def __init__(self, name: str, body: Callable[..., Any], parameters: Signature) -> None:
        self.name = name
        self.body = body
        self.parameters = parameters
        self.doc, self.module = (body.__doc__ or "").strip(), body.__module__
        self.rules: tuple[Rule, ...] = ()
        self.most = len(parameters.operands)  # operands given by position
        self.slots: tuple[int, ...] = ()  # the operands that the rules are for
        self.plain = False  # whether there is a rule for each operand, in their order
        self.keeping: tuple[int, ...] = ()  # the rules that save values of operands or results
        self.joint: Rule | None = None
        self.quick = self.direct = None
        self.link: Callable[..., None] | None = None  # makes results views of the first operand
        self.inplace: Any = None

    def __repr__(self) -> str:
        return f"<built-in method {self.parameters.name}>"

    @property
    def family(self) -> str:
        """Return the name of the module that declares the operator."""
        return self.module.rpartition(".")[2]

    @property
    def keeps_first(self) -> bool:
        """Tell whether a rule needs the first operand's values."""
        rules = self.rules if self.joint is None else (self.joint,)
        return any(self.parameters.operands[0] in rule.names for rule in rules)

    def names_in(self, namespace: str) -> tuple[str, ...]:
        """Return the operator's names in one of the ``NAMESPACES``."""
        own = (self.name, *self.aliases) if namespace in self.where else ()
        prefix = namespace + "."
        return own + tuple(
            entry.removeprefix(prefix)
            for entry in sorted(self.where)
            if entry.startswith(prefix) and entry not in NAMESPACES
        )

    # The doors

    def __call__(self, *operands: Any, **attrs: Any) -> Any:
        """Run on operands given by position and attributes given by keyword.

        This is how rules, composites and the core call operators: nothing is checked or converted.
        """
        if self.composite:
            if told := STATE.observers:
                return told[0].composing(self, operands, attrs)
            return self.body(*operands, **attrs)
        if len(operands) > self.most:
            raise TypeError(f"{self.name}: attributes are given by keyword")
        given = operands[0] if self.variadic else operands
        for operand in given:
            if operand.__class__ in TENSORS:
                direct = None if attrs or len(operands) != self.most else self.direct
                if direct is not None and (found := direct(*operands)) is not None:
                    return found
                return (self.quick or self.apply_any)(given, attrs)
        xp, operands = on_engine(self, operands, attrs) if ENGINES else (np, operands)
        try:
            return self.body(xp, *operands, **attrs)
        except (Unbatchable, TypeError, *SLIPS) as error:
            return self._by_sample(error, xp, operands, attrs)

    def call(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's function call; ``out`` says where the results go."""
        if not kwargs or (out := kwargs.get("out")) is None or self.view:
            return self._bound(args, kwargs, method=False)
        del kwargs["out"]
        from gradcli.operators.out import compute_into

        return compute_into(out, self, args, kwargs)

    def call_method(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's method call, the tensor first."""
        return self._bound(args, kwargs, method=True)

    def call_functional(self, /, *args: Any, inplace: Any = False, **kwargs: Any) -> Any:
        """Run as a user's call in a namespace where ``inplace`` is one more, last argument."""
        if len(args) == len(self.parameters.positional) + 1:
            *args, inplace = args  # type: ignore[assignment]
        if truth(inplace) and self.inplace is not None:
            return self.inplace.call(*args, **kwargs)
        return self.call(*args, **kwargs)

    # The way

    def _bound(self, args: tuple[Any, ...], kwargs: dict[str, Any], *, method: bool) -> Any:
        """Apply to a user's arguments, which are checked and converted first."""
        direct = None if kwargs or len(args) != self.most else self.direct
        if direct is not None and (found := direct(*args)) is not None:
            return found
        laid = kwargs and "memory_format" in kwargs
        if laid and (self.name in _FORMATTED or self.name.endswith("_like")):
            from gradcli.operators.memory_format import call_laid

            return call_laid(self, args, kwargs, method=method)
        try:
            operands, attrs = self.parameters.bind(args, kwargs, method=method)
        except TypeError as error:
            from gradcli.operators.forms import call_other_form

            return call_other_form(self.name, args, kwargs, method, error)
        if self.variadic and not self.composite:
            operands = operands[0]
        return self.apply(operands, attrs, True)

    def apply(self, operands: Sequence[Any], attrs: dict[str, Any], given: bool = False) -> Any:
        """Compute, and record what a gradient needs; ``given`` by a user, of types to look at."""
        if self.quick is not None:
            return self.quick(operands, attrs, given)
        if given:
            check_given(self, operands, attrs)
        return self.apply_any(operands, attrs)

    def apply_any(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Apply to whatever there may be, which ``quick`` does for most."""
        if self.composite:
            return self._compose(operands, attrs)
        if self.creation:
            attrs = dict(attrs)
            requires_grad = attrs.pop("requires_grad", False)
        arrays = self.compute(operands, attrs)
        if self.creation and STATE.place is not None:
            arrays = STATE.place.placed(arrays)
        results = self.finished(operands, attrs, arrays)
        if self.creation and requires_grad:
            check_gradient(results.array)
            results.needs_grad = True
        return results

    def finished(self, operands: Sequence[Any], attrs: dict[str, Any], arrays: Any) -> Any:
        """Make tensors of what was computed, and record what a gradient will need."""
        several = arrays.__class__ is tuple
        results = tuple(map(Tensor, arrays)) if several else (Tensor(arrays),)
        recording = STATE.grad_enabled
        if self.link is not None and operands[0].version is UNTRACKED:
            recording = False  # such a view is only another tensor of the same memory
            list(map(mark_untracked, results))
        elif self.link is not None:
            self.link(self, operands, attrs, results, multiple=several)
        if not recording:
            if STATE.inference:
                list(map(mark_untracked, results))
        elif (self.differentiable or (STATE.textbook and self.rules)) and results:
            node = self.record(operands, attrs, results)
            if node is not None and several:
                node.returns(results)
            elif node is not None:
                results[0].node, results[0].needs_grad = node, True
        for observer in STATE.observers:
            observer.applied(self, operands, attrs, results if several else results[0])
        if not several:
            return results[0]
        if not self.fields:
            return results
        from gradcli.operators.return_types import ReturnType  # few operators have several

        return ReturnType(self.name, self.fields, results)

    def compute(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Return the array of the result on tensors and numbers, or a tuple of several."""
        if STATE.observers:
            return self._observed(operands, attrs)
        if self.blocks and any(map(is_large, operands)):
            from gradcli.engines.pending import later

            if (found := later(self, operands, attrs)) is not None:
                return found
        try:
            arrays: list[Any] = arrays_of(operands)
            return self._run(self._promoted(arrays), attrs, arrays)
        except OpError:
            if self.differentiable:
                from gradcli.core.views import check_views  # programs without errors need it not

                check_views(operands)
            raise

    def deferred(self, node: Node, g: Any, needed: Any) -> list[Any]:
        """Return what ``node.gradients`` does of a large array, or of one not computed yet."""
        from gradcli.engines.pending import gradients

        return gradients(node, g, needed)

    def record(
        self, operands: Sequence[Any], attrs: dict[str, Any], results: Sequence[Tensor]
    ) -> Node | None:
        """Return a node with what its derivative needs, or None if no gradient gets through."""
        shape, dtype = results[0].meta(0)
        if dtype is not _SINGLE and dtype.kind not in DIFFERENTIABLE:
            check_recorded(self.name, operands, dtype)
            return None
        edges: list[Any] = []
        saved: list[Any] = []
        tracked = changed = False
        pairs = zip(operands, self.rules) if self.plain else self._slotted(operands)  # noqa: B905
        for operand, rule in pairs:
            edge = values = None
            if operand.__class__ in TENSORS:
                if (seen := operand.version) is not None and (seen.count or seen is UNTRACKED):
                    changed = True
                if operand.as_view is not None:
                    edge = operand.edge()
                    if edge is None and operand.requires_grad:  # a node all the same
                        tracked = True
                        if rule is not None and len(self.rules) == 1:
                            values = rule.save(operands, results, attrs)
                elif operand.needs_grad:
                    node = operand.node
                    edge = (operand, 0) if node is None else (node, operand.output_nr)
                if edge is not None:
                    tracked = True
                    if rule is not None:
                        values = rule.save(operands, results, attrs)
            edges.append(edge)
            saved.append(values)
        if not tracked:
            return None
        label: Any = self.label
        if label.__class__ is not str:
            label = self.node_label(operands, attrs)
        kind = NODE_KINDS.get(dtype.char, Node)
        if dtype.kind == "c":
            check_recorded(self.name, operands, dtype)
        if self.joint is not None:
            saved = [self.joint.save(operands, results, attrs)]
        node = kind(self, label, tuple(edges), shape, dtype, STATE.source, tuple(saved))
        if changed or not self.plain:  # some saved value may have been changed in place before
            node.versions = versions_of(saved)
        if hasattr(results[0].held, "whole"):
            from gradcli.numerics.batched import lead_out  # few programs have batches

            lead_out(node, operands, results)
        for observer in STATE.observers:
            observer.recorded(node, operands, attrs)
        return node

    def _compose(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Run the body of a composite for a user, whose arguments may be worse than expected."""
        try:
            return self(*operands, **attrs)
        except Unbatchable as error:
            from gradcli.numerics.sampled import apart  # few programs have batches

            return apart(error, partial(self, **attrs), operands)
        except OpError:
            raise
        except TypeError as error:
            message = f"{self.parameters.name}(): {error}"
            raise op_error(TypeError, message, code="operands") from error
        except SLIPS as error:
            explain_refusal(self.parameters.name, error, [getattr(o, "array", o) for o in operands])
            raise

    def _promoted(self, arrays: list[Any]) -> list[Any]:
        """Return operands' arrays, of the element types that the operator computes in."""
        return self.promotes(arrays) if arrays and self.promotes is not None else arrays

    def laid(self, result: Any, arrays: list[Any]) -> Any:
        """Return a result in the order in memory that PyTorch gives it."""
        if self.formats and any(3 < getattr(x, "ndim", 0) <= self.formats for x in arrays):
            from gradcli.numerics.layout import channels_last, is_channels_last

            if (all if self.variadic else any)(map(is_channels_last, arrays)):
                return channels_last(result)
        if self.dense:
            return dense(result)
        return (
            in_order(result, arrays) if self.orders and getattr(result, "ndim", 0) > 1 else result
        )

    def _run(self, arrays: list[Any], attrs: dict[str, Any], given: list[Any]) -> Any:
        """Run the body on arrays; of narrow types that it does not know, in float32.

        ``given`` are the arrays before they were promoted, whose order in memory a result keeps.
        """
        narrow, before = None, arrays
        if NARROW and arrays and self.widens and not self.view:
            from gradcli.operators.narrow import refuse_narrow, widened

            narrow, arrays, attrs = widened(arrays, attrs, self.mixes, self.name)
        xp, arrays = on_engine(self, arrays, attrs) if ENGINES else (np, arrays)
        operands: Any = (arrays,) if self.variadic else arrays
        try:
            result = STATE.quietly(self.body, xp, *operands, **attrs)
        except Unbatchable as error:
            result = self._by_sample(error, xp, operands, attrs)
        except OpError as error:
            if narrow is not None and error.code == "dtype":
                refuse_narrow(partial(STATE.quietly, self.body, np), before, attrs, self.variadic)
            raise
        except (TypeError, *SLIPS) as error:
            if isinstance(error, MemoryError) and gc.collect():  # cycles of functions and frames
                return self._run(arrays, attrs, given)
            try:
                result = self._by_sample(error, xp, operands, attrs)
            except (TypeError, *SLIPS) as error:
                explain_refusal(self.name, error, arrays)
                raise
        result = self.laid(result, given)
        return result if narrow is None else narrowed(result, narrow)

    def _by_sample(self, error: Exception, xp: Any, operands: Any, attrs: dict[str, Any]) -> Any:
        """Run a body that failed once for each sample, or raise the error where there are none."""
        if self.view or xp is not np:  # a view would be a copy
            raise error
        from gradcli.numerics.sampled import otherwise  # few programs have batches

        return otherwise(error, self.body, operands, attrs)

    def _observed(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Compute with observers around, the innermost first."""

        def compute(operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
            given = arrays_of(operands)
            arrays = self._promoted(given)
            results = self._run(arrays, attrs, given)
            several = results if results.__class__ is tuple else (results,)
            for observer in STATE.observers:
                observer.computed(self, arrays, attrs, several)
            return results

        return STATE.observers[0].around(self, operands, attrs, compute)

    def _slotted(self, operands: Sequence[Any]) -> Iterable[tuple[Any, Rule | None]]:
        """Pair the operands that a gradient can reach with their rules."""
        if self.joint is not None:
            return [(operand, None) for operand in operands]
        if isinstance(self.label, tuple) and not isinstance(operands[-1], Tensor):
            return [(operands[slot], rule) for slot, rule in zip(self.slots[:-1], self.rules)]  # noqa: B905
        return [(operands[slot], rule) for slot, rule in zip(self.slots, self.rules, strict=True)]

    def node_label(self, operands: Sequence[Any], attrs: dict[str, Any]) -> str:
        """Return the name of a node, which can depend on how the operator was called."""
        return chosen(self.label, operands, attrs)
