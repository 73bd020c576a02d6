torch.manual_seed(1337)
B, T, C = 2, 4, 8
x = torch.randn(B, T, C)
head_size = 4
Wk, Wq, Wv = (torch.randn(C, head_size) * C ** -0.5 for _ in range(3))
k, q, v = x @ Wk, x @ Wq, x @ Wv
wei = q @ k.transpose(-2, -1) * head_size ** -0.5
tril = torch.tril(torch.ones(T, T))
wei = wei.masked_fill(tril == 0, float('-inf'))
wei = F.softmax(wei, dim=-1)
out = wei @ v
print(wei[0])
print(out.shape)
print(torch.allclose(out, F.scaled_dot_product_attention(q, k, v, is_causal=True), atol=1e-6))
xbow = torch.zeros((B, T, C))
for b in range(B):
    for t in range(T):
        xprev = x[b, :t + 1]
        xbow[b, t] = torch.mean(xprev, 0)
w = torch.tril(torch.ones(T, T))
w = w / w.sum(1, keepdim=True)
print(torch.allclose(w @ x, xbow, atol=1e-6))
