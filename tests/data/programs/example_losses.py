torch.manual_seed(0)
x, y = torch.randn(3, 5, requires_grad=True), torch.randn(3, 5)
target = torch.tensor([1, 0, 4])
for name, loss in [("mse", F.mse_loss(x, y)), ("l1", F.l1_loss(x, y)), ("huber", F.smooth_l1_loss(x, y)), ("ce", F.cross_entropy(x, target)), ("nll", F.nll_loss(F.log_softmax(x, 1), target)), ("bce", F.binary_cross_entropy(x.sigmoid(), y.sigmoid())), ("kl", F.kl_div(F.log_softmax(x, 1), F.softmax(y, 1), reduction='batchmean')), ("margin", F.multi_margin_loss(x, target)), ("cos", F.cosine_embedding_loss(x, y, torch.tensor([1, -1, 1]))), ("hinge", F.hinge_embedding_loss(x, torch.ones(3, 5))), ("tri", F.triplet_margin_loss(x, y, y + 1)), ("gauss", F.gaussian_nll_loss(x, y, torch.ones(3, 5)))]:
    x.grad = None
    loss.backward(retain_graph=True)
    print(f"{name:7s} {loss.item():.4f} {x.grad.norm():.4f}", loss.grad_fn)
print(F.cross_entropy(x, target, reduction='none'), F.cross_entropy(x, target, label_smoothing=0.1), F.cross_entropy(x, F.softmax(y, 1)), sep="\n")
