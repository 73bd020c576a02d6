from abc import ABCMeta, abstractmethod


class Shape(metaclass=ABCMeta):
    @abstractmethod
    def area(self): ...


class Square(Shape):
    def area(self):
        return 4


print(Square().area())
Shape()
