"""Files of numbers, read and written: what each format says, and whether it is true.

This room knows bytes, names, shapes and element types. It does not know programs or gradients. No
file is trusted: whatever one holds, it becomes arrays or a ``DataError``, and nothing is unpickled.
"""
