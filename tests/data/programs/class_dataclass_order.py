from dataclasses import dataclass


@dataclass
class P:
    x: int = 1
    y: int
