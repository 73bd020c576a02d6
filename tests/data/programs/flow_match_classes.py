class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def f(p):
    match p:
        case P(0, 0): return "origin"
        case P(0, y): return f"y={y}"
        case P(x=x, y=0): return f"x={x}"
        case P(x, y) if x == y: return "diag"
        case P(): return "P"
for p in [P(0,0), P(0,2), P(3,0), P(4,4), P(1,2), 5]: print(f(p))

class Shape: pass
class Circle(Shape):
    def __init__(self, r): self.r = r
def area(shape):
    match shape:
        case Circle(r=torch.Tensor() as r): return math.pi * r**2
        case Circle(r=float(r) | int(r)): return round(math.pi * r * r, 3)
        case Shape(): return "a shape"
        case torch.Tensor() if shape.dim() == 0: return shape
        case [*parts]: return [area(part) for part in parts]
        case _: return None
for shape in (Circle(2), Circle(torch.tensor(1.0)), Shape(), torch.tensor(3), [Circle(1), 5], "text"):
    print(area(shape))
