import random
random.seed(42)
print(random.random(), random.randint(1, 10), random.choice([1, 2, 3]), random.uniform(-1, 1))
x = list(range(5))
random.shuffle(x)
print(x, random.sample(range(10), 3), round(random.gauss(0, 1), 6))
