"""What to say of a token that cannot stand where it does.

This module knows Python's words for the common mistakes. It looks at the unexpected token, at the
types of tokens that the parser would have taken, and at what is open around it. It does not know
the grammar, and there is no list of wrong programs: each rule holds for every program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gradcli.errors import GradcliError
from gradcli.syntax import elsewhere
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import EXCEPTION_GROUPS, REFUSED, mistake, refused
from gradcli.syntax.operators import INFIX, PREFIX
from gradcli.syntax.place import BOUNDARIES, CLOSERS, LINE_ENDS, Place, find_place

_VALUES: Final = (
    *("NAME", "NUMBER", "STRING", "FSTRING_START", "LAMBDA", "NONE", "TRUE", "FALSE", "NOT"),
    *("TILDE", "LBRACE", "ELLIPSIS", "PRINT"),
)
_BLOCKS: Final = {
    "def": "function definition",
    "class": "class definition",
    **{
        word: f"'{word}' statement"
        for word in (
            "if",
            "elif",
            "else",
            "for",
            "while",
            "with",
            "try",
            "finally",
            "match",
            "case",
        )
    },
    "except": "'except' statement",
}

# What stands before an `=` that should have been `==`, told by its last token.
_COMPARED: Final = {
    "RPAR": "function call",
    "RSQB": "subscript",
    "NUMBER": "literal",
    "STRING": "literal",
    "NONE": "None",
    "TRUE": "True",
    "FALSE": "False",
}

# Operators that bind less than the star of `*value`.
_LOOSE: Final = ("or", "and", "not", "in", "is", "<", "<=", "==", "!=", ">=", ">")

# What else is no part of an operation with signs.
_LOOSER: Final = (*_LOOSE, "=", ":", ":=", "if", "else", "for", "lambda")

# What stands before values in a line.
_BEFORE_VALUES: Final = ("EQUAL", "AUGMENT", "RETURN", "IN", "DEL", "COLON")

_MISSING_ELSE: Final = "expected 'else' after 'if' expression"


def diagnose(text: str, tokens: Sequence[Token], at: int, expected: frozenset[str]) -> GradcliError:
    """Return the error for the token that so many others precede."""
    place = find_place(text, tokens, at, expected)
    error = next(filter(None, (rule(place) for rule in _RULES)), None)
    if error is None:
        opener = _left_open(place)
        left_open = None if opener is None else _closing(opener)
        help = elsewhere.advice(place) or left_open or _help(place)
        error = mistake(place.token.span, "invalid syntax", help)
    return _of_fstring(error) if place.in_field else error


def _of_fstring(error: GradcliError) -> GradcliError:
    """Begin the headline as Python does inside an f-string."""
    diagnostic = error.diagnostic
    if diagnostic.code == "syntax" and not diagnostic.message.startswith("f-string"):
        return GradcliError(diagnostic._replace(message=f"f-string: {diagnostic.message}"))
    return error


def _begins_value(token: Token) -> bool:
    """Tell whether a token begins a value, and cannot go on from one."""
    return token.type.startswith(_VALUES)


# The rules: each returns an error, or None where it has nothing to say.


def _refused(place: Place) -> GradcliError | None:
    """Name the part of Python that the language leaves out."""
    token, before = place.token, place.before()
    if token.type == "REFUSED":
        return refused(token.span, REFUSED[token.value])
    if before.type == "EXCEPT" and token.type == "STAR":
        return refused(token.span, EXCEPTION_GROUPS)
    return None


def _handlers(place: Place) -> GradcliError | None:
    """Explain a ``try`` without handlers, and classes that need brackets."""
    if place.expected and place.expected <= {"EXCEPT", "FINALLY"}:
        help = "Say what to do when something goes wrong in it."
        return mistake(place.token.span, "expected 'except' or 'finally' block", help)
    if place.first().type == "EXCEPT" and place.token.type == "COMMA" and not place.open:
        message = "multiple exception types must be parenthesized"
        return mistake(place.token.span, message, "Write: except (A, B) as name.")
    return None


def _walrus(place: Place) -> GradcliError | None:
    """Explain what ``:=`` cannot assign to."""
    before = place.before()
    if place.token.value != ":=" or not place.open:
        return None
    kind = {"NAME": "attribute", "RSQB": "subscript", "RPAR": "function call"}.get(before.type)
    if kind is None or (before.type == "NAME" and place.before(2).type != "DOT"):
        return None
    message = f"cannot use assignment expressions with {kind}"
    return mistake(place.token.span, message, "Assign on a line of its own.")


def _unclosed(place: Place) -> GradcliError | None:
    """Point at the bracket that stays open to the end of the text, as its line ended."""
    opener = _left_open(place)
    if opener is None:
        return None
    start = place.token.span.start
    same_line = "\n" not in place.text[opener.span.start : start]
    two_values = place.ends_value and _begins_value(place.token)
    if same_line and not two_values and start < len(place.text.rstrip()):
        return None
    return mistake(opener.span, f"'{opener.value}' was never closed", _closing(opener))


def _left_open(place: Place) -> Token | None:
    """Return the last bracket before a place that stays open to the end of the text."""
    before = place.unclosed and place.unclosed[-1].span.start < place.token.span.start
    return place.unclosed[-1] if before else None


def _closing(opener: Token) -> str:
    return f"Close it with '{CLOSERS.get(opener.value, opener.value)}'."


def _indentation(place: Place) -> GradcliError | None:
    """Explain a line that is indented too far, or not far enough."""
    token = place.token
    if token.type == "_INDENT":
        help = "Begin the line exactly below the one before it."
        if not place.text[: token.span.start].strip():
            help = "Take out the blanks before the first line."
        return mistake(token.span, "unexpected indent", help, "IndentationError")
    if place.expected != {"_INDENT"}:
        return None
    header = place.first(place.at - 1)
    what = _BLOCKS.get(header.value, "this statement")
    return mistake(
        token.span,
        f"expected an indented block after {what} on line {place.line(header)}",
        "Indent the lines that belong to it, or write pass.",
        "IndentationError",
    )


def _print(place: Place) -> GradcliError | None:
    """Explain a print statement where only an expression can stand, and one without commas."""
    line = place.first()
    token = line if line.type == "PRINT" else place.token
    if token.type == "PRINT":
        name = "print"
    elif place.before().value in ("print", "exec") and _begins_value(place.token):
        name, token = place.before().value, place.before()
    else:
        return None
    message = f"Missing parentheses in call to '{name}'. Did you mean {name}(...)?"
    return mistake(token.span, message, f"Write {name}(…), with commas between the values.")


def _field(place: Place) -> GradcliError | None:
    """Explain a field of an f-string in which the expression is missing or not ended."""
    if not place.in_field or place.bracket != "{":
        return None
    token, before = place.token, place.before()
    if before is place.open[-1]:
        if token.type == "RBRACE":
            help = "Write the value between the braces, or '{{}}' for the braces."
            return mistake(token.span, "f-string: empty expression not allowed", help)
        if token.value in ("!", ":", "="):
            return mistake(token.span, f"f-string: expression required before '{token.value}'")
    if token.type == "EQUAL":
        return mistake(token.span, "f-string: expecting '}'", "Write == to compare.")
    if before.type == "BANG":
        message = "f-string: invalid conversion character: expected 's', 'r', or 'a'"
        return mistake(token.span, message)
    if place.before(2).type == "BANG":
        return mistake(token.span, "f-string: expecting '}'", "Close the field with '}'.")
    return None


def _colon(place: Place) -> GradcliError | None:
    """Miss the colon that begins a block."""
    first = place.first()
    if place.open or first.value not in _BLOCKS or "COLON" not in place.expected:
        return None
    if any(token.type == "COLON" for token in place.inside):
        return None
    if place.token.type not in LINE_ENDS and first.value not in ("def", "else", "finally", "try"):
        return None
    help = f"End the line of '{first.value}' with ':'."
    if first.value == "else" and place.token.type == "IF":
        help = "Write 'elif'."
    return mistake(place.token.span, "expected ':'", help)


def _bracket(place: Place) -> GradcliError | None:
    """Miss the brackets after the name of a function."""
    if place.expected != {"LPAR"}:
        return None
    return mistake(place.token.span, "expected '('", "Write () if there are no parameters.")


def _conditional(place: Place) -> GradcliError | None:
    """Miss the other value of a conditional expression."""
    if place.token.type == "COLON" or not (place.ends_value or place.expected == {"ELSE"}):
        return None
    words = [token.type for token in place.item[1:] if token.type in ("IF", "ELSE", "FOR")]
    if not words or words[-1] != "IF" or "FOR" in words:
        return None
    return mistake(place.token.span, _MISSING_ELSE, "Write: value if test else other.")


def _dictionary(place: Place) -> GradcliError | None:
    """Explain what is wrong between the braces of a dictionary."""
    token = place.token
    if place.bracket != "{" or place.in_field:
        return None
    if place.before().type == "COLON" and place.wants_value:
        if token.type == "STAR":
            return mistake(token.span, "cannot use a starred expression in a dictionary value")
        if token.type in ("COMMA", "RBRACE"):
            return mistake(token.span, "expression expected after dictionary key and ':'")
    is_dictionary = any(token.value in (":", "**") for token in place.inside)
    has_colon = any(token.value in (":", "**") for token in place.item)
    if is_dictionary and not has_colon and (place.ends_value or place.expected == {"COLON"}):
        return mistake(token.span, "':' expected after dictionary key", "Write: {key: value}.")
    return None


def _comma(place: Place) -> GradcliError | None:
    """Miss the comma between two values in brackets."""
    token = place.token
    negated = place.expected == {"IN"} and place.before().type == "NOT"
    if not place.open or not (place.ends_value or negated) or not _begins_value(token):
        return None
    if place.before().type == "NAME" and token.type == "STRING":
        return None
    message = "invalid syntax. Perhaps you forgot a comma?"
    help = elsewhere.advice(place) or "Write a comma or an operator before this."
    return mistake(token.span, message, help)


def _comprehension(place: Place) -> GradcliError | None:
    """Explain a `for` after something that cannot be the element of a comprehension."""
    if place.token.type != "FOR" or place.bracket not in ("[", "{") or not place.item:
        return None
    if place.wants_value:
        return None
    if place.item[0].value == "**":
        return mistake(place.token.span, "dict unpacking cannot be used in dict comprehension")
    message = "did you forget parentheses around the comprehension target?"
    return mistake(place.token.span, message, "Put brackets around what stands before 'for'.")


def _loose(place: Place) -> GradcliError | None:
    """Ask for brackets around what binds less than the star or the operator before it."""
    token, before = place.token, place.before()
    starts = [i for i, part in enumerate(place.item) if part.type in _BEFORE_VALUES]
    values = place.item[starts[-1] + 1 :] if starts else place.item
    if values and values[0].value in ("*", "**") and token.value in _LOOSE:
        after_star = len(values) == 1 and token.type == "NOT"
        if after_star or not place.wants_value:
            help = "Put brackets around what follows the star."
            return mistake(token.span, "invalid syntax", help)
    if token.type == "NOT" and (before.value in INFIX or before.value in PREFIX):
        return mistake(token.span, "invalid syntax", "Put brackets around the 'not'.")
    return None


def _parameter(place: Place) -> GradcliError | None:
    """Explain what cannot be a parameter of a function."""
    token, star = place.token, place.before(2).value
    ends_default = token.type in ("RPAR", "COMMA") and place.before().type == "EQUAL"
    if ends_default and place.first().value == "def" and len(place.open) == 1:
        return mistake(token.span, "expected default value expression", "Write the value.")
    if token.type == "EQUAL" and star in ("*", "**") and place.before().type == "NAME":
        kind = "positional" if star == "*" else "keyword"
        return mistake(token.span, f"var-{kind} argument cannot have default value")
    if token.type == "LPAR" and "SLASH" in place.expected and not place.wants_value:
        kind = "Function" if place.open else "Lambda expression"
        return mistake(token.span, f"{kind} parameters cannot be parenthesized")
    return None


def _equality(place: Place) -> GradcliError | None:
    """Suggest a comparison for an `=` where nothing can be assigned, as after all of a value."""
    token, before, following = place.token, place.before(), place.following
    if token.type != "EQUAL":
        return None
    if place.item and any(part.type == "YIELD" for part in place.item):
        return mistake(token.span, "assignment to yield expression not possible")
    begins = _begins_value(following) and following.type not in ("NOT", "LAMBDA")
    if not (begins or following.value in ("-", "+", "(", "[")):
        return None
    if not place.open and place.first().value not in ("if", "elif", "while", "match"):
        return None
    if any(part.value in _LOOSER for part in place.item[not place.open :]):
        return None
    if before.type == "NAME" and place.before(2).type != "DOT":
        message = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
        if place.first().type == "FOR":
            return mistake(token.span, message, f"Write: for {before.value} in range(10):")
    else:
        kind = "attribute" if before.type == "NAME" else _COMPARED.get(before.type)
        if kind is None:
            return None
        message = f"cannot assign to {kind} here. Maybe you meant '==' instead of '='?"
    return mistake(token.span, message, "Write == to compare.")


def _loop(place: Place) -> GradcliError | None:
    """Explain an operation where a loop assigns."""
    operators = {"PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "VBAR", "AMPERSAND"}
    if "IN" in place.expected and "PLUS" not in place.expected and place.token.type in operators:
        return mistake(place.token.span, "cannot assign to expression", "Name what is assigned to.")
    return None


def _import(place: Place) -> GradcliError | None:
    """Explain a comma at the end of an import."""
    if place.first().value != "from" or place.before().type != "COMMA" or place.open:
        return None
    message = "trailing comma not allowed without surrounding parentheses"
    return mistake(place.before().span, message, "Remove the comma.")


_RULES: Final[tuple[Callable[[Place], GradcliError | None], ...]] = (
    _refused,
    _unclosed,
    _walrus,
    _handlers,
    _indentation,
    _print,
    _field,
    _colon,
    _bracket,
    _conditional,
    _dictionary,
    _comma,
    _comprehension,
    _loose,
    _parameter,
    _equality,
    _loop,
    _import,
)


# Where no rule speaks, the help says what could have stood there.

_NAMES: Final = {
    "NAME": "a name",
    "COMMA": "a comma",
    "RPAR": "')'",
    "RSQB": "']'",
    "RBRACE": "'}'",
    "COLON": "':'",
    "IN": "'in'",
    "IMPORT": "'import'",
    "_NEWLINE": "the end of the line",
}


# Outside and inside brackets: what could follow a value, too, but is hardly what was meant.
_UNLIKELY: Final = ({"COMMA", "COLON", "IN"}, {"COLON", "IN"})


def _help(place: Place) -> str:
    """Say in a user's words what was expected."""
    if place.wants_value:
        if place.token.type in LINE_ENDS:
            return "Something is missing at the end of the line."
        if place.text.startswith(">>>", place.token.span.start):
            return "Leave out the prompt."
        return f"A value was expected, not {_quoted(place.token)}."
    choices = ["an operator"] if place.ends_value else []
    choices += [
        name
        for type, name in _NAMES.items()
        if type in place.expected and not (choices and type in _UNLIKELY[bool(place.open)])
    ]
    if not choices:
        return f"{_quoted(place.token)} cannot stand here."
    listed = ", ".join(choices[:-1]) + " or " + choices[-1] if choices[1:] else choices[0]
    return f"{listed[0].upper()}{listed[1:]} was expected, not {_quoted(place.token)}."


def _quoted(token: Token) -> str:
    """Name a token."""
    if token.type in LINE_ENDS or token.type in BOUNDARIES - {"SEMICOLON"}:
        return "the end of the line"
    return f"'{token.value}'" if len(token.value) <= 20 else "this"
