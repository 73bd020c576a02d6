"""``collections.ChainMap``: dictionaries that are read as one."""

from __future__ import annotations

import collections
from collections.abc import MutableMapping
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import members_of
from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.machine.sequences import collecting
from gradcli.language.names.attributes import GETTERS, METHODS

_MOST = 1000
"""So many dictionaries are read as one: each is asked for each name."""


class ChainMap(collections.ChainMap[Any, Any]):
    """Dictionaries as one, of which the first is written to."""

    def __init__(self, *maps: Any) -> None:
        check_items(len(maps), _MOST)
        for each in maps:
            if not isinstance(each, dict):
                raise op_error(TypeError, f"ChainMap takes dictionaries, not {type(each).__name__}")
        super().__init__(*maps)

    def new_child(self, m: Any = None, **kwargs: Any) -> ChainMap:
        """Return another with a dictionary before the others."""
        return ChainMap(kwargs if m is None else m, *self.maps)


ChainMap.__module__ = "collections"


def chained() -> type:
    """Return the class, which programs know from then on."""
    CONSTRUCTORS[ChainMap] = ChainMap
    GETTERS[ChainMap] = {
        "maps": lambda chain: list(chain.maps),
        "parents": lambda chain: ChainMap(*chain.maps[1:]),
    }
    METHODS[ChainMap] = {
        **members_of(ChainMap, "get items keys new_child pop setdefault values"),
        "update": collecting(MutableMapping.update),
    }
    return ChainMap
