import torch.autograd.functional as AF

x = torch.arange(4.0).requires_grad_()
for z in (x, x * 1):
    for strategy in ("reverse-mode", "forward-mode"):
        for create_graph in (False, strategy == "reverse-mode"):
            options = {"create_graph": create_graph, "vectorize": True}
            found = AF.jacobian(lambda x: x.sin() * x, z, strategy=strategy, **options)
            print(strategy, create_graph, found.requires_grad)
            found = AF.hessian(lambda x: (x**3).sum(), z, outer_jacobian_strategy=strategy, **options)
            print(strategy, create_graph, found.requires_grad)
found = AF.jacobian(lambda x: x.sin() * x, x, vectorize=True, strategy="forward-mode")
print(torch.autograd.grad(found.sum(), x))
