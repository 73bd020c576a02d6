"""Text to tokens: lines, brackets and f-strings.

This module takes the terminals from the grammar and adds what a regular expression cannot say.
It does not know the grammar's rules. Which of two terminals is meant, lark tells by the state of
its parser; here no token depends on what the parser is doing, only on the brackets that are open,
so that one compiled expression serves the whole program, and starting is quick.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final, NoReturn

from gradcli.errors import Span
from gradcli.syntax.indentation import Indentation
from gradcli.syntax.literals import check_number, decode, identifier
from gradcli.syntax.mistake import REFUSED, mistake

_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_SPECIAL: Final = frozenset("()[]{}:=")

# The terminals of f-strings begin with these words, and end with what their quotes are.
FSTRING_START: Final = "FSTRING_START_"
FSTRING_END: Final = "FSTRING_END_"
_TEXT: Final = "FSTRING_TEXT_"
_RAW: Final = "R"

# What is looked for only inside of an f-string.
_INSIDE: Final = (_TEXT, "FSTRING_BRACE", "FIELD_TEXT")

# Keywords only where their statement begins: names for the scan, told apart by what is around them.
_SOFT: Final = ("MATCH", "CASE")
_EDGES: Final = frozenset(("_NEWLINE", "_INDENT", "_DEDENT"))


class Token:
    """A piece of the text; ``value`` is what it says and ``span`` where it stands."""

    __slots__ = ("span", "type", "value")

    def __init__(self, type: str, value: str, span: Span) -> None:
        self.type, self.value, self.span = type, value, span

    def __repr__(self) -> str:
        return f"<{self.type} {self.value!r}>"


class Lexer:
    """The lexer of a grammar: literals become a dictionary, patterns one regular expression."""

    __slots__ = ("lead", "match", "patterns", "quotes", "words")

    def __init__(
        self, literals: Mapping[str, str], patterns: Mapping[str, str], ignored: Collection[str]
    ) -> None:
        self.patterns = patterns
        self.quotes = {n: word for word, n in literals.items() if n.startswith(FSTRING_END)}
        words = {word: name for word, name in literals.items() if name not in self.quotes}
        self.words = dict.fromkeys(REFUSED, "REFUSED") | words
        signs = [re.escape(word) for word in self.words if not word.isidentifier()]
        skipped = "|".join(patterns[name] for name in ignored)
        choices = {
            name: pattern
            for name, pattern in patterns.items()
            if name not in ignored and not name.startswith((*_INSIDE, *_SOFT))
        }
        choices |= {"_WORD": "|".join(sorted(signs, key=len, reverse=True)), "_END": r"\Z"}
        named = "|".join(f"(?P<{name}>{pattern})" for name, pattern in choices.items())
        self.match = re.compile(f"(?:{skipped})*+(?:{named})").match
        self.lead = re.compile(f"\ufeff?[ \t\f]*((?:{patterns['_NEWLINE']})?)").match

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a text."""
        tokens = _Scan(self, text).run()
        if "match" in text:
            _tell_match(tokens)
        return tokens


def _tell_match(tokens: list[Token]) -> None:
    """Mark the names that are the words of ``match`` statements."""
    blocks = [False]  # whether the cases of a match stand in each open block
    begins = False
    for at, token in enumerate(tokens):
        if token.type == "_INDENT":
            blocks.append(begins)
        elif token.type == "_DEDENT":
            blocks.pop()
        elif token.type == "NAME" and (at == 0 or tokens[at - 1].type in _EDGES):
            begins = token.value == "match" and _is_match(tokens, at)
            if begins:
                token.type = "MATCH"
            elif token.value == "case" and blocks[-1]:
                token.type = "CASE"
        elif at == 0 or tokens[at - 1].type in _EDGES:
            begins = False


def _is_match(tokens: list[Token], at: int) -> bool:
    """Tell whether a name at the beginning of a line is the word, by what follows it."""
    follower = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if follower.startswith(_VALUES) and not (
        follower == "NOT" and tokens[at + 2 : at + 3] and tokens[at + 2].type == "IN"
    ):
        return True
    if follower not in _EITHER:
        return False
    end = at
    while end < len(tokens) and tokens[end].type != "_NEWLINE":
        end += 1
    last = [token.type for token in tokens[end - 1 : end + 2]]
    return last == ["COLON", "_NEWLINE", "_INDENT"] and tokens[end + 2].value == "case"


_VALUES: Final = (
    *("NAME", "NUMBER", "STRING", "FSTRING_START", "LAMBDA", "NONE", "TRUE", "FALSE", "NOT"),
    *("TILDE", "LBRACE", "ELLIPSIS", "PRINT"),
)
_EITHER: Final = frozenset(("LPAR", "LSQB", "MINUS", "PLUS", "STAR"))


class _Frame:
    """What is open: a bracket, an f-string, or a field of one.

    ``text`` tells that literal text is being read: inside an f-string, and in a field after its
    colon. ``kind`` are the letters of the f-string's terminals, none for a bracket.
    """

    __slots__ = ("closer", "kind", "opener", "text")

    def __init__(self, opener: Token, closer: str, kind: str = "", text: bool = False) -> None:
        self.opener, self.closer, self.kind, self.text = opener, closer, kind, text


class _Scan:
    """One run over one text."""

    __slots__ = ("frames", "indentation", "lexer", "text", "tokens")

    def __init__(self, lexer: Lexer, text: str) -> None:
        self.lexer, self.text = lexer, text
        self.tokens: list[Token] = []
        self.frames: list[_Frame] = []
        self.indentation = Indentation()

    def run(self) -> list[Token]:
        """Read the whole text."""
        text, match, words = self.text, self.lexer.match, self.lexer.words
        tokens, frames = self.tokens, self.frames
        position = self.begin()
        while True:
            if frames and frames[-1].text:
                position = self.literal_text(frames[-1], position)
                continue
            found = match(text, position)
            if found is None:
                self.fail(position)
            kind = found.lastgroup or ""
            start, position = found.span(kind)
            value = text[start:position]
            if kind == "NAME":
                type = words.get(value, kind)
                if not value.isascii():
                    value = identifier(value, start)
                tokens.append(Token(type, value, Span(start, position)))
            elif kind == "_WORD":
                if value == ":=" and frames and frames[-1].kind:
                    value, position = ":", position - 1  # a field's format begins with the sign
                tokens.append(Token(words[value], value, Span(start, position)))
                if value in _SPECIAL:
                    position = self.special(tokens[-1])
            elif kind == "_END":
                break
            elif kind == "_NEWLINE":
                self.newline(start, position)
            else:
                tokens.append(Token(kind, value, Span(start, position)))
                if kind == "NUMBER":
                    check_number(text, start, position)
                elif kind.startswith(FSTRING_START):
                    frames.append(_Frame(tokens[-1], "", kind.removeprefix(FSTRING_START), True))
        self.end()
        return tokens

    def begin(self) -> int:
        """Read what stands before the first line; return where that begins."""
        # Thousands of empty lines stand before an example far down in a document.
        empty = len(self.text) - len(self.text.lstrip("\n"))
        lead = self.lexer.lead(self.text, max(empty - 1, 0))
        start, end = lead.span(1) if lead else (0, 0)
        start = start if empty == 0 else 0
        if start < end:
            self.end_line(start)
        self.indent(end)
        return end

    def newline(self, start: int, end: int) -> None:
        """End the logical line, and measure how far the next one is indented."""
        if self.frames:
            return
        if self.tokens and self.tokens[-1].type not in ("_NEWLINE", "_INDENT", "_DEDENT"):
            self.end_line(start)
        self.indent(end)

    def end_line(self, start: int) -> None:
        """Add the token for the end of a line."""
        width = min(1, len(self.text) - start)
        self.tokens.append(Token("_NEWLINE", "\n", Span(start, start + width)))

    def indent(self, end: int) -> None:
        """Open or close blocks for a line that begins after the white space before ``end``."""
        if end == len(self.text):
            return
        start = end
        while start and self.text[start - 1] in " \t":
            start -= 1
        span = Span(start, end)
        for type in self.indentation.move(self.text[start:end], span):
            self.tokens.append(Token(type, "", span))

    def special(self, token: Token) -> int:
        """Follow the brackets, and what `:` and `=` mean in a field; return where to read on."""
        value, frames = token.value, self.frames
        if value in _CLOSERS:
            frames.append(_Frame(token, _CLOSERS[value]))
        elif value in ")]}":
            self.close(token)
        elif frames and frames[-1].kind:
            if value == ":":
                frames[-1].text = True
            else:
                return self.debug_text(frames[-1], token)
        return token.span.end

    def close(self, token: Token) -> None:
        """Close the innermost bracket."""
        if not self.frames:
            raise mistake(token.span, f"unmatched '{token.value}'", "Remove it, or open it before.")
        frame = self.frames.pop()
        if frame.closer != token.value:
            raise self.mismatch(frame, token)

    def mismatch(self, frame: _Frame, token: Token) -> Exception:
        """Say that a bracket is closed by one of another kind."""
        opener = frame.opener
        prefix = "f-string: " if any(outer.kind for outer in (*self.frames, frame)) else ""
        if frame.kind:
            return mistake(token.span, f"{prefix}unmatched '{token.value}'")
        message = (
            f"{prefix}closing parenthesis '{token.value}' does not match opening parenthesis "
            f"'{opener.value}'"
        )
        line, opened = self.line(token.span.start), self.line(opener.span.start)
        return mistake(
            token.span,
            message if line == opened else f"{message} on line {opened}",
            f"Close it with '{frame.closer}' first.",
        )

    def line(self, position: int) -> int:
        """Return the number of a line."""
        return len(re.findall(r"\r\n?|\n", self.text[:position])) + 1

    def debug_text(self, frame: _Frame, token: Token) -> int:
        """Turn the `=` of `{value=}` into the text that it prints."""
        pattern = re.compile(self.lexer.patterns["FIELD_TEXT"])
        if not pattern.match(self.text, token.span.start):
            return token.span.end
        end = token.span.end
        while self.text[end].isspace():
            end += 1
        token.type, token.value = "FIELD_TEXT", self.text[frame.opener.span.end : end]
        return end

    def literal_text(self, frame: _Frame, start: int) -> int:
        """Read the text of an f-string, or of a field's format, up to what ends it."""
        type = _TEXT + frame.kind
        found = re.compile(self.lexer.patterns[type]).match(self.text, start)
        if not found:
            return self.literal_end(frame, start)
        span = Span(start, found.end())
        value = decode(found[0], span, frame.kind.startswith(_RAW))
        self.tokens.append(Token(type, value, span))
        return span.end

    def literal_end(self, frame: _Frame, start: int) -> int:
        """Read what ends a stretch of literal text: a brace or the closing quote."""
        text, in_format = self.text, bool(frame.closer)
        brace = text[start : start + 1]
        token = Token(self.lexer.words.get(brace, ""), brace, Span(start, start + 1))
        quote = FSTRING_END + frame.kind.removeprefix(_RAW)
        if not in_format and text.startswith(("{{", "}}"), start):
            token = Token("FSTRING_BRACE", brace, Span(start, start + 2))
        elif brace == "{":
            self.frames.append(_Frame(token, "}", frame.kind))
        elif brace == "}" and in_format:
            self.close(token)
        elif brace == "}":
            raise mistake(
                token.span, "f-string: single '}' is not allowed", "Write '}}' for one brace."
            )
        elif text.startswith(self.lexer.quotes[quote], start) and not in_format:
            value = self.lexer.quotes[quote]
            token = Token(quote, value, Span(start, start + len(value)))
            self.frames.pop()
        else:
            self.unterminated(start)
        self.tokens.append(token)
        return token.span.end

    def end(self) -> None:
        """End the last line and close every block."""
        end = len(self.text)
        if self.frames:
            if self.frames[-1].kind:
                self.unterminated(end)
            return
        self.newline(end, end)
        for type in self.indentation.close():
            self.tokens.append(Token(type, "", Span(end, end)))

    def unterminated(self, position: int) -> NoReturn:
        """Say that a string has no end."""
        fields = [frame for frame in self.frames if frame.kind]
        if fields and fields[-1].closer:
            opener = fields[-1].opener.span
            raise mistake(opener, "f-string: expecting '}'", "Close the field with '}'.")
        start = fields[-1].opener.span.start if fields else position
        quote = re.compile(r"[fFrR]*('''|\"\"\"|'|\")").match(self.text, start)
        if quote and len(quote[1]) == 3:
            line = self.line(len(self.text.rstrip("\r\n")))
            message = f"unterminated triple-quoted string literal (detected at line {line})"
        else:
            message = f"unterminated string literal (detected at line {self.line(start)})"
        span = quote.span() if quote else (start, start + 1)
        raise mistake(Span(*span), message, f"Close it with {quote[1] if quote else 'a quote'}.")

    def fail(self, position: int) -> NoReturn:
        """Say why no token begins here."""
        start = re.compile(r"(?:[ \t\f]|\\(?:\r\n?|\n))*").match(self.text, position)
        position = start.end() if start else position
        symbol = self.text[position : position + 1]
        if symbol in ("'", '"'):
            self.unterminated(position)
        raise mistake(Span(position, position + 1), *_complaint(symbol, self.text, position))


_LATEX = "LaTeX is not read: write a / b, x**2, sqrt(x), sin(x), A @ B, sum(x)."


_FOREIGN = {"$": _LATEX, "?": "Write: value if test else other."}


def _complaint(symbol: str, text: str, position: int) -> tuple[str, str | None]:
    """Return the headline and the help for a character that begins no token."""
    if symbol == "\\":
        if position + 1 == len(text):
            return "unexpected EOF while parsing", "Nothing follows the backslash."
        return (
            "unexpected character after line continuation character",
            _LATEX
            if text[position + 1].isalpha()
            else "A backslash outside a string joins lines; it must be the last on its line.",
        )
    if symbol == "\0":
        return "source code string cannot contain null bytes", None
    if symbol.isascii() or symbol.isprintable():
        if symbol.isascii():
            said = f"The character {symbol!r} has no meaning here."
            return "invalid syntax", _FOREIGN.get(symbol, said)
        from gradcli.syntax.mathematics import advice  # for programs that go wrong

        return f"invalid character '{symbol}' (U+{ord(symbol):04X})", advice(symbol)
    help = "Write a blank of the keyboard." if symbol.isspace() else "Remove it."
    return f"invalid non-printable character U+{ord(symbol):04X}", help
