# Recommending: users x items with biases, explicit ratings
import torch
import torch.nn as nn


class MatrixFactorization(nn.Module):
    def __init__(self, n_users, n_items, n_factors=3):
        super().__init__()
        self.user_factors = nn.Embedding(n_users, n_factors)
        self.item_factors = nn.Embedding(n_items, n_factors)
        self.user_biases = nn.Embedding(n_users, 1)
        self.item_biases = nn.Embedding(n_items, 1)
        for emb in (self.user_biases, self.item_biases):
            nn.init.zeros_(emb.weight)
        for emb in (self.user_factors, self.item_factors):
            nn.init.normal_(emb.weight, std=0.1)

    def forward(self, user, item):
        pred = self.user_biases(user) + self.item_biases(item)
        pred += (self.user_factors(user) * self.item_factors(item)).sum(dim=1, keepdim=True)
        return pred.squeeze()


ratings = torch.tensor([
    [5., 3., 0., 1.],
    [4., 0., 0., 1.],
    [1., 1., 0., 5.],
    [0., 1., 5., 4.],
])
users, items = ratings.nonzero(as_tuple=True)
values = ratings[users, items]

torch.manual_seed(0)
model = MatrixFactorization(*ratings.shape)
loss_fn = nn.MSELoss()
optimizer = torch.optim.Adam([
    {"params": model.user_factors.parameters()},
    {"params": model.item_factors.parameters(), "lr": 0.02},
    {"params": [model.user_biases.weight, model.item_biases.weight], "weight_decay": 1e-3},
], lr=0.1)
print([len(g["params"]) for g in optimizer.param_groups], [g["lr"] for g in optimizer.param_groups])

for epoch in range(31):
    optimizer.zero_grad()
    loss = loss_fn(model(users, items), values)
    loss.backward()
    optimizer.step()
    if epoch % 10 == 0:
        print(f"{epoch:>3} rmse={loss.item() ** 0.5:.3f}")

with torch.no_grad():
    grid_u, grid_i = torch.meshgrid(torch.arange(4), torch.arange(4), indexing="ij")
    full = model(grid_u.flatten(), grid_i.flatten()).view(4, 4)
    full = full * (ratings > 0)
    print(full.round())
print(model)
