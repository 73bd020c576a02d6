loss = torch.tensor(0.123456)
acc = 0.9
print(f"loss {loss:.3f} accuracy {acc:.1%} step {7:04d} {'name':>8}|{'left':<6}|{'mid':^7}|")
print(f"{loss} {loss.item():.4e} {1234567:,} {255:#x} {-3.5:+.2f} {3:5}|")
print("loss %.3f after %d steps of %s" % (loss, 10, "descent"))
print("{} and {:.2f}, {name}".format(1, 2.5, name="x"))
print(f"{torch.ones(2)!r} {torch.ones(1).shape} {torch.float64}")
x = 3
print(f"{x=} {x + 1 = } {[v ** 2 for v in range(3)]}")
print("a", 1, 2.0, None, True, sep=", ", end="!\n")
print(str(torch.tensor(1.5)) + " " + repr("text"), "line\nbreak\ttab")
