"""Record what PyTorch computes for every sample of an operator.

usage: python tests/reference/record.py [FAMILY...]          (needs torch 2.13 and nothing else)

For each sample it records the inputs, and in double precision the value, the gradient of the value
weighted by ``weights`` and the gradient of that gradient; in single precision the element type and
the name of the top node; for each wrong call the class and message. What is recorded is in
``tests/ops/samples``. The tests read the result, a file for each family (module of ``gradcli.ops``)
in ``tests/data/ops``, and need no torch.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
from pathlib import Path
from typing import Any

try:
    import torch
    import torch.nn.functional as F
except ModuleNotFoundError:
    sys.exit("torch is not installed for this Python; CONTRIBUTING.md says how")
if not torch.__version__.startswith("2.13."):
    sys.exit(f"torch {torch.__version__} would record other results than 2.13; see CONTRIBUTING.md")

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.ops.samples import proofs  # noqa: E402
from tests.ops.sampling import Proof  # noqa: E402

DATA = ROOT / "tests" / "data" / "ops"


def scope() -> dict[str, Any]:
    """Return the names that a program of the language sees, under torch."""
    names = {name: value for name, value in vars(torch).items() if not name.startswith("_")}
    for name in ("bool", "int", "float", "range", "complex", "compile"):
        names.pop(name, None)
    return names | {"torch": torch, "math": math, "F": F, "inf": math.inf, "nan": math.nan}


def evaluate(text: str, names: dict[str, Any]) -> Any:
    """Run a text of the repository's own operator table; its last line is an expression."""
    *statements, expression = text.split("\n")
    exec(compile("\n".join(statements), "<sample>", "exec"), names)
    return eval(compile(expression, "<sample>", "eval"), names)


def weights(shape: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return the weights of a result's elements; tests/ops/reference.py makes the same."""
    count = math.prod(shape)
    real = torch.arange(count, dtype=torch.float64) * 0.25 + 0.5
    return real.to(dtype).reshape(tuple(shape))


def encode(tensor: torch.Tensor | None) -> Any:
    """Return a tensor as shape, type and flat values, with NaN and infinities as strings."""
    if tensor is None:
        return None
    if tensor._is_zerotensor():
        tensor = tensor.clone()
    parts = torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor
    values = parts.detach().reshape(-1).tolist()
    flat = [v if isinstance(v, int) or math.isfinite(v) else str(v) for v in values]
    return {"shape": list(tensor.shape), "dtype": str(tensor.dtype)[6:], "data": flat}


def inputs_of(sample: Any, dtype: torch.dtype) -> dict[str, torch.Tensor]:
    """Return a sample's inputs; the floating-point ones require grad."""
    torch.set_default_dtype(dtype)
    made = {}
    for name, text in sample.inputs.items():
        value = evaluate(text, scope()).detach()
        made[name] = value.clone().requires_grad_(value.is_floating_point())
    return made


def record_sample(sample: Any) -> dict[str, Any]:
    """Return everything recorded of one sample."""
    inputs = inputs_of(sample, torch.float64)
    result = evaluate(sample.expr, scope() | inputs)
    entry: dict[str, Any] = {
        "expr": sample.expr,
        "inputs": {name: encode(value) for name, value in inputs.items()},
    }
    if not isinstance(result, torch.Tensor):
        return entry | {"plain": str(result)}
    entry["value"] = encode(result)
    single = evaluate(sample.expr, scope() | inputs_of(sample, torch.float32))
    entry["dtype"] = str(single.dtype)[6:]
    entry["node"] = single.grad_fn and type(single.grad_fn).__name__
    sources = [value for value in inputs.values() if value.requires_grad]
    if not result.requires_grad or not sources:
        return entry
    first = torch.autograd.grad(
        result, sources, weights(result.shape, result.dtype), create_graph=True, allow_unused=True
    )
    entry["gradients"] = [encode(g) for g in first]
    onward = [g for g in first if g is not None and g.requires_grad]
    if onward:
        starts = [weights(g.shape, g.dtype) for g in onward]
        try:
            second = torch.autograd.grad(onward, sources, starts, allow_unused=True)
        except RuntimeError as error:  # differentiable once, in PyTorch
            if "is not implemented" not in str(error):
                raise
            return entry | {"once": True}
        entry["second"] = [encode(g) for g in second]
    return entry


def record_error(text: str) -> list[str]:
    """Return a wrong call, and the class and the first line of the message of its error."""
    torch.set_default_dtype(torch.float32)
    try:
        evaluate(text, scope())
    except Exception as error:
        return [text, type(error).__name__, str(error).splitlines()[0]]
    raise AssertionError(f"no error: {text}")


def record_operator(name: str, proof: Proof) -> dict[str, Any]:
    """Return everything recorded of an operator; what PyTorch cannot run is named."""
    samples = []
    for sample in proof.samples:
        try:
            samples.append(record_sample(sample))
        except Exception as error:
            error.add_note(f"{name}: PyTorch cannot run {sample.expr!r}")
            raise
    return {"samples": samples, "errors": [record_error(text) for text in proof.wrong]}


def record_family(family: str, proven: dict[str, Proof]) -> int:
    """Write the reference file of a family and return how many samples it has."""
    recorded = {name: record_operator(name, proof) for name, proof in sorted(proven.items())}
    text = json.dumps(recorded, separators=(",", ":"), allow_nan=False)
    (DATA / f"{family}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    return sum(len(proof.samples) for proof in proven.values())


def main() -> None:
    """Write the reference files of the families that were named, or of all."""
    families = proofs()
    unknown = set(sys.argv[1:]) - families.keys()
    if unknown:
        sys.exit(f"no file of tests/ops/samples: {', '.join(sorted(unknown))}")
    for family in sys.argv[1:] or families:
        print(f"{family}: {record_family(family, families[family])} samples")


if __name__ == "__main__":
    main()
