class A(Exception):
    def __str__(self): return "custom"
raise A(1, 2)
