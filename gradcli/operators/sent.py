"""How objects of PyTorch's classes are sent to another process: ``pickle``, ``multiprocessing``.

The classes say that they are ``torch``'s, where ``pickle`` would look for them. What is sent are
the words instead that lead to a class from gradcli.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any


def by_words(value: Any, protocol: Any) -> Any:
    """Return what ``__reduce_ex__`` returns, for a class that other code may go on from."""
    plain: Any = object.__reduce_ex__(value, max(protocol, 2))
    made, (cls, *given), *state = plain
    words = (cls.__module__, cls.__qualname__)
    if not words[0].startswith("torch.") or _found(*words) is not cls:
        return (made, (cls, *given), *state)
    return (_blank, (*words, *given), *state)


def _blank(module: str, name: str, *given: Any) -> Any:
    cls = _found(module, name)
    return cls.__new__(cls, *given)


@lru_cache(maxsize=512)  # a name that is not there takes long to look for
def _found(module: str, name: str) -> Any:
    """Return a class of ``torch.nn.modules.linear``, which gradcli has in ``nn``."""
    place: Any = sys.modules["gradcli"]  # the door for users, which is above this module
    for word in ("", *module.split(".")[1:]):
        place = getattr(place, word, place)
        found = getattr(place, name, None)
        if getattr(found, "__module__", None) == module:
            return found
    return None
