"""The names of programs: modules, functions, types, attributes and methods, in tables.

What is in no table does not exist for a program. This room does not know how programs run.
"""
