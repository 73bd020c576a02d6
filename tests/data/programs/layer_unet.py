import torch
import torch.nn as nn


class DoubleConv(nn.Module):
    """(convolution => [BN] => ReLU) * 2"""

    def __init__(self, in_channels, out_channels, mid_channels=None):
        super().__init__()
        if not mid_channels:
            mid_channels = out_channels
        self.double_conv = nn.Sequential(
            nn.Conv2d(in_channels, mid_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(mid_channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(mid_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True)
        )

    def forward(self, x):
        return self.double_conv(x)


class Up(nn.Module):
    def __init__(self, in_channels, out_channels, bilinear=True):
        super().__init__()
        # if bilinear, use the normal convolutions to reduce the number of channels
        if bilinear:
            self.up = nn.Upsample(scale_factor=2, mode='bilinear', align_corners=True)
            self.conv = DoubleConv(in_channels, out_channels, in_channels // 2)
        else:
            self.up = nn.ConvTranspose2d(in_channels, in_channels // 2, kernel_size=2, stride=2)
            self.conv = DoubleConv(in_channels, out_channels)

    def forward(self, x1, x2):
        x1 = self.up(x1)
        # input is CHW
        diffY = x2.size()[2] - x1.size()[2]
        diffX = x2.size()[3] - x1.size()[3]
        x1 = nn.functional.pad(x1, [diffX // 2, diffX - diffX // 2,
                                    diffY // 2, diffY - diffY // 2])
        return self.conv(torch.cat([x2, x1], dim=1))


class UNet(nn.Module):
    def __init__(self, n_channels, n_classes, bilinear=False):
        super(UNet, self).__init__()
        factor = 2 if bilinear else 1
        self.inc = DoubleConv(n_channels, 4)
        self.down = nn.Sequential(nn.MaxPool2d(2), DoubleConv(4, 8 // factor))
        self.up = Up(8, 4, bilinear)
        self.outc = nn.Conv2d(4, n_classes, kernel_size=1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down(x1)
        return self.outc(self.up(x2, x1))


def dice_coeff(input, target, epsilon=1e-6):
    inter = 2 * (input * target).sum()
    sets_sum = input.sum() + target.sum()
    return (inter + epsilon) / (sets_sum + epsilon)


if __name__ == '__main__':
    torch.manual_seed(0)
    image = torch.randn(1, 1, 9, 7)
    mask = (image > 0).float()
    for bilinear in (False, True):
        net = UNet(1, 1, bilinear)
        print("parameters:", sum(p.numel() for p in net.parameters()))
        opt = torch.optim.RMSprop(net.parameters(), lr=1e-3, momentum=0.9)
        for step in range(3):
            logits = net(image)
            loss = nn.functional.binary_cross_entropy_with_logits(logits, mask)
            loss = loss + 1 - dice_coeff(torch.sigmoid(logits), mask)
            opt.zero_grad()
            loss.backward()
            opt.step()
            print(step, tuple(logits.shape), f"{loss.item():.3f}")
    print(net.up)
