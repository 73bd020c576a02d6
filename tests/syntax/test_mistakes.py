"""What is said of texts that are no programs: the headline, the place, the help."""

from __future__ import annotations

import sys

import pytest

from gradcli.errors import GradcliError
from gradcli.syntax.parse import parse

COMMA = "invalid syntax. Perhaps you forgot a comma?"
COMPARE = "here. Maybe you meant '==' instead of '='?"
WALRUS = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
ELSE = "expected 'else' after 'if' expression"
KEY = "':' expected after dictionary key"
DECIMAL = "invalid decimal literal"
BLOCK = "expected an indented block after"

# The place is marked with « and ».
MISTAKES = [
    ("x = «(»1 +\ny = 2\n", "'(' was never closed"),
    ("x = «[»1, 2", "'[' was never closed"),
    ("f«(»", "'(' was never closed"),
    ("print«(»1\nprint(2)\n", "'(' was never closed"),
    ("print x«[»", "'[' was never closed"),
    ("d = «{»'a': 1\nd['b'] = 2", "'{' was never closed"),
    ("def f():\n    x = «(»1,\n    y = 2\n", "'(' was never closed"),
    ("a«)»", "unmatched ')'"),
    ("«]»", "unmatched ']'"),
    ("(«]»", "closing parenthesis ']' does not match opening parenthesis '('"),
    ("[1,\n2«)»", "closing parenthesis ')' does not match opening parenthesis '[' on line 1"),
    ("foo(a «b»)", COMMA),
    ("[1 «2»]", COMMA),
    ("f(a, b=1 «c»=2)", COMMA),
    ("{1: 2 «3»: 4}", COMMA),
    ("x = [\n1,\n2\n«3»\n]", COMMA),
    ("f(a not «b»)", COMMA),
    ("{1: 2, 3 «4»}", KEY),
    ("{**a, b«}»", KEY),
    ("{1:«}»", "expression expected after dictionary key and ':'"),
    ("{1: «*»a}", "cannot use a starred expression in a dictionary value"),
    ("{**a «for» a in b}", "dict unpacking cannot be used in dict comprehension"),
    ("[a, b «for» c in d]", "did you forget parentheses around the comprehension target?"),
    ("[«*a» for a in b]", "iterable unpacking cannot be used in comprehension"),
    ("a «b»", "invalid syntax"),
    ("x = 1 «2»", "invalid syntax"),
    ("a +«»", "invalid syntax"),
    ("x = «* 3»", "can't use starred expression here"),
    ("x =«\n»y", "invalid syntax"),
    ("a == «not» b", "invalid syntax"),
    ("x = «=» y", "invalid syntax"),
    ("x = *a «or» b", "invalid syntax"),
    ("[*a «<» b]", "invalid syntax"),
    ("{**«not» a}", "invalid syntax"),
    ("-«not» a", "invalid syntax"),
    ("«else»: x", "invalid syntax"),
    ("a = «$»", "invalid syntax"),
    ("a «?» b", "invalid syntax"),
    ("if x«\n»  y", "expected ':'"),
    ("for x in y«»", "expected ':'"),
    ("def f(self) «x»", "expected ':'"),
    ("def f«:» 1", "expected '('"),
    ("if x:\n«y» = 1\n", f"{BLOCK} 'if' statement on line 1"),
    ("if x:\n  1\nelse:\n«y»", f"{BLOCK} 'else' statement on line 3"),
    ("\nfor x in y:\n«z»", f"{BLOCK} 'for' statement on line 2"),
    ("def f():\n«y»", f"{BLOCK} function definition on line 1"),
    ("while x:«»", f"{BLOCK} 'while' statement on line 1"),
    ("«  »x = 1", "unexpected indent"),
    ("x = 1\n«  »y = 2", "unexpected indent"),
    ("if x:\n    a\n«  »b", "unindent does not match any outer indentation level"),
    ("if x:\n        a\n«\t»b", "inconsistent use of tabs and spaces in indentation"),
    ("x = «'»abc", "unterminated string literal (detected at line 1)"),
    ("x = 'it's«'»", "unterminated string literal (detected at line 1)"),
    ("x = «'''»abc\nd\n", "unterminated triple-quoted string literal (detected at line 2)"),
    ("x = «f'»abc{d}", "unterminated string literal (detected at line 1)"),
    ("«f()» = 1", f"cannot assign to function call {COMPARE}"),
    ("x = «f()» = 1", "cannot assign to function call"),
    ("«1» = x", f"cannot assign to literal {COMPARE}"),
    ("«a + b» = c", f"cannot assign to expression {COMPARE}"),
    ("(a, «f()») = 1", "cannot assign to function call"),
    ("«None» = 1", "cannot assign to None"),
    ("«x < y» = 2", "cannot assign to comparison"),
    ("«a if b else c» = 1", "cannot assign to conditional expression"),
    ("«f''» = 1", f"cannot assign to f-string expression {COMPARE}"),
    ("«[x for x in y]» = 1", f"cannot assign to list comprehension {COMPARE}"),
    ("«{1}» = 1", f"cannot assign to set display {COMPARE}"),
    ("for «f()» in x: 1", "cannot assign to function call"),
    ("for x «+» 1 in y: 1", "cannot assign to expression"),
    ("[x for «1» in y]", "cannot assign to literal"),
    ("with a as «f()»: 1", "cannot assign to function call"),
    ("«(a, b)» += 1", "'tuple' is an illegal expression for augmented assignment"),
    ("del «f()»", "cannot delete function call"),
    ("del (a, «1»)", "cannot delete literal"),
    ("«f()»: int", "illegal target for annotation"),
    ("«(a, b)»: int", "only single target (not tuple) can be annotated"),
    ("«*a» = 1", "starred assignment target must be in a list or tuple"),
    ("*a, «*b» = c", "multiple starred expressions in assignment"),
    ("«*a»", "can't use starred expression here"),
    ("for x in «*a»: 1", "can't use starred expression here"),
    ("x = «*a»", "can't use starred expression here"),
    ("(«*a»)", "cannot use starred expression here"),
    ("if x «=» 1: pass", WALRUS),
    ("if x «=» -1: pass", WALRUS),
    *(
        (text, "invalid syntax")
        for text in (
            "return x «=» 1",
            "x += y «=» 1",
            "if x == 1 and y «=» 1: pass",
            "if x «=» not y: pass",
            "f(x=1 «=» 2)",
            "{x: y «=» 1}",
            "[x for x in y if x «=» 1]",
            "{x: «for» x in y}",
        )
    ),
    ("def f(a, b=«)»: pass", "expected default value expression"),
    ("if f(x) «=» 1: pass", f"cannot assign to function call {COMPARE}"),
    ("f(a=1, «b»)", "positional argument follows keyword argument"),
    ("f(**a, «b»)", "positional argument follows keyword argument unpacking"),
    ("f(**a, «*b»)", "iterable argument unpacking follows keyword argument unpacking"),
    ("f(a=1, «a=2»)", "keyword argument repeated: a"),
    ("f(«a.b=»1)", 'expression cannot contain assignment, perhaps you meant "=="?'),
    ("f(«True»=1)", "cannot assign to True"),
    ("f(«x for x in y», 1)", "Generator expression must be parenthesized"),
    ("def f(x, «x»): 1", "duplicate argument 'x' in function definition"),
    ("def f(a=1, «b»): 1", "non-default argument follows default argument"),
    ("lambda «*»: 1", "named arguments must follow bare *"),
    ("def f(**k, «a»): 1", "arguments cannot follow var-keyword argument"),
    ("def f(*a, «*b»): 1", "* argument may appear only once"),
    ("def f(*a«=»1): 1", "var-positional argument cannot have default value"),
    ("def f(a, «(»b, c)): 1", "Function parameters cannot be parenthesized"),
    ("«return 1»", "'return' outside function"),
    ("if x:\n  «break»", "'break' outside loop"),
    ("for x in y:\n  def f():\n    «break»", "'break' outside loop"),
    ("while x:\n  1\nelse:\n  «continue»", "'continue' not properly in loop"),
    ("def f():\n  «from a import *»", "import * only allowed at module level"),
    ("from a import b«,»", "trailing comma not allowed without surrounding parentheses"),
    ("x if y«»", ELSE),
    ("[x if y «for» z in w]", ELSE),
    ("f(1 if 2 «3»)", ELSE),
    ("«1»abc", DECIMAL),
    ("«1»_", DECIMAL),
    ("«1.5»abc", DECIMAL),
    ("«0x»g", "invalid hexadecimal literal"),
    ("0b1«2»", "invalid digit '2' in binary literal"),
    ("0o«8»", "invalid digit '8' in octal literal"),
    ("«1j»x", "invalid imaginary literal"),
    ("x = «€»", "invalid character '€' (U+20AC)"),
    ("x = «“»a”", "invalid character '“' (U+201C)"),
    ("x = «b'é'»", "bytes can only contain ASCII literal characters"),
    ("x = «b'a' 'b'»", "cannot mix bytes and nonbytes literals"),
    ("x = «f'{1}' Rb'a'»", "cannot mix bytes and nonbytes literals"),
    ("x = «b'a\\x4'»", "(value error) invalid \\x escape at position 1"),
    ("x«²» = 1", "invalid character '²' (U+00B2)"),
    ("x«\u00a0»= 1", "invalid non-printable character U+00A0"),
    ("a «\\» b", "unexpected character after line continuation character"),
    ("«print» x y", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
    ("x = «print» y", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
    ("«exec» 'a'", "Missing parentheses in call to 'exec'. Did you mean exec(...)?"),
    ("f'{«}»'", "f-string: empty expression not allowed"),
    ("f'{«!»r}'", "f-string: expression required before '!'"),
    ("f'{x!«z»}'", "f-string: invalid conversion character: expected 's', 'r', or 'a'"),
    ("f'«}»'", "f-string: single '}' is not allowed"),
    ("f'«{»x'", "f-string: expecting '}'"),
    ("f'{a «b»}'", f"f-string: {COMMA}"),
    ("f'{a == «not» b}'", "f-string: invalid syntax"),
    ("f'{«*a»}'", "f-string: cannot use starred expression here"),
    (
        "«'ab\\x1'»",
        "(unicode error) 'unicodeescape' codec can't decode bytes in position 2-4: "
        "truncated \\xXX escape",
    ),
    (
        "f'a{{«b\\x1»'",
        "(unicode error) 'unicodeescape' codec can't decode bytes in position 1-3: "
        "truncated \\xXX escape",
    ),
    (
        "«'é\\N{foo}'»",
        "(unicode error) 'unicodeescape' codec can't decode bytes in position 10-16: "
        "unknown Unicode character name",
    ),
    # What may go wrong, whose names are, generators, and match
    ("try: pass\n«x»", "expected 'except' or 'finally' block"),
    ("try: pass\n«except»: pass\nexcept A: pass", "default 'except:' must be last"),
    ("try:\n    pass\nexcept A«,» B:\n    pass", "multiple exception types must be parenthesized"),
    ("«except» A: pass", "invalid syntax"),
    ("«finally»: pass", "invalid syntax"),
    ("try:\n«pass»", "expected an indented block after 'try' statement on line 1"),
    (
        "try:\n    a\nexcept A:\n«b»",
        "expected an indented block after 'except' statement on line 3",
    ),
    (
        "try:\n    a\nfinally:\n«b»",
        "expected an indented block after 'finally' statement on line 3",
    ),
    ("raise a«,» b", "invalid syntax"),
    ("raise a from«»", "invalid syntax"),
    ("def f():\n    x = 1\n    «global x»", "name 'x' is assigned to before global declaration"),
    ("def f():\n    print(x)\n    «global x»", "name 'x' is used prior to global declaration"),
    ("def f(x):\n    «global x»", "name 'x' is parameter and global"),
    ("def f(x):\n    «nonlocal x»", "name 'x' is parameter and nonlocal"),
    ("def f():\n    «nonlocal x»", "no binding for nonlocal 'x' found"),
    ("«nonlocal x»", "nonlocal declaration not allowed at module level"),
    ("x = 1\n«global x»", "name 'x' is assigned to before global declaration"),
    ("def f():\n    global x\n    «nonlocal x»", "name 'x' is nonlocal and global"),
    ("global«»", "invalid syntax"),
    ("«yield x»", "'yield' outside function"),
    ("class A:\n    «yield x»", "'yield' outside function"),
    ("def f():\n    return [(«yield x») for x in y]", "'yield' inside list comprehension"),
    ("def f():\n    return {(«yield x») for x in y}", "'yield' inside set comprehension"),
    ("def f():\n    return ((«yield x») for x in y)", "'yield' inside generator expression"),
    ("def f():\n    return {1: («yield x») for x in y}", "'yield' inside dict comprehension"),
    (
        "[«x := 1» for x in y]",
        "assignment expression cannot rebind comprehension iteration variable 'x'",
    ),
    (
        "[x for x in («y := z»)]",
        "assignment expression cannot be used in a comprehension iterable expression",
    ),
    (
        "[(«y := 1») for x in z for y in w]",
        "assignment expression cannot rebind comprehension iteration variable 'y'",
    ),
    (
        "class A:\n    [(«x := 1») for y in z]",
        "assignment expression within a comprehension cannot be used in a class body",
    ),
    ("x «:=» 1", "invalid syntax"),
    ("(x.a «:=» 1)", "cannot use assignment expressions with attribute"),
    ("(x[0] «:=» 1)", "cannot use assignment expressions with subscript"),
    ("(f() «:=» 1)", "cannot use assignment expressions with function call"),
    ("def f(«/», a): pass", "at least one argument must precede /"),
    ("def f(a, /, b, «/»): pass", "/ may appear only once"),
    ("def f(*, a, «/»): pass", "/ must be ahead of *"),
    (
        "match x:\n    case «a»: pass\n    case 1: pass",
        "name capture 'a' makes remaining patterns unreachable",
    ),
    (
        "match x:\n    case «_»: pass\n    case 1: pass",
        "wildcard makes remaining patterns unreachable",
    ),
    ("match x:\n    case «a» | 1: pass", "name capture 'a' makes remaining patterns unreachable"),
    ("match x:\n    case «[a, a]»: pass", "multiple assignments to name 'a' in pattern"),
    ("match x:\n    case «[a] | [b]»: pass", "alternative patterns bind different names"),
    ("match x:\n    case «[*a, *b]»: pass", "multiple starred names in sequence pattern"),
    ("match x:\n    case «{**a, 1: b}»: pass", "invalid syntax"),
    ("match x:\n    case «{1: a, 1: b}»: pass", "mapping pattern checks duplicate key (1)"),
    ("match x:\n    case A(«b=1», 2): pass", "positional patterns follow keyword patterns"),
    ("match x:\n    case A(b=1, «b=2»): pass", "attribute name repeated in class pattern: b"),
    ("match x:\n    case 1 as «_»: pass", "cannot use '_' as a target"),
    ('match x:\n    case «f"a"»: pass', "patterns may only match literals and attribute lookups"),
    ("match x:\n    case 1 + «2»: pass", "imaginary number required in complex literal"),
    ("match x:\n    case «1j» + 2j: pass", "real number required in complex literal"),
    ("match x:\n«case» 1: pass", "expected an indented block after 'match' statement on line 1"),
    (
        "match x:\n    case 1:\n    «pass»",
        "expected an indented block after 'case' statement on line 2",
    ),
    ("match x:\n    «pass»", "invalid syntax"),
    ("match x«\n»    case 1: pass", "expected ':'"),
    ("match x:\n    case 1«\n»        pass", "expected ':'"),
    ("def f():\n    try: return\n    except: «break»", "'break' outside loop"),
    ("match x:\n    case 1: «continue»", "'continue' not properly in loop"),
    (
        "(«yield») = 1",
        "cannot assign to yield expression here. Maybe you meant '==' instead of '='?",
    ),
    (
        "def f():\n    («yield x») = 1",
        "cannot assign to yield expression here. Maybe you meant '==' instead of '='?",
    ),
    (
        "(«a := 1») = 2",
        "cannot assign to named expression here. Maybe you meant '==' instead of '='?",
    ),
    ("del («a := 1»)", "cannot delete named expression"),
    ("f(a := 1, b=2, «c»)", "positional argument follows keyword argument"),
    ("try: a\nexcept A as b«.»c: d", "invalid syntax"),
    ("try: a\nexcept A as «1»: d", "invalid syntax"),
    ("def f():\n    yield «=» 1", "assignment to yield expression not possible"),
]
LEADING_ZEROS = (
    "leading zeros in decimal integer literals are not permitted; "
    "use an 0o prefix for octal integers"
)


def failure(text: str) -> GradcliError:
    """Return the error of a text."""
    with pytest.raises(GradcliError) as caught:
        parse(text, "file.py")
    return caught.value


@pytest.mark.parametrize(("marked", "headline"), [*MISTAKES, ("«0777»", LEADING_ZEROS)])
def test_mistakes(marked: str, headline: str) -> None:
    """Says what is wrong, and where."""
    text = marked.replace("«", "").replace("»", "")
    start, end = marked.index("«"), marked.index("»") - 1
    diagnostic = failure(text).diagnostic
    assert (diagnostic.message, tuple(diagnostic.span)) == (headline, (start, end))
    assert (diagnostic.source, diagnostic.filename) == (text, "file.py")
    assert diagnostic.code == "syntax"


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the words are those of Python 3.11")
@pytest.mark.filterwarnings("ignore")
def test_words_are_those_of_python() -> None:
    """Uses the kind of error and the words of Python 3.11."""
    for marked, _ in MISTAKES:
        text = marked.replace("«", "").replace("»", "")
        with pytest.raises(SyntaxError) as caught:
            compile(text, "file.py", "exec")
        error = failure(text)
        assert (error.kind, error.message) == (type(caught.value).__name__, caught.value.msg)


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("  x = 1", "Take out the blanks before the first line."),
        ("x = 1\n  y = 2", "Begin the line exactly below the one before it."),
        (">>> x = 1", "Leave out the prompt."),
        ("x**2.sum()", "Write brackets around what the method is of, as in (x**2).sum()."),
        ("a +", "Something is missing at the end of the line."),
        ("x = / 3", "A value was expected, not '/'."),
        ("a b", "Write an operator, or brackets for a call: a(b)."),
        ("5 5", "An operator or the end of the line was expected, not '5'."),
        ("import 1", "A name was expected, not '1'."),
        ("for x of y: 1", "A comma or 'in' was expected, not 'of'."),
        ("if x\n  y", "End the line of 'if' with ':'."),
        ("f(a", "Close it with ')'."),
        ("a == not b", "Put brackets around the 'not'."),
        ("for not a in b: c", "A value was expected, not 'not'."),
        ("x = *a or b, c", "Put brackets around what follows the star."),
        ("{**not a}", "Put brackets around what follows the star."),
        ("*a >", "Put brackets around what follows the star."),
    ],
)
def test_help(text: str, help: str) -> None:
    """Says in a user's words what was expected."""
    assert failure(text).diagnostic.help == help


REFUSED = [
    ("«async» def f(): 1", "coroutines"),
    ("x = «await» y", "coroutines"),
    ("try: x\nexcept «*» y: z", "exception groups"),
]


@pytest.mark.parametrize(("marked", "what"), REFUSED)
def test_refused(marked: str, what: str) -> None:
    """Names the part of Python that the language leaves out, and says what to write instead."""
    text = marked.replace("«", "").replace("»", "")
    start, end = marked.index("«"), marked.index("»") - 1
    diagnostic = failure(text).diagnostic
    assert diagnostic.message == f"{what} are not part of the language"
    assert diagnostic.code == "not-in-language"
    assert tuple(diagnostic.span) == (start, end)
    assert diagnostic.help


def test_a_long_number_is_refused() -> None:
    """Refuses digits beyond Python's limit, in Python's words."""
    assert failure("1" * 5000).message.startswith("Exceeds the limit (4300 digits)")


NUMBERS = {
    "1__0": "An underscore stands between two digits.",
    "1_": "An underscore stands between two digits.",
    "0x": "Digits are missing.",
    "1e": "The digits of the exponent are missing.",
    "1.5e": "The digits of the exponent are missing.",
    "2x": "A name cannot begin with a digit; a product is written with '*'.",
    "1 + 2i": "The imaginary unit is j, as in 2j; a product is written with '*'.",
    "2jx": "A name cannot begin with a digit; a product is written with '*'.",
    "2ex": "A name cannot begin with a digit; a product is written with '*'.",
}


@pytest.mark.parametrize("source", NUMBERS)
def test_numbers_that_do_not_end(source: str) -> None:
    """The help says what this number lacks, or has too much of."""
    with pytest.raises(GradcliError) as caught:
        parse(source)
    assert caught.value.diagnostic.help == NUMBERS[source]


QUOTIENT = "Leave the quotient out: gradcli diff, or torch.func.grad, differentiates."
TRANSPOSE = "A transpose is written x.T, a product of matrices with '@'."
LAMBDA = "'lambda' is a word of Python that makes functions; call a number lam."


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("sin x", "Write an operator, or brackets for a call: sin(x)."),
        ("return sin 2", "Write an operator, or brackets for a call: sin(2)."),
        ("2 x", "A product is written with '*'."),
        ("x = 3 y = 4", "A statement ends with its line; ';' stands between two in one."),
        ("$x^2$", "LaTeX is not read: write a / b, x**2, sqrt(x), sin(x), A @ B, sum(x)."),
        ("y = x_{1}", "An index is a part of the name, as x_1, or in brackets: x[1]."),
        ("(a + 1) y", "A product is written with '*'."),
        ("a b = 3", "A name has no blanks: a_b."),
        ("let x = 3", "Leave 'let' out: x = …"),
        ("function f(x) { return x }", "A function is written: def f(x): return x."),
        ("a <> b", "Not equal is written '!='."),
        ("a && b", "Write 'and'; for each element of tensors, (a) & (b)."),
        ("a || b", "Write 'or'; for each element of tensors, (a) | (b)."),
        ("!a", "Write 'not'."),
        ("a!", "A factorial is math.factorial(n)."),
        ("a++", "Write: a += 1."),
        ("a--", "Write: a -= 1."),
        ("|a|", "An absolute value is abs(x), a norm is norm(x)."),
        ("a := 3", "Write '='."),
        ("a => a**2", "Greater or equal is written '>='; a function, lambda x: x**2."),
        ("if a =< 2: b", "Less or equal is written '<='."),
        ("if a then: b", "Write ':' for 'then'."),
        ("elseif a: b", "Write 'elif'."),
        ("public class A: b", "Leave the word out."),
        ("a = new B()", "Leave 'new' out: B()."),
        ("raise A, 'b'", "Write the message in brackets: raise ValueError('…')."),
        ("a -> a**2", "A function is written: lambda x: x**2."),
        ("// a", "A comment begins with '#'."),
        ("/* a */", "A comment begins with '#'."),
        ("5 mod 3", "A remainder is written with '%'."),
        ("a div (b + 1)", "A quotient without its fraction is written with '//'."),
        ("d/dx sin(x)", QUOTIENT),
        ("d/dt a b", QUOTIENT),
        ("x^T A x", TRANSPOSE),
        ("x.T A", TRANSPOSE),
        ("%timeit a", "A line of a notebook begins with '%'; leave its first word out."),
        ("lambda = 3", LAMBDA),
        ("lambda * a", LAMBDA),
        ("2 * lambda + 1", LAMBDA),
        ("f(a, lambda=2)", LAMBDA),
        ("class = 2", "'class' is a word of Python; take another name, as class_."),
        ("in = 2", "'in' is a word of Python; take another name, as in_."),
        ("for i in a print(i)", "Write ':' before 'print'."),
        ("if a > 1 b", "Write ':' before 'b'."),
    ],
)
def test_what_others_write(text: str, help: str) -> None:
    """Knows signs and words of formulas and of other languages, and says what Python has."""
    diagnostic = failure(text).diagnostic
    assert (diagnostic.message, diagnostic.help) == ("invalid syntax", help)


@pytest.mark.parametrize(
    ("sign", "help"),
    [
        *((sign, 'write `"`, as the keyboard has it') for sign in "“”„«»"),
        *((sign, "write `'`, as the keyboard has it") for sign in "‘’"),
        *((sign, "write `-`, as the keyboard has it") for sign in "–—"),
        ("（", "write `(`, as the keyboard has it"),
        ("，", "write `,`, as the keyboard has it"),
        ("＝", "write `=`, as the keyboard has it"),
        ("∙", "write `*`, as the keyboard has it"),
        ("∑", "write `sum`"),
        ("−", "write `-`, or give --math"),
        ("²", "write `**2`, or give --math"),
        ("\u00a0", "Write a blank of the keyboard."),
        ("\u200b", "Remove it."),
        ("∇", None),
    ],
)
def test_signs_of_word_processors(sign: str, help: str | None) -> None:
    """Says which sign of the keyboard stands for one that looks like it."""
    assert failure(f"a {sign} b").diagnostic.help == help


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("x = 3²", "invalid character '²' (U+00B2)", "write `**2`, or give --math"),
        ("x = 3½", "invalid character '½' (U+00BD)", None),
        ("x = 3é", "invalid syntax", "A product is written with"),
        (
            "for (i = 0; i < 3; i++) { f(i) }",
            "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
            "Write: for i in range(10):",
        ),
        ("x = a ? 1 : 2", "invalid syntax", "Write: value if test else other."),
        (r"\sin(x)", "unexpected character after line continuation character", "LaTeX is not"),
        ("x = 1 \\ + 2", "unexpected character after line continuation character", "joins lines"),
    ],
)
def test_signs_of_formulas(text: str, message: str, help: str | None) -> None:
    """The message is Python's; the help says what stands for the sign here."""
    with pytest.raises(GradcliError) as caught:
        parse(text)
    found = caught.value.diagnostic
    assert found.message == message
    assert help is None or help in (found.help or "")
