try: assert False
except AssertionError as e: print(repr(e), e.args)
try: assert False, (1, 2)
except AssertionError as e: print(repr(e), e.args)
