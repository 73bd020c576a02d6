from enum import *
class Mode(IntFlag):
    TRAIN = 1
    EVAL = 2
    DEBUG = 4
m = Mode.TRAIN | Mode.DEBUG
print(m, repr(m), m.value, Mode.TRAIN in m, Mode.EVAL in m, m & Mode.DEBUG, bool(m & Mode.EVAL))
print(repr(m ^ Mode.TRAIN), repr(~Mode.TRAIN), int(m), m == 5, list(m), repr(Mode(3)), repr(Mode(0)), repr(Mode(9)), repr(Mode.TRAIN | 8), repr(8 | Mode.TRAIN), repr(Mode(16)), m + 1, f"{m}", m.name, Mode(0).name, repr(Mode(-1)), repr(Mode(-2)), repr(~Mode(9)))
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
print(Perm.RW, repr(Perm.RW), Perm.R in Perm.RW, Perm.R.value, Perm.W.value, Perm.X.value, Perm.R | Perm.X, repr(Perm.R | Perm.X))
print(list(Perm), len(Perm), Perm(0), repr(Perm(0)), bool(Perm(0)), Perm["R"], Perm.R.name, Perm(7), repr(~Perm.R), ~Perm.RW, len(Perm.RW), Perm.RW is (Perm.R | Perm.W), (Perm.R|Perm.X) is (Perm.X|Perm.R), Perm(-2))
for f in Perm.RW: print(f)
for bad in (lambda: Perm(8), lambda: Perm("x"), lambda: Perm.R | 1, lambda: 1 in Perm.R, lambda: Mode("x")):
    try: print(bad())
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
class Z(Flag):
    NONE = 0
    A = 1
    B = 2
    ALL = 3
print(list(Z), Z.NONE, Z(0), repr(Z.ALL), Z.A & Z.B, Z.ALL & ~Z.A, {Z.A: 1}[Z.A], Z.A == Z.A, Z.A != 1, Z.__members__)
import copy, pickle
print(copy.deepcopy(m) is m, hash(Mode.TRAIN) == hash(1), {1: "one"}[Mode.TRAIN], sorted([Mode.DEBUG, Mode.TRAIN]))
class Gap(Flag):
    A = 1
    D = 8
print(~Gap.A, repr(Gap.A | Gap.D), Gap(9))
try: Gap(2)
except ValueError as e: print(e)
class Color(Enum):
    RED = 1
    CRIMSON = 1
    BLUE = 2
print(list(Color), len(Color), Color.CRIMSON, Color.RED in Color)
