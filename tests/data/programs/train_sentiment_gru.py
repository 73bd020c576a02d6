# Bag of short sentences -> GRU -> positive or negative
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence, pad_packed_sequence

corpus = [
    ("i love this film", 1),
    ("what a waste of time", 0),
    ("this is great great fun", 1),
    ("terrible plot and terrible cast", 0),
    ("i hate it", 0),
    ("a fun time", 1),
]
word2idx = {"<pad>": 0}
for text, _ in corpus:
    for word in text.split():
        word2idx.setdefault(word, len(word2idx))
print(len(word2idx), word2idx["great"])


class Classifier(nn.Module):
    def __init__(self, vocab_size, embedding_dim=6, hidden_dim=8):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embedding_dim, padding_idx=0)
        self.gru = nn.GRU(embedding_dim, hidden_dim, batch_first=True)
        self.fc = nn.Linear(hidden_dim, 1)

    def forward(self, text, lengths):
        embedded = self.embedding(text)
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        _, hidden = self.gru(packed)
        return self.fc(hidden[-1]).squeeze(1)


torch.manual_seed(4)
sequences = [torch.tensor([word2idx[w] for w in text.split()]) for text, _ in corpus]
lengths = torch.tensor([len(s) for s in sequences])
batch = pad_sequence(sequences, batch_first=True)
labels = torch.tensor([label for _, label in corpus], dtype=torch.float)
print(batch)

model = Classifier(len(word2idx))
print(model)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
criterion = nn.BCEWithLogitsLoss()
for epoch in range(10):
    optimizer.zero_grad()
    logits = model(batch, lengths)
    loss = criterion(logits, labels)
    loss.backward()
    optimizer.step()
    if epoch % 3 == 0:
        acc = ((logits > 0).float() == labels).float().mean()
        print(f"epoch {epoch} loss {loss:.3f} acc {acc:.2f}")
print(model.embedding.weight[0])
print(model.embedding.weight.grad[0].abs().sum())

packed = pack_padded_sequence(torch.ones(2, 3, 1), [3, 2], batch_first=True)
print(packed.batch_sizes, packed.data.shape)
out, n = pad_packed_sequence(packed, batch_first=True)
print(out.squeeze(-1), n)
