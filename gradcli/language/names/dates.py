"""The module ``datetime``: dates, times and what lies between them, by the host's clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.names.attributes import GETTERS, METHODS, STATIC

Table = dict[str, Any]

_FIELDS: dict[type, str] = {
    date: "day month year",
    datetime: "hour microsecond minute second",
    time: "hour microsecond minute second",
    timedelta: "days microseconds seconds",
}


def check_dates(form: Any) -> None:
    """Refuse formats of dates that ask for a width, which no limit bounds."""
    if isinstance(form, str):
        check_items(len(form) * 100)
        if re.search(r"%[-_0^#+]*[0-9]", form):
            raise op_error(ValueError, "Invalid format string")


def _text(moment: Any, format: Any, /) -> str:
    check_dates(format)
    return str(moment.strftime(format))


def _today(kind: type[date]) -> Callable[[], date]:
    return lambda: kind.today()


def _dates() -> Table:
    for kind, names in _FIELDS.items():
        CONSTRUCTORS[kind] = kind
        GETTERS[kind] = {name: attrgetter(name) for name in names.split()}
    METHODS[date] = {
        "isoformat": date.isoformat,
        "replace": date.replace,
        "strftime": _text,
        "toordinal": date.toordinal,
        "weekday": date.weekday,
    }
    METHODS[datetime] = {
        "date": datetime.date,
        "isoformat": datetime.isoformat,
        "replace": datetime.replace,
        "time": datetime.time,
        "timestamp": datetime.timestamp,
    }
    METHODS[time] = {"isoformat": time.isoformat, "strftime": _text}
    METHODS[timedelta] = {"total_seconds": timedelta.total_seconds}
    STATIC[date] = {"today": _today(date)}
    STATIC[datetime] = {
        "fromtimestamp": lambda timestamp, /: datetime.fromtimestamp(timestamp),
        "now": lambda: datetime.now(),
        "today": _today(datetime),
    }
    return {kind.__name__: kind for kind in _FIELDS}


TABLES: dict[str, Callable[[], Table]] = {"datetime": _dates}
