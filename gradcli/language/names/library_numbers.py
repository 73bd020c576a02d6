"""Fractions of Python's library and polynomials of NumPy's, as programs of the language."""

FRACTIONS = """
import math, operator, re

_form = re.compile(
    r"\\s*([-+]?)(?=\\d|\\.\\d)(\\d*)(?:/(\\d+)|(?:\\.(\\d*))?(?:[eE]([-+]?\\d+))?)\\s*"
)

def ratio(value):
    if isinstance(value, Fraction): return value.numerator, value.denominator
    if isinstance(value, int): return int(value), 1
    return float(value).as_integer_ratio()

def read(text):
    found = _form.fullmatch(text)
    if found is None: raise ValueError(f"Invalid literal for Fraction: {text!r}")
    sign, whole, below, decimal, exponent = found.groups()
    top, bottom = int(whole or 0), int(below or 1)
    if decimal: top, bottom = int((whole or "0") + decimal), 10 ** len(decimal)
    if exponent and int(exponent) >= 0: top *= 10 ** int(exponent)
    elif exponent: bottom *= 10 ** -int(exponent)
    return -top if sign == "-" else top, bottom

def exact(value): return isinstance(value, (int, Fraction))

def half_even(top, bottom):
    floor, rest = divmod(top, bottom)
    return floor + (rest * 2 > bottom or (rest * 2 == bottom and floor % 2 == 1))

def forms(compute, other):
    def forward(a, b):
        if exact(b): return compute(*ratio(a), *ratio(b))
        if isinstance(b, (float, complex)): return other(float(a), b)
        return NotImplemented
    def reverse(b, a):
        if exact(a): return compute(*ratio(a), *ratio(b))
        if isinstance(a, (float, complex)): return other(a, float(b))
        return NotImplemented
    return forward, reverse

def compared(sign):
    def compare(a, b):
        if exact(b):
            (n, d), (m, e) = ratio(a), ratio(b)
            return sign(n * e, m * d)
        if not isinstance(b, float): return NotImplemented
        if not math.isfinite(b): return sign(0.0, b)
        return compare(a, Fraction(b))
    return compare

class Fraction:
    __module__ = "fractions"
    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            if isinstance(numerator, str): top, bottom = read(numerator)
            elif isinstance(numerator, (int, float, Fraction)): top, bottom = ratio(numerator)
            else: raise TypeError("argument should be a string or a Rational instance")
        elif exact(numerator) and exact(denominator):
            (n, d), (m, e) = ratio(numerator), ratio(denominator)
            top, bottom = n * e, d * m
        else: raise TypeError("both arguments should be Rational instances")
        if bottom == 0: raise ZeroDivisionError(f"Fraction({top}, 0)")
        shared = math.gcd(top, bottom) * (-1 if bottom < 0 else 1)
        self._numerator, self._denominator = top // shared, bottom // shared
        return self
    @classmethod
    def from_float(cls, f): return cls(f)
    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)
    def as_integer_ratio(self): return self._numerator, self._denominator
    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1: raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator: return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator: break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator: return Fraction(p1, q1)
        return Fraction(p0 + k * p1, q0 + k * q1)
    def __repr__(self): return f"Fraction({self._numerator}, {self._denominator})"
    def __str__(self):
        if self._denominator == 1: return str(self._numerator)
        return f"{self._numerator}/{self._denominator}"
    def __format__(self, spec): return format(float(self), spec) if spec else str(self)
    def __hash__(self):
        if self._denominator == 1: return hash(self._numerator)
        if float(self) == self: return hash(float(self))
        return hash((self._numerator, self._denominator))
    __add__, __radd__ = forms(lambda n, d, m, e: Fraction(n * e + m * d, d * e), operator.add)
    __sub__, __rsub__ = forms(lambda n, d, m, e: Fraction(n * e - m * d, d * e), operator.sub)
    __mul__, __rmul__ = forms(lambda n, d, m, e: Fraction(n * m, d * e), operator.mul)
    __truediv__, __rtruediv__ = forms(lambda n, d, m, e: Fraction(n * e, d * m), operator.truediv)
    __floordiv__, __rfloordiv__ = forms(
        lambda n, d, m, e: (n * e) // (d * m), operator.floordiv)
    __mod__, __rmod__ = forms(
        lambda n, d, m, e: Fraction((n * e) % (d * m), d * e), operator.mod)
    __divmod__, __rdivmod__ = forms(
        lambda n, d, m, e: ((n * e) // (d * m), Fraction((n * e) % (d * m), d * e)), divmod)
    def __pow__(a, b):
        if not exact(b): return float(a) ** b if isinstance(b, (float, complex)) else NotImplemented
        n, d = ratio(b)
        if d != 1: return float(a) ** float(b)
        if n >= 0: return Fraction(a._numerator ** n, a._denominator ** n)
        return Fraction(a._denominator ** -n, a._numerator ** -n)
    def __rpow__(b, a):
        if b._denominator == 1 and exact(a): return a ** b._numerator
        return a ** float(b)
    def __pos__(self): return Fraction(self)
    def __neg__(self): return Fraction(-self._numerator, self._denominator)
    def __abs__(self): return Fraction(abs(self._numerator), self._denominator)
    def __bool__(self): return self._numerator != 0
    def __int__(self): return self.__trunc__()
    def __float__(self): return self._numerator / self._denominator
    def __trunc__(self): return -self.__neg__().__floor__() if self < 0 else self.__floor__()
    def __floor__(self): return self._numerator // self._denominator
    def __ceil__(self): return -(-self._numerator // self._denominator)
    def __round__(self, ndigits=None):
        if ndigits is None: return half_even(self._numerator, self._denominator)
        scale = Fraction(10) ** ndigits
        return Fraction(round(self * scale)) / scale
    __eq__ = compared(operator.eq)
    __lt__ = compared(operator.lt)
    __le__ = compared(operator.le)
    __gt__ = compared(operator.gt)
    __ge__ = compared(operator.ge)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self
"""

NUMPY = """
import re
import numpy as np

def raised(text):
    powers, below, at = "", "", 0
    for found in re.finditer(r"\\*\\*([0-9]*)", text):
        powers += " " * (len(text[at:found.start()]) - 1) + found[1]
        below += text[at:found.start()] + " " * (len(found[1]) - 1)
        at = found.end()
    return f" {powers}\\n{below}{text[at:]}"

def term(coefficient, variable, power):
    number = "%.4g" % coefficient if np.isreal(coefficient) else str(coefficient)
    if number == "0" or power == 0: return number
    return f"{number} {variable}" + (f"**{power}" if power > 1 else "")

def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    moved = np.moveaxis(np.asarray(arr), axis, -1)
    lines = moved.reshape(-1, moved.shape[-1])
    made = np.array([func1d(line, *args, **kwargs) for line in lines])
    shaped = made.reshape(moved.shape[:-1] + made.shape[1:])
    for place in range(made.ndim - 1): shaped = np.moveaxis(shaped, -1, axis)
    return shaped

class vectorize:
    __module__ = "numpy"
    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if excluded or signature: raise TypeError("vectorize takes functions of numbers alone here")
        self.pyfunc, self.otypes, self.__doc__ = pyfunc, otypes, doc
    def __call__(self, *args):
        zero = sum([np.zeros(np.shape(a)) for a in args])
        columns = [np.broadcast_to(a, np.shape(zero)).ravel().tolist() for a in args]
        made = np.array([self.pyfunc(*row) for row in zip(*columns)])
        if self.otypes: made = made.astype(self.otypes[0])
        return made.reshape(np.shape(zero))

class poly1d:
    __module__, __hash__ = "numpy", None
    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d): c_or_r = c_or_r.coeffs
        given = np.atleast_1d(np.poly(c_or_r) if r else c_or_r)
        kept = np.flatnonzero(given)
        self.coeffs = given[kept[0]:] if len(kept) else given[:1] * 0
        self.variable = variable or "x"
    order = o = property(lambda self: len(self.coeffs) - 1)
    c = coef = coefficients = property(lambda self: self.coeffs)
    r = roots = property(lambda self: np.roots(self.coeffs))
    def __repr__(self): return f"poly1d({repr(self.coeffs)[6:-1]})"
    def __str__(self):
        text = ""
        for place, coefficient in enumerate(self.coeffs):
            new = term(coefficient, self.variable, self.order - place)
            if place == 0: text = new
            elif new != "0":
                text += f" - {new[1:]}" if new.startswith("-") else f" + {new}"
        return raised(text)
    def __call__(self, val):
        if not isinstance(val, poly1d): return np.polyval(self.coeffs, val)
        total = poly1d([0])
        for coefficient in self.coeffs: total = total * val + coefficient
        return total
    def __len__(self): return self.order
    def __iter__(self): return iter(self.coeffs)
    def __array__(self, dtype=None, copy=None): return self.coeffs
    def __getitem__(self, power):
        inside = 0 <= power <= self.order
        return self.coeffs[self.order - power] if inside else self.coeffs[0] * 0
    def __neg__(self): return poly1d(-self.coeffs)
    def __pos__(self): return self
    def __add__(self, other): return poly1d(np.polyadd(self.coeffs, poly1d(other).coeffs))
    def __sub__(self, other): return poly1d(np.polysub(self.coeffs, poly1d(other).coeffs))
    def __rsub__(self, other): return poly1d(np.polysub(poly1d(other).coeffs, self.coeffs))
    def __mul__(self, other):
        if np.isscalar(other): return poly1d(self.coeffs * other)
        return poly1d(np.polymul(self.coeffs, poly1d(other).coeffs))
    __radd__, __rmul__ = __add__, __mul__
    def __truediv__(self, other):
        if np.isscalar(other): return poly1d(self.coeffs / other)
        quotient, rest = np.polydiv(self.coeffs, poly1d(other).coeffs)
        return poly1d(quotient), poly1d(rest)
    def __pow__(self, power):
        if power != int(power) or power < 0:
            raise ValueError("Power to non-negative integers only.")
        total = [1]
        for _ in range(power): total = np.polymul(self.coeffs, total)
        return poly1d(total)
    def __eq__(self, other):
        if not isinstance(other, poly1d): return NotImplemented
        return len(self) == len(other) and bool(np.all(self.coeffs == other.coeffs))
    def deriv(self, m=1): return poly1d(np.polyder(self.coeffs, m=m))
    def integ(self, m=1, k=0): return poly1d(np.polyint(self.coeffs, m=m, k=k))
"""
