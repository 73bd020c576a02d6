def f(x):
    match x:
        case 0 | 1: return "small"
        case int() as n if n > 100: return f"big {n}"
        case int(n): return f"int {n}"
        case str(): return "str"
        case []: return "empty"
        case [a]: return f"one {a}"
        case [a, b]: return f"two {a} {b}"
        case [a, *rest]: return f"many {a} {rest}"
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"a": 1, **rest}: return f"a1 {rest}"
        case {}: return "dict"
        case None: return "none"
        case True: return "true"
        case 1.5: return "1.5"
        case _: return "other"
for v in [0, 1, 5, 500, "s", [], [1], (1, 2), [1,2,3], {"type": "circle", "r": 3}, {"a": 1, "b": 2}, {"z": 1}, None, True, False, 1.5, 2.5, {1}, range(2)]:
    print(repr(v), f(v))

def f(cmd):
    match cmd.split():
        case ["go", ("north" | "south") as d]: return d
        case ["get", obj] | ["pick", "up", obj]: return obj
        case [x, *_]: return f"? {x}"
print(f("go north"), f("get lamp"), f("pick up key"), f("jump high"), f(""))

match {"a": {"b": [1, {"c": 2}]}}:
    case {"a": {"b": [_, {"c": v}]}}: print(v)

import math
match 3.14:
    case math.pi: print("pi")
    case _: print("other")
class Color: RED = 1; BLUE = 2
match 2:
    case Color.RED: print("red")
    case Color.BLUE: print("blue")

match = 5
case = 6
print(match + case)
match[0:1] if False else print("x")
def match(x): return x
print(match(3))
print(match (4))
