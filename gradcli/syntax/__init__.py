"""Text to tree and back: the grammar, the nodes, and what to say of mistakes."""
