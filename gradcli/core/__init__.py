"""Autograd and nothing else: tensors, the recorded graph, the engine, views, hooks and modes.

Operators are reached through the table (``core.table``) alone; what one is, is known above.
"""
