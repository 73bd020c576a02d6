settings = {"lr": 0.1}
print(settings["lr"])
settings["momentum"]
