"""The autograd core: tensors, operators, the recorded graph and the backward pass."""
