"""What an operator is: how one is declared, how a user's arguments reach it, and how it runs.

This room knows no operator by name; the declarations are in ``ops``.
"""
