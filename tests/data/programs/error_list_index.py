values = [1, 2, 3]
print(values[-1])
values[3]
