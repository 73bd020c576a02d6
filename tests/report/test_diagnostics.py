"""How diagnostics are drawn."""

from gradcli.errors import Diagnostic, Label, Span
from gradcli.report.diagnostics import render
from gradcli.report.glyphs import ASCII, sgr_paint

MATMUL = "loss = relu(A @ b.T).sum()"


def diagnostic(source: str, *labels: tuple[str, str], **fields: object) -> Diagnostic:
    """Make a diagnostic whose labels stand at the first place of their text."""
    spans = [Span(source.index(text), source.index(text) + len(text)) for text, _ in labels]
    made = tuple(Label(span, label) for span, (_, label) in zip(spans, labels, strict=True))
    return Diagnostic("code", "message", labels=made, source=source, **fields)  # type: ignore[arg-type]


def matmul() -> Diagnostic:
    """Make the diagnostic that the design shows."""
    labels = (("@", "matmul"), ("A", "shape (4, 2)"), ("b.T", "shape (1, 2)"))
    return diagnostic(MATMUL, *labels, help="b has shape (2, 1); did you mean `A @ b`?")


def test_labels_hang_below_one_another() -> None:
    """The design's example comes out as the design shows it."""
    assert (
        render(matmul())
        == """\
error[code]: message
  1 │ loss = relu(A @ b.T).sum()
    │             ┬ ┬ ─┬─
    │             │ │  └ shape (1, 2)
    │             │ └ matmul
    │             └ shape (4, 2)
  help: b has shape (2, 1); did you mean `A @ b`?
"""
    )


def test_ascii_has_the_same_form() -> None:
    """Without box drawing the same lines are drawn with ASCII signs alone."""
    text = render(matmul(), ASCII)
    assert text.isascii()
    assert text.splitlines()[2] == "    |             ^ ^ ~^~"


def test_colour_changes_nothing_but_colour() -> None:
    """Taking the escapes out of the coloured text gives the plain one."""
    import re

    coloured = render(matmul(), paint=sgr_paint)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(matmul())


def test_a_label_without_text_is_a_row_of_carets() -> None:
    """A span with nothing to say about it is underlined with carets."""
    assert render(diagnostic("x + yy", ("yy", ""))).splitlines()[-1] == "    │     ^^"


def test_a_span_at_the_end_points_behind_the_text() -> None:
    """An empty span at the end of the text gets one caret behind the last character."""
    made = Diagnostic("code", "message", labels=(Label(Span(3, 3)),), source="a +")
    assert render(made).splitlines()[-1] == "    │    ^"


def test_a_long_span_shows_its_first_and_last_line() -> None:
    """A span over several lines leaves out what lies between."""
    source = "y = (1 +\n     2 +\n     3 +\n     4)\n"
    text = render(diagnostic(source, ("(1 +\n     2 +\n     3 +\n     4)", "here")))
    assert text.splitlines()[1:] == [
        "  1 │ y = (1 +",
        "    │     ^^^^",
        "    ⋮",
        "  4 │      4)",
        "    │      ┬─",
        "    │      └ here",
    ]


def test_tabs_and_wide_characters_keep_the_columns() -> None:
    """A mark stands below its text also behind tabs and characters two columns wide."""
    text = render(diagnostic("\tα = 名前 + b", ("b", "here")))
    line, mark = text.splitlines()[1:3]
    assert line == "  1 │     α = 名前 + b"
    assert mark.index("┬") == line.index("b") + 2


def test_overlapping_labels_get_lines_of_their_own() -> None:
    """A span inside another is drawn below it."""
    text = render(diagnostic("f(x + y)", ("f(x + y)", "call"), ("y", "name")))
    assert [line[6:] for line in text.splitlines()[2:]] == [
        "───┬────",
        "   └ call",
        "      ┬",
        "      └ name",
    ]


def test_labels_side_by_side_share_a_line() -> None:
    """A span that begins where another ends is underlined beside it."""
    lines = render(diagnostic("f(x)", ("f", "name"), ("(x)", "call"))).splitlines()
    assert lines[2] == "    │ ┬─┬─"


def test_lines_one_below_the_other_have_no_gap() -> None:
    """Only lines that are left out are told of."""
    assert "⋮" not in render(diagnostic("a\nb\nc", ("a", ""), ("b", ""), ("c", "")))
    assert "⋮" in render(diagnostic("a\nb\nc", ("a", ""), ("c", "")))


def test_labels_far_apart_leave_the_first_in_the_window() -> None:
    """A line is shown around its first label where all of them would fill it to its edges."""
    source = "a + " * 100
    labels = tuple(Label(Span(at, at + 1), text) for at, text in ((160, "here"), (84, "there")))
    lines = render(Diagnostic("code", "message", labels=labels, source=source)).splitlines()
    assert lines[-1] == "    │ column 85: there"
    near = tuple(
        label._replace(span=Span(at, at + 1)) for label, at in zip(labels, (149, 84), strict=True)
    )
    assert "column" not in render(Diagnostic("code", "message", labels=near, source=source))


def test_a_very_long_line_is_shown_around_its_label() -> None:
    """A line of a million characters shows a window, and names the labels outside of it."""
    source = "a + " * 250_000 + "b"
    labels = (Label(Span(len(source) - 1, len(source)), "here"), Label(Span(0, 1), "there"))
    lines = render(Diagnostic("code", "message", labels=labels, source=source)).splitlines()
    assert all(len(line) < 120 for line in lines)
    assert lines[1].endswith("+ b")
    assert lines[2].index("┬") == lines[1].index("b")
    assert lines[-1] == "    │ column 1: there"


def test_a_file_is_named_with_line_and_column() -> None:
    """A program from a file has its place in the form that editors understand."""
    text = render(diagnostic("x = 1\ny = b", ("b", ""), filename="model.grad"))
    assert text.splitlines()[1] == "  --> model.grad:2:5"
    assert "-->" not in render(diagnostic("x = 1\ny = b", ("b", "")))


def test_calls_are_listed_from_the_inside() -> None:
    """The path of calls is told innermost first."""
    source = "def f(x): return g(x)\nf(1)\n"
    outer, inner = Span(22, 23), Span(17, 18)
    made = diagnostic(source, ("x", ""), calls=(outer, inner))
    assert render(made).splitlines()[-2:] == [
        "  in g, called at line 1",
        "  in f, called at line 2",
    ]


def test_recursion_is_folded() -> None:
    """Calls that repeat are told once, with how often; so are functions that call each other."""
    source = "def f(x): return g(x)\nf(1)\n"
    outer, inner = Span(22, 23), Span(17, 18)
    made = diagnostic(source, ("x", ""))
    lines = render(made._replace(calls=(outer, *[inner] * 999))).splitlines()
    assert lines[-3:] == [
        "  in g, called at line 1",
        "  … the call above, 998 more times",
        "  in f, called at line 2",
    ]
    lines = render(made._replace(calls=(outer, inner) * 50)).splitlines()
    assert lines[-3:] == [
        "  in g, called at line 1",
        "  in f, called at line 2",
        "  … the 2 calls above, 49 more times",
    ]
    assert "more times" not in render(made._replace(calls=(outer, inner) * 2))


def test_long_paths_of_calls_are_cut() -> None:
    """Where calls do not repeat, the innermost are told, and how many more there are."""
    source = "\n".join(f"def f{i}(): f{i + 1}()" for i in range(30))
    places = tuple(Span(i, i + 1) for i in range(30))
    lines = render(diagnostic(source, ("f0", ""), calls=places)).splitlines()
    assert lines[-1] == "  … and 20 more calls"
    lines = render(diagnostic(source, ("f0", ""), calls=places[:11])).splitlines()
    assert lines[-11].startswith("  in ") and "more" not in lines[-1]


def test_long_callee_is_cut() -> None:
    """What was called is told on one line, its end rather than its beginning."""
    source = "x" * 100 + "\n .sum()"
    line = render(diagnostic(source, ("x", ""), calls=(Span(0, 106),))).splitlines()[-1]
    assert line == "  in …" + "x" * 54 + " .sum, called at line 1"


def test_headline_without_a_message() -> None:
    """An error without a message is told by its class."""
    assert render(Diagnostic("assertion", "", "AssertionError")) == (
        "error[assertion]: AssertionError\n"
    )


def test_hostile_text_cannot_command_the_terminal() -> None:
    """Control characters in source, message and labels come out visible."""
    made = Diagnostic(
        "code", "\x1b[2Jm", labels=(Label(Span(0, 1), "\x07"),), source="\x1b]0;x\x07"
    )
    text = render(made)
    assert "\x1b" not in text and "\x07" not in text
    assert "\\x1b[2Jm" in text


def test_no_source_no_snippet() -> None:
    """Without a text there is only the headline."""
    assert render(Diagnostic("code", "message")) == "error[code]: message\n"


def test_a_message_as_long_as_a_program_made_it_is_cut() -> None:
    """What a program raises, or a name of it is, does not fill a log; both ends are shown."""
    long = "begin" + "x" * 1_000_000 + "end"
    drawn = render(diagnostic("a", ("a", ""), help=long)._replace(message=long))
    assert drawn.startswith("error[code]: begin") and "left out) … " in drawn
    assert len(drawn) < 30_000
