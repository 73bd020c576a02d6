layers = []
for size in [2, 3]:
    layers.append({"w": torch.full((size, size), 0.5), "name": f"layer{size}"})
for layer in layers:
    layer["w"].requires_grad_()
total = sum(layer["w"].sum() for layer in layers)
total.backward()
print(total)
print([layer["name"] for layer in layers if layer["w"].grad is not None])
print(layers)
