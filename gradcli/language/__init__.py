"""The language: a program's text in, its value and what it printed out (``run``).

``machine`` compiles and runs, ``names`` holds what a program may name, ``messages`` says what went
wrong and where.
"""
