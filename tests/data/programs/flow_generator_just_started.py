def g(): yield
g().send(1)
