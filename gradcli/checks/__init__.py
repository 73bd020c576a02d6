"""``gradcli check``: programs, documents and notebooks verified, file by file.

This room knows what a check is and how workers are run. It does not know how results are shown.
"""
