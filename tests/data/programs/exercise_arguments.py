def affine(x, weight=2, *, bias=0, **extra):
    """Scale and shift."""
    return x * weight + bias + extra.get("more", 0)

print(affine(1), affine(1, 3), affine(x=1, bias=5), affine(1, more=10))
options = {"weight": 4, "bias": 1}
print(affine(2, **options), affine(*[2, 5]))
def total(*values, start=0):
    return sum(values, start)
print(total(), total(1, 2, 3), total(*range(4), start=10))
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(affine(x, bias=x.mean()))
