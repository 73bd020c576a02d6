names = ["w1", "b1"]
params = {n: torch.full((i + 1,), float(i)) for i, n in enumerate(names)}
print(", ".join(f"{k}={tuple(v.shape)}" for k, v in params.items()))
print("\n".join("{:>4s}|{:^9}|".format(k, str(v.numel())) for k, v in params.items()))
print("=" * 20, "Epoch".center(10, "-"), "abc"[::-1], "a,b".split(","), sep="\n")
print(f"{1234567:,} {0.000012345:.3g} {42:05d} {3.0:+.1f} {'x'!r:>5} {0.25:.0%} {1e-10} {10**20} {2/3}")
print("loss: %6.3f acc: %d%%" % (0.123456, 97), "%s %r %x %e" % ("a", "b", 255, 12345.678))
print(f"{params['w1']}", f"{params=}")
