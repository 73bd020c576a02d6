"""Programs compiled to steps, and the machine that runs them without recursion of the host.

This room knows how statements, calls and frames work, not what a name stands for (``names``).
"""
