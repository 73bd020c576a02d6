a = torch.tensor([-1.5, -0.25, 0.0, 0.75, 2.0])
for f in (torch.ceil, torch.floor, torch.trunc, torch.frac, torch.sgn, torch.neg, torch.square, torch.exp2, torch.expm1, torch.sinc, torch.deg2rad, torch.erf, torch.i0, torch.nan_to_num, torch.signbit, torch.logical_not, torch.isfinite, torch.positive):
    print(f.__name__ if hasattr(f, "__name__") else "f", f(a))
b = torch.tensor([2., -1., 3., 0.5, 2.])
for g in (torch.fmod, torch.remainder, torch.maximum, torch.fmin, torch.hypot, torch.copysign, torch.atan2, torch.heaviside, torch.xlogy, torch.nextafter, torch.ldexp, torch.logaddexp, torch.floor_divide, torch.true_divide):
    print(g(a, b))
print(torch.div(a, b, rounding_mode="trunc"), torch.clamp(a, min=torch.zeros(5)), torch.lerp(a, b, 0.25), torch.addcdiv(a, b, b, value=0.1), torch.bitwise_and(torch.tensor([6, 3]), 2), torch.gcd(torch.tensor(12), torch.tensor(18)))
