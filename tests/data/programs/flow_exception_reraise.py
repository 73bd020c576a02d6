def f(): raise
try: 1/0
except ZeroDivisionError:
    try: f()
    except ZeroDivisionError as e: print("inner", e)
try:
    try: 1/0
    except ZeroDivisionError:
        raise
except ArithmeticError as e: print("re", e)
def retry(n):
    for attempt in range(n):
        try:
            if attempt < 2: raise ConnectionError(f"try {attempt}")
            return attempt
        except ConnectionError as e:
            print("retry", e)
            continue
        finally:
            print("cleanup", attempt)
print(retry(5))
