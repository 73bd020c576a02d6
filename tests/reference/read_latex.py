"""Read the LaTeX of derivatives back, under every reading, and compare the values.

usage: python tests/reference/read_latex.py [FILE] [--katex NODE_MODULES]

With the folder of an installed KaTeX, ``node`` is asked whether it accepts each text.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from score_derivatives import cases, problem  # noqa: E402

from gradcli.answers.agreement import agree, moved  # noqa: E402
from gradcli.answers.followed import define, session_of  # noqa: E402
from gradcli.answers.formula import Formula, differentiate  # noqa: E402
from gradcli.core.tensor import Tensor  # noqa: E402
from gradcli.errors import GradcliError  # noqa: E402
from gradcli.symbolic.short_program import results  # noqa: E402
from tests.symbolic.latex_reader import READINGS, Unreadable, read  # noqa: E402

_KATEX = """
const katex = require(process.argv[1]);
for (const text of JSON.parse(require('fs').readFileSync(0)))
  try { katex.renderToString(text, {throwOnError: true, strict: 'error', displayMode: true}); }
  catch (error) { console.log(text, error.message); }
"""


def wrong_reading(formula: Formula) -> str | None:
    """Tell what a formula's LaTeX is under a reading where that is not its text's value."""
    found = formula.problem
    generator = np.random.default_rng(5)
    arrays = dict(found.arrays)
    for _ in range(2):
        arrays = {
            name: array if name in found.fixed else moved(array, 1, generator)
            for name, array in arrays.items()
        }
        arrays = found.holding(arrays)
        with session_of() as session:
            define(session, found, arrays, ())
            run = session.evaluate(formula.text)
        names = results(found.labels, found.reserved)
        wanted = [run.variables[name] for name in names] if len(names) > 1 else [run.value]
        wants = [np.asarray(w.array if isinstance(w, Tensor) else float(w)) for w in wanted]
        values = {**arrays, **found.constants}
        given = {n: v.array if isinstance(v, Tensor) else np.asarray(v) for n, v in values.items()}
        for reading in READINGS:
            try:
                got = read(formula.latex, given, reading, [want.shape for want in wants])
            except Unreadable as error:
                return f"{reading}: {error}"
            if not all(agree(w, g.reshape(w.shape)) for w, g in zip(wants, got, strict=True)):
                return f"{reading}: {got} for {wants}"
    return None


def refused_by_katex(texts: list[str], modules: str) -> list[str]:
    """Return the texts that KaTeX does not accept, with its reason."""
    whole = [
        "\\begin{gathered}" + text + "\\end{gathered}" if "\\\\\n" in text else text
        for text in texts
    ]
    command = ["node", "-e", _KATEX, str(Path(modules).resolve() / "katex")]
    done = subprocess.run(command, input=json.dumps(whole), text=True, capture_output=True)
    return [*done.stdout.splitlines(), *done.stderr.splitlines()]


def main() -> None:
    """Print each text that is read as something else, and how many were read."""
    args = sys.argv[1:]
    modules = args.pop(args.index("--katex") + 1) if "--katex" in args else None
    files = [Path(arg) for arg in args if not arg.startswith("-")]
    texts, wrong = [], 0
    for case in cases(*files):
        try:
            formula = differentiate(problem(case))
        except GradcliError:
            continue
        texts.append(formula.latex)
        reason = wrong_reading(formula)
        if reason is not None:
            wrong += 1
            print(f"{case.source} by {case.by}: {formula.text}\n    {formula.latex}\n    {reason}")
    print(f"{len(texts)} read, {wrong} as something else")
    if modules is not None:
        refused = refused_by_katex(texts, modules)
        print(*refused, f"KaTeX refuses {len(refused)}", sep="\n")


if __name__ == "__main__":
    main()
