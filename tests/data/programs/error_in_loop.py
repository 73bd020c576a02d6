total = 0
for scale in [2, 1, 0]:
    total += 10 / scale
    print(total)
