"""Record what PyTorch prints and draws, for ``test_format.py`` and ``test_random.py``.

Needs PyTorch 2.13; run it from anywhere when a case is added. Normal float32 numbers are those of
a CPU with AVX2 or AVX-512; without them PyTorch calls the C library, and last bits differ.
"""

import json
import math
import random
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]
import torch.nn.functional as F  # type: ignore[import-not-found, unused-ignore]  # noqa: F401

DATA = Path(__file__).parent.parent / "data"
SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 1.5, 1e3, 1001.0, 1e8, 1.5e8, 1e-4]
TYPES = ["float32", "float64", "float16", "bfloat16", "int64", "int32", "uint8", "bool"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"precision": 2},
    {"precision": 10, "linewidth": 120},
    {"threshold": 5},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 0, "edgeitems": 0},
    {"edgeitems": 0},
    {"linewidth": 20},
    {"profile": "short"},
    {"profile": "full", "precision": 1},
    {"profile": "unknown", "sci_mode": True},
    {"sci_mode": False},
]


# Printing


def magnitudes(pick: random.Random, count: int) -> list[float]:
    """Make numbers of one of the kinds that choose between the formats."""
    kind = pick.choice(["small", "whole", "wide", "special", "zero", "large"])
    make: Callable[[], float] = {
        "small": lambda: pick.gauss(0, 1),
        "whole": lambda: float(pick.randrange(-200, 1200)),
        "wide": lambda: pick.gauss(0, 1) * 10.0 ** pick.randrange(-12, 12),
        "special": lambda: pick.choice(SPECIAL),
        "zero": lambda: pick.choice([0.0, -0.0]),
        "large": lambda: pick.gauss(0, 1) * 1e30,
    }[kind]
    return [make() for _ in range(count)]


def tensor(pick: random.Random, shape: tuple[int, ...], dtype: str) -> torch.Tensor:
    """Make a tensor of numbers that the type can hold."""
    count = math.prod(shape)
    if dtype.startswith("complex"):
        values: list[Any] = [
            complex(*parts)
            for parts in zip(magnitudes(pick, count), magnitudes(pick, count), strict=True)
        ]
    elif "float" in dtype:
        values = magnitudes(pick, count)
    else:
        most = {"bool": 2, "uint8": 256}.get(dtype, 1 << 31)
        least = 0 if most < 1000 else -most
        values = [pick.randrange(least, most) for _ in range(count)]
    return torch.tensor(values, dtype=getattr(torch, dtype)).reshape(shape)


def plain(x: torch.Tensor) -> list[Any]:
    """Return a tensor's elements as JSON can hold them."""
    x = x.detach().flatten()
    values: list[Any] = (torch.view_as_real(x) if x.is_complex() else x).tolist()
    return values


def printed(x: torch.Tensor, default: str, options: dict[str, Any], values: bool) -> dict[str, Any]:
    """Record how a tensor prints; without its values, it holds ``arange``."""
    torch.set_default_dtype(getattr(torch, default))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    return {
        "dtype": str(x.dtype).removeprefix("torch."),
        "shape": list(x.shape),
        "values": plain(x) if values else None,
        "default": default,
        "requires_grad": x.requires_grad,
        "grad_fn": x.grad_fn.name() if x.grad_fn else None,
        "options": options,
        "text": repr(x),
    }


def with_grad(pick: random.Random, x: torch.Tensor) -> torch.Tensor:
    """Make a tensor a leaf that requires grad, a result, or leave it."""
    if not (x.is_floating_point() or x.is_complex()) or pick.random() < 0.5:
        return x
    x.requires_grad_()
    return x * 1 if pick.random() < 0.6 else x


def record_printing() -> list[dict[str, Any]]:
    """Record every type, small shapes, the options, and summaries of large shapes."""
    pick = random.Random(20)
    shapes = [(), (), (1,), (3,), (9,), (2, 3), (7, 2), (2, 2, 3), (1, 2, 1, 3), (0,), (0, 3)]
    cases = []
    for index in range(260):
        dtype = pick.choice([*TYPES, "complex64", "complex128"])
        x = with_grad(pick, tensor(pick, pick.choice(shapes), dtype))
        options = OPTIONS[index // 2 % len(OPTIONS)] if index % 2 else {}
        cases.append(printed(x, pick.choice(["float32", "float32", "float64"]), options, True))
    for shape in [(1000,), (1001,), (500, 3), (3, 400), (8, 8, 20), (2, 1, 7, 100), (40, 40)]:
        x = torch.arange(math.prod(shape), dtype=torch.float32).reshape(shape)
        cases += [printed(x, "float32", {}, False), printed(x, "float32", {"edgeitems": 1}, False)]
    return cases


# Random numbers


def drawn(pick: random.Random) -> tuple[str, list[Any], list[int], str]:
    """Choose a method, its parameters, a shape and an element type."""
    count = pick.choice([0, 1, 2, 15, 16, 17, 31, 32, 33, 100, 1000])
    shape = pick.choice([[count], [2, count]])
    real = pick.choice(["float32", "float32", "float64", "float16"])
    choices: list[tuple[str, list[Any], list[int], str]] = [
        ("rand", [], shape, real),
        ("rand", [], shape, pick.choice(["complex64", "complex128"])),
        ("randn", [], shape, real),
        ("randn", [], shape, real),
        ("randn", [], shape, pick.choice(["complex64", "complex128"])),
        ("uniform", [-0.3, 2.7], shape, real),
        ("normal", [3.3, 1.7], shape, real),
        ("exponential", [1.3], shape, real),
        ("randint", [-3, 10], shape, pick.choice(["int64", "int32", "int8", "float32"])),
        ("randint", [0, 2**28 - 1], shape, "int64"),
        ("randint", [5, 2**28 + 5], shape, "int64"),
        ("randint", [-(2**63), 2**63 - 1], shape, "int64"),
        ("random", [], shape, pick.choice(["int64", "int16", "uint8", "bool", "float32", real])),
        ("bernoulli", [0.3], shape, pick.choice(["float32", "bool"])),
        ("randperm", [], [count], "int64"),
    ]
    return pick.choice(choices)


def draw(method: str, args: list[Any], shape: list[int], dtype: torch.dtype) -> torch.Tensor:
    """Draw from PyTorch's generator."""
    if method in ("rand", "randn"):
        return getattr(torch, method)(shape, dtype=dtype)
    if method == "randint":
        return torch.randint(*args, shape, dtype=dtype)
    if method == "randperm":
        return torch.randperm(shape[0])
    return getattr(torch.empty(shape, dtype=dtype), method + "_")(*args)


def summary(x: torch.Tensor) -> dict[str, Any]:
    """Return the first and last elements, and a checksum of all."""
    flat = x.flatten()
    ends = flat if flat.numel() <= 6 else torch.cat([flat[:3], flat[-3:]])
    return {"ends": plain(ends), "crc": zlib.crc32(flat.numpy().tobytes())}


def session(pick: random.Random, seed: int, steps: int) -> dict[str, Any]:
    """Record what a seed gives when methods take turns."""
    torch.manual_seed(seed)
    recorded = []
    for _ in range(steps):
        method, args, shape, dtype = drawn(pick)
        x = draw(method, args, shape, getattr(torch, dtype))
        recorded.append([method, args, shape, dtype, summary(x)])
    return {"seed": seed, "steps": recorded}


def record_random() -> list[dict[str, Any]]:
    """Record many seeds; the last session has a large tensor of each kind."""
    pick = random.Random(21)
    seeds = [0, 1, 42, -1, 2**32, 2**64 - 1, -(2**63)]
    seeds += [pick.randrange(2**64) for _ in range(25)]
    sessions = [session(pick, seed, 10) for seed in seeds]
    torch.manual_seed(7)
    large = []
    for method in ("rand", "randn", "randperm"):
        x = draw(method, [], [100_003], torch.float32)
        dtype = str(x.dtype).removeprefix("torch.")
        large.append([method, [], [100_003], dtype, summary(x)])
    return [*sessions, {"seed": 7, "steps": large}]


CALLS = (
    "torch.rand({shape}, dtype={dtype})",
    "torch.randn({shape}, dtype={dtype})",
    "torch.normal(0.5, 2.0, {shape}, dtype={dtype})",
    "torch.normal({tensor} * 3, {tensor} + 1)",
    "torch.normal({tensor} * 3, 2.0)",
    "torch.normal(-0.5, {tensor} + 1)",
    "torch.rand_like({tensor})",
    "torch.randn_like({tensor})",
    "torch.randint_like({tensor}, -5, 9)",
    "torch.bernoulli({tensor})",
    "torch.bernoulli({tensor}, 0.3)",
    "torch.poisson({tensor} * 30)",
    "torch.multinomial({rows} + 0.1, 2)",
    "torch.multinomial({rows} + 0.1, 9, True)",
    "F.dropout({tensor})",
    "F.dropout({tensor}, 0.2)",
    "F.alpha_dropout({tensor}, 0.2, True)",
    "torch.feature_dropout({tensor}[None], 0.4, True)",
    "{tensor}.uniform_(-1, 3)",
    "{tensor}.normal_()",
    "{tensor}.normal_(1, 3)",
    "{tensor}.random_()",
    "{tensor}.random_(2**24)",
    "{tensor}.random_(-7, 12)",
    "{tensor}.bernoulli_()",
    "{tensor}.bernoulli_(0.2)",
    "{tensor}.bernoulli_({tensor})",
    "{tensor}.exponential_(0.7)",
    "{tensor}.geometric_(0.2)",
    "{tensor}.cauchy_(1, 2)",
    "{tensor}.log_normal_(0.5, 0.3)",
)
SHAPES = ("(3,)", "(17,)", "(3, 4)", "(5, 7)")
LAYOUTS = ("", ".T", "[::2]", "[1:]", ".expand(2, *{shape})")


def record_calls() -> list[dict[str, Any]]:
    """Record every function, in both precisions and in memory of every layout."""
    pick = random.Random(22)
    cases = []
    for call in CALLS:
        for shape in SHAPES:
            layout = pick.choice(LAYOUTS[: 4 if "_(" in call else 5])
            dtype = pick.choice(["torch.float32", "torch.float64"])
            tensor = f"torch.rand({shape}, dtype={dtype}){layout.format(shape=shape)}"
            rows = tensor if layout != LAYOUTS[-1] else tensor[: tensor.index(".expand")]
            body = call.format(shape=shape, dtype=dtype, tensor=tensor, rows=rows)
            program = f"torch.manual_seed({pick.randrange(99)})\n{body}"
            statement, expression = program.split("\n")
            exec(statement)
            x = eval(expression)
            dtype = str(x.dtype).removeprefix("torch.")
            cases.append({"program": program, "shape": list(x.shape), "dtype": dtype, **summary(x)})
    return cases


def write(name: str, cases: list[dict[str, Any]]) -> None:
    """Write one case a line, so that changes are easy to review."""
    lines = ",\n".join(json.dumps(case) for case in cases)
    (DATA / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    DATA.mkdir(exist_ok=True)
    write("format.json", record_printing())
    write("random.json", record_random())
    write("random_calls.json", record_calls())
