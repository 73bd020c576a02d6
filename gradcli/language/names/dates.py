"""The module ``datetime``: dates, times and what lies between them, by the host's clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import members_of, readers_of
from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.names import library
from gradcli.language.names.attributes import GETTERS, METHODS, STATIC

Table = dict[str, Any]

_FIELDS: dict[type, str] = {
    date: "day month year",
    datetime: "hour microsecond minute second tzinfo",
    time: "hour microsecond minute second",
    timedelta: "days microseconds seconds",
}
_METHODS: dict[type, str] = {
    date: "ctime isocalendar isoformat isoweekday replace toordinal timetuple weekday",
    datetime: "astimezone ctime date isoformat replace time timestamp timetuple utcoffset",
    time: "isoformat",
    timedelta: "total_seconds",
}
_CALENDAR = type(date(2000, 1, 1).isocalendar())


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
        GETTERS[kind] = readers_of(names)
        METHODS[kind] = members_of(kind, _METHODS[kind])
    CONSTRUCTORS[timezone] = timezone
    METHODS[timezone] = members_of(timezone, "utcoffset tzname")
    METHODS[date]["strftime"] = METHODS[time]["strftime"] = _text
    STATIC[date] = {
        "fromisoformat": lambda text, /: date.fromisoformat(text),
        "fromordinal": lambda number, /: date.fromordinal(number),
        "today": _today(date),
    }
    STATIC[datetime] = {
        "combine": lambda date, time, /: datetime.combine(date, time),
        "fromisoformat": lambda text, /: datetime.fromisoformat(text),
        "fromtimestamp": lambda timestamp, tz=None: datetime.fromtimestamp(timestamp, tz),
        "now": lambda tz=None: datetime.now(tz),
        "strptime": lambda text, format, /: datetime.strptime(text, format),
        "today": _today(datetime),
        "utcnow": lambda: datetime.now(UTC).replace(tzinfo=None),
    }
    for kind in _FIELDS:
        ends = {name: vars(kind)[name] for name in ("max", "min", "resolution")}
        STATIC[kind] = STATIC.get(kind, {}) | ends
    STATIC[timezone] = {"utc": UTC}
    GETTERS[_CALENDAR] = readers_of("year week weekday")
    library.time_table()  # which knows the parts of a ``timetuple``
    return {
        **{kind.__name__: kind for kind in (*_FIELDS, timezone)},
        "UTC": UTC,
        "MINYEAR": MINYEAR,
        "MAXYEAR": MAXYEAR,
    }


TABLES: dict[str, Callable[[], Table]] = {"datetime": _dates}
