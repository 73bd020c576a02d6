torch.autograd.graph.get_gradient_edge(torch.ones(2))
