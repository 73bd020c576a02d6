"""What the user sees: a renderer for each format of results, explanations and diagnostics.

This room knows formats and terminals. It computes nothing: it runs no program, listens to no
operation and differentiates nothing.
"""
