"""The language: names, compilation, the machine, and what programs may use."""
