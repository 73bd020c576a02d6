"""Enumerations of numbers, texts and flags."""
import enum
from enum import Enum, IntEnum, Flag, auto, StrEnum
class B(int, Enum):
    P = 2
    Q = 3
print(B.P, repr(B.P), B.P + 1, B.P < B.Q, B.P == 2, isinstance(B.P, int), B(3), B.Q.name, [10, 20, 30, 40][B.P], B.P is B(2))
class C(IntEnum):
    LOW = 1
    HIGH = auto()
print(C.LOW, repr(C.HIGH), f"{C.HIGH}", C.HIGH * 10, sorted([C.HIGH, C.LOW]), list(C), C.HIGH == 2, C(1), C['LOW'], max(C), {C.LOW: 'a'}[1])
class D(Flag):
    R = auto()
    W = auto()
    X = auto()
print(D.R | D.W, repr(D.R | D.W), D.R in (D.R | D.W), D.X in (D.R | D.W), bool(D.R & D.W), D.R & D.W, ~D.R, D(5), (D.R | D.W) is (D.W | D.R), D.X.value, D.R ^ D.W, list(D))
class E(StrEnum):
    RED = auto()
    BLUE = 'b'
print(E.RED, repr(E.BLUE), E.RED.upper(), E.RED == 'red', E('b'))
class F(str, Enum):
    A = 'x'
print(F.A, F.A == 'x', F.A + 'y', len(F.A))
try:
    D(9)
except ValueError as e:
    print('ValueError')
for wrong in (lambda: D.R | 1, lambda: D.R | C.LOW, lambda: C(9)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(D.R | D.R is D.R, (D.R | D.W | D.X).value, D(0) == D.R & D.W, hash(D.R) == hash(D(1)), D['W'].name, len(D))
