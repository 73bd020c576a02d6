from dataclasses import dataclass


@dataclass
class P:
    x: list = []
