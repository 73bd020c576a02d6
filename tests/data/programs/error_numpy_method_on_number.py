x = 3.5
x.item()
