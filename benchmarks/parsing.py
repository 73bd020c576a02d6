"""2,000 lines, parsed to gradcli's AST, against lark's own lexer, indenter and tree builder.

Both sides read the same text with the same grammar: lark needs nothing but the file.
"""

from pathlib import Path

from lark import Lark
from lark.indenter import PythonIndenter
from measure import comparison, medians, versus

from gradcli.syntax.parse import parse
from gradcli.syntax.tables import grammar_path

LINES = 2000

PASSAGE = """\
def layer(x, weight, bias=None, *, slope=0.01):
    y = x @ weight.T + (0 if bias is None else bias)
    return where(y > 0, y, slope * y)

x = torch.randn(16, 32, requires_grad=True)  # a batch
parts = [layer(x, w) for w in weights if w.shape[0] > 3]
total, count = 0.0, 0
for index, part in enumerate(parts):
    loss = ((part - targets[index, :, None]) ** 2).mean(dim=-1, keepdim=True)
    if 0 < loss.item() <= 1e-3 and not done:
        total += loss * -scale / 2.5e1
    elif index % 2 == 0:
        count = count + 1
    else:
        names = {"first": a[0], 'second': b[1:, ::2], "rest": (c, d, *e)}
with torch.no_grad():
    weights = list(map(lambda w: w - 0.1 * w.grad, weights))
result = sum(p.pow(2).sum() for p in parts).sqrt() + math.log(count or 1)
print(result, f"{total.exp().tanh():.{digits}f} of {count=}", sep="\\n")
assert result >= 0, "negative: " + str(result)
"""


def main() -> None:
    """Print the table."""
    text = PASSAGE * (LINES // PASSAGE.count("\n"))
    own = Lark(
        Path(grammar_path()).read_text(encoding="utf-8"),
        parser="lalr",
        start="program",
        postlex=PythonIndenter(),
        maybe_placeholders=False,
    )
    sides = {"gradcli": lambda: parse(text), "lark": lambda: own.parse(text)}
    times = medians(sides, seconds=8)
    comparison("lark", [versus(f"{text.count(chr(10)):,} lines", *times.values(), 1.5)])


if __name__ == "__main__":
    main()
