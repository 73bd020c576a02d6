a, b = (x for x in range(3))
