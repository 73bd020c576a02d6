"""Engines: other ways to compute what operators say than NumPy, array after array.

The engine here is the blocked one. Arrays of its own record elementwise operations on large arrays
instead of computing them (``deferred``), tensors hold those until somebody looks at their values
(``pending``), and then a whole region is computed block by block, in cache (``blocks``). This room
knows arrays, and how a tensor holds one; it knows no operator, and no rule of a derivative.
"""
