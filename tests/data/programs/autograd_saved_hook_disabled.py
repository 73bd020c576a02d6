with torch.autograd.graph.disable_saved_tensors_hooks("saved tensor hooks are disabled here"):
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        print("never")
