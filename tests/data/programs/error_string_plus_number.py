print("loss: " + 3)
