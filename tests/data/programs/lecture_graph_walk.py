# Walk the graph from the result to the leaves.
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
y = ((x * w).sum() + 1).log()

def walk(node, depth=0):
    if node is None:
        return
    print("  " * depth + node.name())
    for parent, _ in node.next_functions:
        walk(parent, depth + 1)

walk(y.grad_fn)
print(y.grad_fn.next_functions[0][0].next_functions)
leaf = y.grad_fn.next_functions[0][0].next_functions[0][0].next_functions[0][0].next_functions[0][0]
print(leaf.variable is x, leaf.variable)
