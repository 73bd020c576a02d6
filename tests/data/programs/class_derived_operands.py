"""Values of classes that derive from a type of Python's, on either side of a sign."""

from collections import namedtuple
P = namedtuple('P','a b')
print((1,)+P(2,3), P(1,2)+P(3,4), P(1,2)+(5,))
class L(list): pass
print(L([1])+L([2]))
x=[1]; x+=L([2,3]); print(x)
x.extend(L([9])); print(x, [*L([4])], list(L([5])), sum([L([1]),L([2])],[]))
class T(tuple): pass
print((1,)+T((2,)))
class D(dict): pass
print({**D(a=1)}, {'b':2} | D(a=1), dict(D(a=3)))
class S(str): pass
print('a'+S('b'), S('b')+'a', ','.join([S('x'),'y']))
print([1]+L([2]))
class Se(set): pass
print({1,2} & Se({2}), {1} | Se({3}), {1,2} - Se({1}), {1} ^ Se({2}), Se({1}) | {4})
class F(float): pass
class I(int): pass
print(2.0 * F(3), 2 * F(3.0), 3 + I(4), 2 ** I(3), 7 // I(2), 7 % I(4), divmod(7, I(2)), [1]*I(2), I(2)*[1], 'a'*I(3), 1 - F(0.5))
class T(tuple): pass
class R(list):
    def __radd__(self, o): return ('radd', o)
print([1]+R([2]))
for f in (lambda: [1]+T((1,)), lambda: (1,)+L([1]), lambda: 'a'+L(), lambda: 1+L([1]), lambda: [1]-L([1]), lambda: T((1,))+[1]):
    try: print(f())
    except TypeError as e: print(e)
x=[1]
for i in range(400):
    x = [i] + L([i])
print(x)
