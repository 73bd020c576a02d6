import numpy as np
p = np.poly1d([1, -3, 2]); print(p, p(5), p.roots, p.order, repr(p), p.c)
print(np.poly1d([1.5, 0, -2.25, 0, 3]), np.poly1d([0, 0]), np.poly1d([2, 3], r=True), np.poly1d([1, 2], variable="z"))
q = np.poly1d([1, 1]); print(repr(p + q), repr(p - q), repr(p * q), p / q, repr(p ** 2), repr(p.deriv()), repr(p.integ()), p[1], p[5], p == q, p == np.poly1d([1, -3, 2]), repr(2 * p), repr(p + 1), repr(1 - p), repr(-p))
print(p(np.array([1., 2.])), p(q), len(p), list(p), np.polyval(p, 2), np.poly1d(np.polyfit([0, 1, 2], [1, 3, 7], 2))(1.5))
f = np.poly1d(np.polyfit(np.arange(5.), [1, 2, 2.5, 4, 5], 1)); print(f, np.roots([1, 0, -4]), np.poly([1, 2]), np.polydiv([1, 3, 2], [1, 1]))
