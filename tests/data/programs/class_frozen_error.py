from dataclasses import dataclass, FrozenInstanceError


@dataclass(frozen=True)
class P:
    x: int = 1


try:
    P().x = 2
except FrozenInstanceError as e:
    print(type(e), type(e).__name__, repr(e), isinstance(e, AttributeError), e.args)
try:
    try:
        del P().x
    except AttributeError as e:
        raise
except Exception as e:
    print(type(e).__name__)


class MyE(FrozenInstanceError):
    pass


try:
    raise MyE("a")
except FrozenInstanceError as e:
    print(e)
P().x = 3
