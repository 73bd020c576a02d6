"""Arrays and numbers alone: what NumPy lacks or rounds in another way than PyTorch.

The rooms above know tensors, gradients and operators; nothing here does.
"""
