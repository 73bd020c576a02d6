try:
    try: 1/0
    except ValueError: print("no")
    else: print("else")
    finally: print("fin")
except ArithmeticError as e: print(type(e).__name__, e)

def f():
    try: return "try"
    finally: return "finally"
print(f())

def f():
    try: raise ValueError
    finally: return "swallowed"
print(f())

def f():
    for i in range(5):
        try:
            if i == 2: break
        finally: print("f", i)
    else: print("no")
    return i
print(f())

def f():
    for i in range(3):
        try: 1/0
        finally:
            continue
    return "x"
print(f())

def f():
    while True:
        try:
            try: return 1
            finally: print("a")
        finally:
            print("b")
            break
    return 2
print(f())
