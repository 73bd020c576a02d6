a = torch.tensor([2., 3.], requires_grad=True)
b = torch.tensor([6., 4.], requires_grad=True)
q = 3 * a ** 3 - b ** 2
node = q.grad_fn
print(node, node.name(), node.requires_grad)
print(node.next_functions)
node.metadata['where'] = 'the loss'
print(node.metadata, q.grad_fn.metadata['where'])
mul = node.next_functions[0][0]
print(mul.name(), mul._sequence_nr() < node._sequence_nr())
leaf = mul.next_functions[0][0].next_functions[0][0]
print(leaf.name(), leaf.variable is a, leaf._sequence_nr())
print(type(node).__name__, type(leaf).__name__)
print(isinstance(node, torch.autograd.graph.Node))
print(a.output_nr, q.output_nr)
values, indices = a.max(0)
print(values.grad_fn.name(), values.output_nr, indices.requires_grad)
