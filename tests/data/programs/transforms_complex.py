from torch.autograd.functional import vjp
from torch.func import grad, jvp
z = torch.tensor([1 + 2j, 0.5 - 1j])
print(grad(lambda z: (z * z.conj()).real.sum())(z))
print(grad(lambda z: z.abs().sum())(z))
print(jvp(lambda z: z ** 2, (z,), (torch.ones_like(z),)))
print(torch.func.vjp(lambda z: z ** 2, z)[1](torch.ones_like(z)))
print(vjp(torch.exp, z, torch.ones_like(z)))
print(grad(lambda x: torch.view_as_real(torch.complex(x, x ** 2)).sum())(torch.tensor(3.)))
