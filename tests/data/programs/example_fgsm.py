torch.manual_seed(0)
def fgsm_attack(image, epsilon, data_grad):
    sign_data_grad = data_grad.sign()
    perturbed_image = image + epsilon * sign_data_grad
    perturbed_image = torch.clamp(perturbed_image, 0, 1)
    return perturbed_image
image = torch.rand(1, 1, 4, 4)
image.requires_grad = True
weight = torch.randn(3, 16)
output = F.log_softmax(image.flatten(1) @ weight.t(), dim=1)
init_pred = output.max(1, keepdim=True)[1]
target = torch.tensor([init_pred.item()])
loss = F.nll_loss(output, target)
loss.backward()
for eps in [0, .05, .1, .5]:
    perturbed = fgsm_attack(image, eps, image.grad.data)
    pred = (perturbed.flatten(1) @ weight.t()).max(1, keepdim=True)[1]
    print("Epsilon: {}\tPrediction: {}".format(eps, pred.item()))
