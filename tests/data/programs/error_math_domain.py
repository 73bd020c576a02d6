math.sqrt(-1)
