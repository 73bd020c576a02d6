"""A program for each of many records: its result and gradients, in batches where that is possible.

A batch must give the digits that its records give one by one. ``batches`` says of which programs
that is known, and ``_MOST_ELEMENTS`` keeps a batch among the arrays that are computed as carefully
as a single record is. In case a processor does otherwise, some records are evaluated both ways, and
where they differ in any bit, no more batches are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from gradcli.answers.batches import batched
from gradcli.answers.inputs import Definition, QuestionError, check_expression, define, nearest
from gradcli.answers.loaded import as_default
from gradcli.answers.shapes import free_names
from gradcli.core.backward import grad
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.data.records import Damaged, Record, Row
from gradcli.data.text import nearly_number, number_hint
from gradcli.data.values import array_of
from gradcli.errors import DataError, Diagnostic, GradcliError, OpError, shortened
from gradcli.language.limits import Limits
from gradcli.language.machine.scopes import bound_names
from gradcli.language.run import Run, Session
from gradcli.numerics.dtypes import DIFFERENTIABLE
from gradcli.syntax.parse import parse

_MOST_ELEMENTS = 4096
"""Longer arrays are computed by quicker functions, with other last digits (``arrays.precise``)."""
_LONGEST_QUOTED = 40
_NUMBERS = {int, float, np.ndarray}  # whose records are evaluated together
_CHECKED = 16
"""How many records of the first batch are evaluated both ways; of others two are."""
T = TypeVar("T")


class Task(NamedTuple):
    """What is asked of every record."""

    source: str
    filename: str = "<program>"
    inputs: tuple[Definition, ...] = ()
    wrt: tuple[str, ...] | None = None
    where: str | None = None
    dtype: str | None = None
    seed: int | None = None
    batches: bool = True
    limits: Limits | None = None


class Answer(NamedTuple):
    """What became of a record: a value and gradients by name, or what went wrong with it.

    ``is_data`` tells that the record is at fault, and not the program.
    """

    line: int
    record: Mapping[str, Any]
    result: Any = None
    gradients: Mapping[str, np.ndarray] = {}
    error: str | None = None
    is_data: bool = False


class Batch(NamedTuple):
    """Answers to many records at once: arrays with a row for each."""

    lines: list[int]
    records: list[Mapping[str, Any]]
    result: np.ndarray
    gradients: Mapping[str, np.ndarray]


@contextmanager
def evaluating(task: Task, write: Any, warn: Any) -> Iterator[Evaluator]:
    """Prepare the program of a task in a session, which ends however the preparing went."""
    usual = task.limits and task.limits._replace(timeout=None)  # each record has all of the time
    with Session(dtype=task.dtype, seed=task.seed, limits=usual, write=write, warn=warn) as session:
        yield Evaluator(task, session)


def evaluated(task: Task, records: list[Record]) -> list[Answer | Batch]:
    """Evaluate records in a session of their own, as a worker elsewhere does."""
    with evaluating(task, lambda text: None, lambda warning: None) as evaluator:
        return list(evaluator.answers(records))


class Evaluator:
    """A program that is ready to be run for records, in an open session."""

    def __init__(self, task: Task, session: Session) -> None:
        self.task = task
        self.session = session
        self.batches = task.batches and task.where is None and task.seed is None
        self.checked = False
        self.prepared: dict[int, Any] = {}
        self.shared, self.constants = define(task.inputs, self.session)
        given = self.shared.keys() | self.constants.keys()
        self.fields = [name for name in free_names(task.source) if name not in given]
        module = parse(task.source, task.filename)
        self.bound = list(bound_names(module.body))
        self.run = self.session.prepare(module, task.source, task.filename)
        self.test = self._condition()

    def _condition(self) -> Any:
        where = self.task.where
        if where is None:
            return None
        given = self.shared.keys() | self.constants.keys()
        self.asked = [name for name in free_names(where) if name not in given]
        module = parse(where, "--where")
        check_expression(module, where, "--where")
        return self.session.prepare(module, where, "--where")

    @property
    def differentiated(self) -> list[str]:
        """Return the names of inputs that a record may have gradients by."""
        names = [*self.shared, *self.fields]
        return names if self.task.wrt is None else [n for n in names if n in self.task.wrt]

    # Records

    def answers(self, records: list[Record]) -> Iterator[Answer | Batch]:
        """Yield what becomes of records, in their order."""
        for run in self._runs(records):
            batch = self._batch(run) if self.batches and len(run) > 2 else None
            if batch is not None:
                yield batch
                continue
            for record in run:
                answer = self._answer(*record)
                if answer is not None:
                    yield answer

    def _runs(self, records: list[Record]) -> Iterator[list[Record]]:
        """Part records where one is odd: the others are alike."""
        if self._are_alike(records):
            yield records
            return
        run: list[Record] = []
        for item in records:
            if self._is_odd(item[1]):
                if run:
                    yield run
                yield [item]
                run = []
            else:
                run.append(item)
        if run:
            yield run

    def _are_alike(self, records: list[Record]) -> bool:
        """Tell whether all records have all fields, as most do, and numbers in them."""
        kinds = {record.get(name).__class__ for name in self.fields for _, record in records}
        alike = kinds != set() and kinds <= _NUMBERS
        return alike or not any(self._is_odd(record) for _, record in records)

    def _is_odd(self, record: Mapping[str, Any]) -> bool:
        """Tell whether a record is damaged, or something in a field is no number, or nothing."""
        return isinstance(record, Damaged) or not all(
            _first(record.get(name)).__class__ in _NUMBERS for name in self.fields
        )

    def _answer(self, line: int, record: Mapping[str, Any]) -> Answer | None:
        """Return what becomes of a record; None where ``where`` does not hold."""
        if isinstance(record, Damaged):
            return Answer(line, record, error=record.reason, is_data=True)
        try:
            found = self._in_time(lambda: self._evaluated(record))
        except DataError as error:
            return Answer(line, record, error=error.reason, is_data=True)
        except GradcliError as error:
            return Answer(line, record, error=_words(error.diagnostic) + self._texts(record))
        except OpError as error:
            return Answer(line, record, error=f"{error.kind}: {error}")
        except MemoryError:
            return Answer(line, record, error="error[memory]: not enough memory")
        if found is not None and isinstance(found[0], str) and self._repeats(found[0], record):
            said = "error[type]: the program computes with a text"
            return Answer(line, record, error=said + self._texts(record))
        return None if found is None else Answer(line, record, *found)

    def _repeats(self, result: str, record: Mapping[str, Any]) -> bool:
        """Tell whether a text that is nearly a number was taken for one: "1,5" * 2 is "1,51,5".

        A program that means texts has some of its own, or gives a field as it is.
        """
        texts = [record[name] for name in self.fields if isinstance(record.get(name), str)]
        meant = result in texts or {"'", '"'} & {*self.task.source}
        return not meant and any(map(nearly_number, texts))

    def _texts(self, record: Mapping[str, Any]) -> str:
        """Say which of the fields of a record that went wrong are no numbers."""
        values = {name: record[name] for name in self.fields if name in record}
        said = [f"field {name!r} is null" for name, value in values.items() if value is None]
        said += [
            f"field {n!r} is the text {v[:_LONGEST_QUOTED]!r}{number_hint(v)}"
            for n, v in values.items()
            if isinstance(v, str)
        ]
        return f" ({', '.join(said)})" if said else ""

    def _evaluated(self, record: Mapping[str, Any]) -> tuple[Any, dict[str, np.ndarray]] | None:
        """Return the value and the gradients of a record, if ``where`` holds."""
        if self.test is not None:
            self._assign(record, self.asked)
            if not self.test().value:
                return None
        leaves = self._assign(record, self.fields)
        return self._differentiated(self._once(), leaves)

    def _in_time(self, work: Callable[[], T]) -> T:
        """Do something with all of the limits of a program."""
        self.session.machine.renew()
        if self.task.limits is None:
            return work()
        from gradcli.language.limited import in_time  # most programs have no limits

        return in_time(self.task.limits.timeout, work)

    def _once(self) -> Run:
        """Run the program without what it defined for the record before."""
        registers = self.session.machine.globals
        for name in self.bound:
            registers.pop(name, None)
        return self.run()

    def _assign(self, record: Mapping[str, Any], names: list[str]) -> dict[str, Tensor]:
        """Define the fields that are asked for; return those to differentiate by."""
        leaves = dict(self.shared)
        for name in names:
            if name not in record:
                raise DataError(f"there is no field {name!r}{nearest(name, record)}")
            value = field(record[name], name)
            if isinstance(value, Tensor) and value.requires_grad:
                leaves[name] = value
            self.session.assign(name, value)
        return self._wanted(leaves)

    def _wanted(self, leaves: dict[str, Tensor]) -> dict[str, Tensor]:
        wrt = self.task.wrt
        if wrt is None:
            return leaves
        missing = [name for name in wrt if name not in leaves]
        if missing:
            raise QuestionError(f"--wrt: {missing[0]!r} is no input of the program")
        return {name: leaves[name] for name in wrt}

    def _differentiated(
        self, run: Run, leaves: dict[str, Tensor]
    ) -> tuple[Any, dict[str, np.ndarray]]:
        result = run.value
        if not isinstance(result, Tensor):
            return result, {}
        if not leaves or not result.requires_grad or result.array.size != 1:
            return result.array, {}
        found = grad(result.sum(), tuple(leaves.values()), allow_unused=True)
        return result.array, {
            name: np.zeros_like(leaf.array) if part is None else part.array
            for (name, leaf), part in zip(leaves.items(), found, strict=True)
        }

    # Batches

    def _batch(self, records: list[Record]) -> Batch | None:
        """Evaluate records at once; None where that cannot be, or gives other digits."""
        columns = self._columns(records)
        if columns is None:
            return None
        try:
            found = self._in_time(lambda: self._in_parts(columns, len(records)))
        except (GradcliError, OpError, DataError, ValueError, MemoryError):
            return None
        if found is None:
            return None
        lines = [line for line, _ in records]
        batch = Batch(lines, [record for _, record in records], *found)
        both_ways = np.linspace(0, len(records) - 1, 2 if self.checked else _CHECKED).astype(int)
        self.checked = True
        if all(self._agrees(batch, i, records[i]) for i in dict.fromkeys(both_ways.tolist())):
            return batch
        self.batches = False
        return None

    def _in_parts(
        self, columns: dict[str, np.ndarray], count: int
    ) -> tuple[np.ndarray, dict[str, np.ndarray]] | None:
        """Evaluate as many records at once as are computed like a single one."""
        held = [value for value in self.constants.values() if isinstance(value, Tensor)]
        shapes = [c.shape[1:] for c in columns.values()] + [t.array.shape for t in held]
        whole = np.broadcast_shapes(*shapes)
        if not columns or 0 in whole or not all(_adds_up(s, whole) for s in [*shapes, ()]):
            return None
        rows = _MOST_ELEMENTS // prod(whole)
        if rows < 2:
            return None
        rank = max([1, *map(len, shapes)])
        run = self._program(rank, {*columns, *self.constants})
        if run is None:
            return None
        parts = []
        for start in range(0, count, rows):
            part = {name: column[start : start + rows] for name, column in columns.items()}
            found = self._at_once(run, part, rank, min(rows, count - start))
            if found is None:
                return None
            parts.append(found)
        results, gradients = zip(*parts, strict=True)
        return np.concatenate(results), {
            name: np.concatenate([part[name] for part in gradients]) for name in gradients[0]
        }

    def _columns(self, records: list[Record]) -> dict[str, np.ndarray] | None:
        """Return the values of each field along a first dimension, where they have one type."""
        columns: dict[str, np.ndarray] = {}
        default = STATE.default_dtype.numpy
        for name in self.fields:
            values = [record[name] for _, record in records]
            typed = isinstance(values[0], np.ndarray)
            try:
                column = np.stack(values) if typed else _column(values)
                if column is None or column.dtype.kind not in "if":
                    return None
                columns[name] = column if typed else as_default(column)
            except (DataError, ValueError):
                return None
            if columns[name].dtype != default:
                return None
        for name, tensor in self.shared.items():
            if tensor.array.dtype != default:
                return None
            columns[name] = np.broadcast_to(tensor.array, (len(records), *tensor.array.shape))
        return columns

    def _at_once(
        self, run: Any, columns: dict[str, np.ndarray], rank: int, count: int
    ) -> tuple[np.ndarray, dict[str, np.ndarray]] | None:
        leaves = {name: Tensor(_padded(a, rank).copy(), True) for name, a in columns.items()}
        for name, leaf in leaves.items():
            self.session.assign(name, leaf)
        result = run().value
        for name, tensor in self.shared.items():
            self.session.assign(name, tensor)
        if not isinstance(result, Tensor) or result.array.size != count:
            return None
        wanted = self._wanted(leaves) if result.requires_grad else {}
        found = grad(result.sum(), tuple(wanted.values()), allow_unused=True) if wanted else ()
        gradients = {
            name: (np.zeros_like(leaf.array) if part is None else part.array).reshape(
                columns[name].shape
            )
            for (name, leaf), part in zip(wanted.items(), found, strict=True)
        }
        return result.array.reshape(count), gradients

    def _program(self, rank: int, names: set[str]) -> Any:
        """Return what runs the program for a batch of values of a rank, or None."""
        if rank not in self.prepared:
            task = self.task
            module = batched(task.source, task.filename, names, rank)
            prepare = self.session.prepare
            self.prepared[rank] = module and prepare(module, task.source, task.filename)
        return self.prepared[rank]

    def _agrees(self, batch: Batch, row: int, record: Record) -> bool:
        """Tell whether a row of a batch is, bit for bit, what its record gives alone."""
        alone = self._answer(*record)
        if (
            alone is None
            or alone.error is not None
            or alone.gradients.keys() != batch.gradients.keys()
        ):
            return False
        pairs = [(alone.result, batch.result[row])]
        pairs += [(alone.gradients[name], found[row]) for name, found in batch.gradients.items()]
        return all(_same(a, b) for a, b in pairs)


def _same(alone: Any, row: Any) -> bool:
    a, b = np.asarray(alone), np.asarray(row)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return a.tobytes() == b.tobytes() or _written(a) == _written(b)


def _written(array: np.ndarray) -> bytes:
    """Return the bits of numbers, those of NaN being all the same."""
    return np.where(array == array, array, array.dtype.type("nan")).tobytes()


def _adds_up(shape: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    """Tell whether the gradient of what is spread to a shape is a sum in a batch as it is alone.

    A sum over axes of size 1 alone turns -0 into 0, and a batch, in which all have these axes, has
    none of it.
    """
    sizes = (*[1] * (len(whole) - len(shape)), *shape)
    return len(sizes) == len(shape) or any(a == 1 < b for a, b in zip(sizes, whole, strict=True))


def _column(values: list[Any]) -> np.ndarray | None:
    """Return numbers, or nested lists of them, as an array; NumPy sees at once what most are."""
    try:
        found = np.array(values)
    except ValueError:  # lists of different lengths
        return array_of(values)
    return found if found.dtype in (np.float64, np.int64) else array_of(values)


def _first(value: Any) -> Any:
    """Return the first number of nested lists: truth values by themselves are no numbers."""
    while isinstance(value, list) and value:
        value = value[0]
    return value


def _padded(column: np.ndarray, rank: int) -> np.ndarray:
    """Give values the rank of the others, behind the dimension of the records."""
    return column.reshape(len(column), *(1,) * (rank + 1 - column.ndim), *column.shape[1:])


def field(value: Any, name: str) -> Any:
    """Return a field of a record as a program has it: numbers become a leaf, others stay."""
    if not isinstance(value, (int, float, str, list, np.ndarray)) or isinstance(value, bool):
        return value
    array = value if isinstance(value, np.ndarray) else array_of(value)
    if array is None:
        return value
    if array.dtype.kind in "iu" or (not isinstance(value, np.ndarray) and array.dtype.kind == "f"):
        array = as_default(array, f"field {name!r} ")
    return Tensor(array.copy(), array.dtype.kind in DIFFERENTIABLE)


def spelled(record: Mapping[str, Any], name: str) -> str | None:
    """Return a field of a table as it was written; None where it is a value as in JSON."""
    return record.text(name) if isinstance(record, Row) else None


def _words(diagnostic: Diagnostic) -> str:
    first = (diagnostic.message.splitlines() or [diagnostic.kind or ""])[0]  # of a bare assert
    return f"error[{diagnostic.code}]: {shortened(first)}"
