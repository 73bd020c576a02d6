"""What a command computes, as plain data: reports, explanations, formulas, graphs, the catalogue.

The commands and the Python API call the same functions of this room. It runs programs and
differentiates them. It does not know how any format shows what it finds.
"""
