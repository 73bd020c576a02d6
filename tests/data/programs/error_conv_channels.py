x = ones(2, 1, 12, 12)
F.conv2d(x, ones(1, 2, 3, 3))
