# Style transfer's losses, on a small random network: Gram matrices, a total variation term,
# and an image that is the parameter.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


def gram_matrix(input):
    a, b, c, d = input.size()  # a=batch size(=1)
    # b=number of feature maps, (c,d)=dimensions of a f. map (N=c*d)
    features = input.view(a * b, c * d)
    G = torch.mm(features, features.t())
    # we 'normalize' the values of the gram matrix
    return G.div(a * b * c * d)


class ContentLoss(nn.Module):
    def __init__(self, target,):
        super(ContentLoss, self).__init__()
        # we 'detach' the target content from the tree used to dynamically compute the gradient
        self.target = target.detach()

    def forward(self, input):
        self.loss = F.mse_loss(input, self.target)
        return input


class StyleLoss(nn.Module):
    def __init__(self, target_feature):
        super(StyleLoss, self).__init__()
        self.target = gram_matrix(target_feature).detach()

    def forward(self, input):
        G = gram_matrix(input)
        self.loss = F.mse_loss(G, self.target)
        return input


class Normalization(nn.Module):
    def __init__(self, mean, std):
        super(Normalization, self).__init__()
        self.mean = torch.tensor(mean).view(-1, 1, 1)
        self.std = torch.tensor(std).view(-1, 1, 1)

    def forward(self, img):
        return (img - self.mean) / self.std


def build(cnn, style_img, content_img):
    model = nn.Sequential(Normalization([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]))
    style_losses, content_losses, i = [], [], 0
    for layer in cnn.children():
        if isinstance(layer, nn.Conv2d):
            i += 1
            name = 'conv_{}'.format(i)
        elif isinstance(layer, nn.ReLU):
            name = 'relu_{}'.format(i)
            layer = nn.ReLU(inplace=False)
        else:
            raise RuntimeError('Unrecognized layer: {}'.format(layer.__class__.__name__))
        model.add_module(name, layer)
        if name == 'conv_2':
            content_losses.append(ContentLoss(model(content_img)))
            model.add_module("content_loss_{}".format(i), content_losses[-1])
        if name.startswith('conv'):
            style_losses.append(StyleLoss(model(style_img)))
            model.add_module("style_loss_{}".format(i), style_losses[-1])
    return model, style_losses, content_losses


torch.manual_seed(0)
cnn = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(4, 4, 3, padding=1)).eval()
content_img, style_img = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
input_img = content_img.clone()
model, style_losses, content_losses = build(cnn, style_img, content_img)
print(model)
input_img.requires_grad_(True)
model.requires_grad_(False)
optimizer = optim.LBFGS([input_img], max_iter=3)
run = [0]
while run[0] <= 9:
    def closure():
        # correct the values of updated input image
        with torch.no_grad():
            input_img.clamp_(0, 1)
        optimizer.zero_grad()
        model(input_img)
        style_score = sum(sl.loss for sl in style_losses) * 1000
        content_score = sum(cl.loss for cl in content_losses)
        loss = style_score + content_score
        loss.backward()
        run[0] += 1
        if run[0] % 3 == 1:
            print("run {}: Style Loss : {:.3f} Content Loss: {:.3f}".format(
                run[0], style_score.item(), content_score.item()))
        return loss
    optimizer.step(closure)
with torch.no_grad():
    input_img.clamp_(0, 1)
print(input_img.shape, bool(input_img.min() >= 0))
