"""What is said of a program: errors and warnings as diagnostics that point at its text.

This room knows the program's text and its frames. It runs only once something was raised or said.
"""
