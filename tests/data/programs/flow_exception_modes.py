try:
    with torch.no_grad():
        print(torch.is_grad_enabled())
        raise ValueError("inside")
except ValueError as error:
    print(error, torch.is_grad_enabled())

def guarded(function):
    try:
        with torch.no_grad(), torch.enable_grad():
            return function()
    except RuntimeError as error:
        print("refused:", str(error).splitlines()[0])
        return None
    finally:
        print("mode", torch.is_grad_enabled())

x = torch.ones(2, requires_grad=True)
print(guarded(lambda: (x * 2).sum()))
print(guarded(lambda: x @ torch.ones(3)))

def clipped(values, low=0.0):
    for value in values:
        try:
            if value < low:
                raise ValueError(f"{value} is below {low}")
        except ValueError as error:
            print(error)
            continue
        yield torch.tensor(value, requires_grad=True)

total = sum(torch.sqrt(value) for value in clipped([4.0, -1.0, 9.0]))
print(total)
total.backward()

y = x * 2
loss = y.sum()
loss.backward()
try:
    loss.backward()
except RuntimeError as error:
    print(str(error)[:40], len(error.args))
