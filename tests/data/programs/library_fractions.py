from fractions import Fraction as F
print(F(3,4)+F(1,3), F("0.125"), F("-3/6"), F(" 1e-3 "), F(1.5), repr(F(6,8)), F(7,2)//1, F(1,2)<0.6, F(1,2)==0.5, 2*F(1,3), 1/F(1,3), F(1,3)**2, F(2,3)**-2, F(4)**F(1,2), 2**F(3), 2.0+F(1,2))
print(sum([F(1,k) for k in range(1,10)]), float(F(1,8)), round(F(7,2)), round(F(22,7),2), F(-7,2)%2, divmod(F(7,2),1), abs(F(-1,2)), int(F(-7,2)), hash(F(1,2))==hash(.5), F(3.14159).limit_denominator(100), sorted([F(1,2),F(1,3)]), max(F(1,2),0.7), {F(2,4):1}[F(1,2)], f"{F(1,3)}", bool(F(0)))
import math; print(math.floor(F(7,2)), math.ceil(F(7,2)), math.sqrt(F(1,4)), F(1,2).numerator, F(1,2)+True, F(5), str(F(5)))
for bad in ("x", "1/0"):
    try: F(bad)
    except Exception as e: print(type(e).__name__, e)
try: F(1, 0)
except Exception as e: print(type(e).__name__, e)
try: F(1, 0.5)
except Exception as e: print(type(e).__name__, e)
try: F(1) + "a"
except Exception as e: print(type(e).__name__, e)
print(isinstance(F(1), F), type(F(1)).__name__)
