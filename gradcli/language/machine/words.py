"""The words that functions of the host are written with: all that their text has names for."""

from __future__ import annotations

from typing import Any

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.machine import sequences
from gradcli.language.machine.calling import (
    UNSET,
    Left,
    any_call,
    call,
    crossing,
    inside,
    leave,
    link,
    make,
    operate,
)
from gradcli.language.machine.code import Frame
from gradcli.language.machine.ends import Resumed
from gradcli.language.machine.functions import NUMBERS, SUSPENDED, Function
from gradcli.language.machine.infix import FLAT
from gradcli.language.machine.objects import Class

WORDS: dict[str, Any] = {
    "__builtins__": {},
    "__name__": "gradcli.language.machine.writing",
    "ANY": any_call,
    "BASEERROR": BaseException,
    "CALL": call,
    "CLASS": Class,
    "CROSSING": crossing,
    "FLOAT": float,
    "FRAME": Frame,
    "FUNCTION": Function,
    "GROWING": sequences.GROWING,
    "INSIDE": inside,
    "INT": int,
    "LEAVE": leave,
    "LEFT": Left,
    "LINK": link,
    "LIST": list,
    "LOCALS": locals,
    "MAKE": make,
    "FLAT": FLAT,
    "NUMBERS": NUMBERS,
    "OPERATE": operate,
    "RESUMED": Resumed,
    "STATE": STATE,
    "SUSPENDED": SUSPENDED,
    "TENSORS": TENSORS,
    "TUPLE": tuple,
    "UNBOUND": UnboundLocalError,
    "UNSET": UNSET,
    "isinstance": isinstance,
    "iter": iter,
    "slice": slice,
    "unpack": sequences.unpack,
}
