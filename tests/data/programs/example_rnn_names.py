torch.manual_seed(0)
def letter_to_tensor(letter):
    t = torch.zeros(1, 26)
    t[0][ord(letter) - ord('a')] = 1
    return t
W_ih, W_hh, W_ho = [torch.randn(*s) * 0.1 for s in ((26, 8), (8, 8), (8, 3))]
for w in (W_ih, W_hh, W_ho):
    w.requires_grad_(True)
def rnn(line):
    hidden = torch.zeros(1, 8)
    for letter in line:
        hidden = torch.tanh(letter_to_tensor(letter) @ W_ih + hidden @ W_hh)
    return F.log_softmax(hidden @ W_ho, dim=1)
data = [("ada", 0), ("bob", 1), ("eve", 2)]
for epoch in range(3):
    total = 0.
    for name, label in data:
        loss = F.nll_loss(rnn(name), torch.tensor([label]))
        loss.backward()
        for p in (W_ih, W_hh, W_ho):
            p.data.add_(p.grad.data, alpha=-0.5)
            p.grad.zero_()
        total += loss.item()
    print(f"{epoch}: {total / len(data):.3f}")
value, index = rnn("ada").topk(1)
print(index[0].item(), value.shape)
