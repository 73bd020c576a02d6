"""Multiple inheritance by C3, and cooperative super()."""


class Base:
    def __init__(self):
        print("Base")
        self.names = ["Base"]

    def who(self):
        return "Base"


class A(Base):
    def __init__(self):
        print("A in")
        super().__init__()
        self.names.append("A")
        print("A out")

    def who(self):
        return "A>" + super().who()


class B(Base):
    def __init__(self):
        print("B in")
        super().__init__()
        self.names.append("B")
        print("B out")

    def who(self):
        return "B>" + super().who()


class C(A, B):
    def __init__(self):
        super().__init__()
        self.names.append("C")

    def who(self):
        return "C>" + super().who()


c = C()
print(c.names, c.who(), [k.__name__ for k in C.__mro__], C.__bases__)
print(super(A, c).who(), super(C, c).who(), A.who(c), Base.who(c))
print(isinstance(c, (int, B)), issubclass(C, Base), issubclass(A, B), issubclass(C, (int, A)), isinstance(3, C))


class X: pass
class Y: pass
class XY(X, Y): pass
class YX(Y, X): pass


class Loud:
    def speak(self):
        return super().speak().upper() + "!"


class Dog:
    def speak(self):
        return "woof"


class LoudDog(Loud, Dog):
    pass


print(LoudDog().speak(), LoudDog.mro())


class O: pass
class D(O): pass
class E(O): pass
class F(O): pass
class G(D, E): pass
class H(E, F): pass
class I(G, H): pass


print([k.__name__ for k in I.__mro__])


class Bad(XY, YX): pass
