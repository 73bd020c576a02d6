"""A small CNN that tells horizontal from vertical bars; the images are made here."""
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


def make_images(n: int, size: int = 8) -> tuple[torch.Tensor, torch.Tensor]:
    images = 0.1 * torch.randn(n, 1, size, size)
    labels = torch.randint(0, 2, (n,))
    for i in range(n):
        place = int(torch.randint(0, size, (1,)))
        if labels[i] == 0:
            images[i, 0, place, :] += 1.0
        else:
            images[i, 0, :, place] += 1.0
    return images, labels


class BarNet(nn.Module):
    def __init__(self, classes: int = 2):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 4, kernel_size=3, padding=1),
            nn.BatchNorm2d(4),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
            nn.Conv2d(4, 8, kernel_size=3),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
        )
        self.classifier = nn.Linear(8, classes)

    def forward(self, x):
        x = self.features(x)
        x = torch.flatten(x, 1)
        return self.classifier(x)


def train_one_epoch(model, loader, criterion, optimizer):
    model.train()
    running_loss, correct, total = 0.0, 0, 0
    for images, labels in loader:
        optimizer.zero_grad()
        outputs = model(images)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * images.size(0)
        correct += (outputs.argmax(dim=1) == labels).sum().item()
        total += labels.size(0)
    return running_loss / total, 100.0 * correct / total


@torch.no_grad()
def evaluate(model, images, labels):
    model.eval()
    _, predicted = torch.max(model(images), 1)
    return 100.0 * (predicted == labels).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(7)
    train = TensorDataset(*make_images(64))
    test_images, test_labels = make_images(32)
    loader = DataLoader(train, batch_size=16, shuffle=True)
    model = BarNet()
    print(model)
    optimizer = optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(4):
        loss, accuracy = train_one_epoch(model, loader, nn.CrossEntropyLoss(), optimizer)
        print(f"Epoch [{epoch + 1}/4] loss: {loss:.3f} accuracy: {accuracy:.2f}%")
    print(f"Test accuracy: {evaluate(model, test_images, test_labels):.1f}%")
