import torch
import torch.nn as nn
import torch.nn.functional as F


class ContrastiveLoss(torch.nn.Module):
    """
    Contrastive loss function.
    label 0: the same, label 1: different
    """

    def __init__(self, margin=2.0):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        euclidean_distance = F.pairwise_distance(output1, output2, keepdim=True)
        loss_contrastive = torch.mean((1-label) * torch.pow(euclidean_distance, 2) +
                                      (label) * torch.pow(torch.clamp(self.margin - euclidean_distance, min=0.0), 2))
        return loss_contrastive


class SiameseNetwork(nn.Module):
    def __init__(self):
        super(SiameseNetwork, self).__init__()
        self.net = nn.Sequential(
            nn.Linear(6, 10),
            nn.LeakyReLU(0.1),
            nn.Linear(10, 2))

    def forward_once(self, x):
        return self.net(x)

    def forward(self, input1, input2):
        return self.forward_once(input1), self.forward_once(input2)


torch.manual_seed(5)
centers = torch.randn(3, 6)
classes = torch.randint(3, (2, 20))
a = centers[classes[0]] + 0.1 * torch.randn(20, 6)
b = centers[classes[1]] + 0.1 * torch.randn(20, 6)
label = (classes[0] != classes[1]).float().unsqueeze(1)
print("pairs that differ:", int(label.sum()), "of", len(label))

net = SiameseNetwork()
criterion = ContrastiveLoss(margin=1.0)
optimizer = torch.optim.RMSprop(net.parameters(), lr=5e-3)
counter = []
loss_history = []
for epoch in range(0, 15):
    output1, output2 = net(a, b)
    optimizer.zero_grad()
    loss = criterion(output1, output2, label)
    loss.backward()
    optimizer.step()
    if epoch % 5 == 0:
        print("Epoch number {}\n Current loss {:.4f}\n".format(epoch, loss.item()))
        counter.append(epoch)
        loss_history.append(loss.item())
print(counter, loss_history[0] > loss_history[-1])
triplet = nn.TripletMarginLoss(margin=1.0)
print(f"{triplet(net(a[:4], a[:4])[0], net(b[:4], b[:4])[1], net(a[4:8], a[4:8])[0]).item():.3f}")
print(criterion, net)
