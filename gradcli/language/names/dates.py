"""The module ``datetime``: dates, times and what lies between them, by the host's clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone
from operator import attrgetter
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.names import library
from gradcli.language.names.attributes import GETTERS, METHODS, STATIC

Table = dict[str, Any]

_FIELDS: dict[type, str] = {
    date: "day month year",
    datetime: "hour microsecond minute second",
    time: "hour microsecond minute second",
    timedelta: "days microseconds seconds",
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
        GETTERS[kind] = {name: attrgetter(name) for name in names.split()}
    METHODS[date] = {
        "ctime": date.ctime,
        "isocalendar": date.isocalendar,
        "isoformat": date.isoformat,
        "isoweekday": date.isoweekday,
        "replace": date.replace,
        "strftime": _text,
        "toordinal": date.toordinal,
        "timetuple": date.timetuple,
        "weekday": date.weekday,
    }
    METHODS[datetime] = {
        "astimezone": datetime.astimezone,
        "ctime": datetime.ctime,
        "date": datetime.date,
        "isoformat": datetime.isoformat,
        "replace": datetime.replace,
        "time": datetime.time,
        "timestamp": datetime.timestamp,
        "timetuple": datetime.timetuple,
        "utcoffset": datetime.utcoffset,
    }
    CONSTRUCTORS[timezone] = timezone
    METHODS[timezone] = {"utcoffset": timezone.utcoffset, "tzname": timezone.tzname}
    GETTERS[datetime]["tzinfo"] = attrgetter("tzinfo")
    METHODS[time] = {"isoformat": time.isoformat, "strftime": _text}
    METHODS[timedelta] = {"total_seconds": timedelta.total_seconds}
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
    GETTERS[_CALENDAR] = {name: attrgetter(name) for name in ("year", "week", "weekday")}
    library.time_table()  # which knows the parts of a ``timetuple``
    return {
        **{kind.__name__: kind for kind in (*_FIELDS, timezone)},
        "UTC": UTC,
        "MINYEAR": MINYEAR,
        "MAXYEAR": MAXYEAR,
    }


TABLES: dict[str, Callable[[], Table]] = {"datetime": _dates}
