torch.manual_seed(0)
A = torch.randn(4, 2) @ torch.randn(2, 3)
U, V = torch.randn(4, 2, requires_grad=True), torch.randn(3, 2, requires_grad=True)
for i in range(50):
    loss = (A - U @ V.mT).square().mean()
    loss.backward()
    with torch.no_grad():
        for M in (U, V):
            M -= 0.3 * M.grad
            M.grad = None
print(f"{loss:.3f}", torch.linalg.matrix_rank(U @ V.mT))
