"""Text to tokens: lines, brackets, f-strings, and the words that are keywords only at times.

This module takes the terminals from the grammar and adds what a regular expression cannot say.
It does not know the grammar's rules: no token depends on what the parser is doing, so that one
compiled expression serves every state of the parser, and starting is quick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final, NoReturn

from gradcli.errors import Span
from gradcli.syntax.indentation import Indentation
from gradcli.syntax.literals import check_number, decode, identifier
from gradcli.syntax.mistake import REFUSED, mistake

_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_SPECIAL: Final = frozenset("()[]{}:=")

# After the name `print`, these begin what Python 3 cannot read and Python 2 printed.
PRINTED: Final = frozenset(
    (
        *("NAME", "NUMBER", "STRING", "FSTRING_START", "LAMBDA", "NONE", "TRUE", "FALSE"),
        *("TILDE", "LBRACE", "ELLIPSIS", "PRINT"),
    )
)


class Token:
    """A piece of the text; ``value`` is what it says and ``span`` where it stands."""

    __slots__ = ("span", "type", "value")

    def __init__(self, type: str, value: str, span: Span) -> None:
        self.type, self.value, self.span = type, value, span

    def __repr__(self) -> str:
        return f"<{self.type} {self.value!r}>"


class Lexer:
    """The lexer of a grammar: literals become a dictionary, patterns one regular expression."""

    __slots__ = ("lead", "match", "words")

    def __init__(
        self, literals: Mapping[str, str], patterns: Mapping[str, str], ignored: Collection[str]
    ) -> None:
        self.words = dict.fromkeys(REFUSED, "REFUSED") | dict(literals)
        signs = [re.escape(word) for word in self.words if not word.isidentifier()]
        skipped = "|".join(patterns[name] for name in ignored)
        choices = {name: patterns[name] for name in patterns if name not in ignored}
        choices |= {"_WORD": "|".join(sorted(signs, key=len, reverse=True)), "_END": r"\Z"}
        named = "|".join(f"(?P<{name}>{pattern})" for name, pattern in choices.items())
        self.match = re.compile(f"(?:{skipped})*+(?:{named})").match
        self.lead = re.compile(f"\ufeff?[ \t\f]*(?:{patterns['_NEWLINE']})?").match

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a text."""
        return _Scan(self, text).run()


class _Frame:
    """What is open: a bracket, an f-string, or a field of one.

    ``text`` tells that literal text is being read: inside an f-string, and in a field after its
    colon. ``quote`` ends the f-string and is empty for a bracket.
    """

    __slots__ = ("after_with", "closer", "opener", "quote", "raw", "text")

    def __init__(
        self, opener: Token, closer: str, quote: str = "", raw: bool = False, text: bool = False
    ) -> None:
        self.opener, self.closer, self.quote, self.raw = opener, closer, quote, raw
        self.text, self.after_with = text, False


class _Scan:
    """One run over one text."""

    __slots__ = ("frames", "handlers", "indentation", "lexer", "text", "tokens", "withs")

    def __init__(self, lexer: Lexer, text: str) -> None:
        self.lexer, self.text = lexer, text
        self.tokens: list[Token] = []
        self.frames: list[_Frame] = []
        self.withs: list[tuple[Token, int]] = []
        self.indentation = Indentation()
        self.handlers: dict[str, Callable[[int, int], None]] = {
            "NUMBER": self.number,
            "_NEWLINE": self.newline,
            "FSTRING_START": self.open_text,
        }

    def run(self) -> list[Token]:
        """Read the whole text."""
        text, match, words = self.text, self.lexer.match, self.lexer.words
        tokens, frames, handlers = self.tokens, self.frames, self.handlers
        lead = self.lexer.lead(text)
        position = lead.end() if lead else 0
        self.newline(0, position)
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
                tokens.append(Token(words[value], value, Span(start, position)))
                if value in _SPECIAL:
                    position = self.special(tokens[-1])
            elif kind == "_END":
                break
            elif kind in handlers:
                handlers[kind](start, position)
            else:
                tokens.append(Token(kind, value, Span(start, position)))
        self.end()
        return tokens

    def number(self, start: int, end: int) -> None:
        """Read a number, and see to it that it ends where it seems to."""
        check_number(self.text, start, end)
        self.tokens.append(Token("NUMBER", self.text[start:end], Span(start, end)))

    def newline(self, start: int, end: int) -> None:
        """End the logical line, and measure how far the next one is indented."""
        if self.frames:
            return
        if self.tokens and self.tokens[-1].type not in ("_NEWLINE", "_INDENT", "_DEDENT"):
            width = min(1, len(self.text) - start)
            self.tokens.append(Token("_NEWLINE", "\n", Span(start, start + width)))
        if end < len(self.text):
            self.indent(end)

    def indent(self, end: int) -> None:
        """Open or close blocks for a line that begins after the white space before ``end``."""
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
            frame = _Frame(token, _CLOSERS[value])
            frame.after_with = len(self.tokens) > 1 and self.tokens[-2].type == "WITH"
            frames.append(frame)
        elif value in ")]}":
            self.close(token)
        elif frames and frames[-1].quote:
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
        if frame.after_with:
            self.withs.append((frame.opener, len(self.tokens)))

    def mismatch(self, frame: _Frame, token: Token) -> Exception:
        """Say that a bracket is closed by one of another kind."""
        opener = frame.opener
        prefix = "f-string: " if any(outer.quote for outer in (*self.frames, frame)) else ""
        if frame.quote:
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
        found = re.compile(r"=\s*(?=[!:}])").match(self.text, token.span.start)
        if not found:
            return token.span.end
        token.type = "FIELD_TEXT"
        token.value = self.text[frame.opener.span.end : found.end()]
        return found.end()

    def open_text(self, start: int, end: int) -> None:
        """Open an f-string."""
        value = self.text[start:end]
        quote = value.lstrip("fFrR")
        token = Token("FSTRING_START", value, Span(start, end))
        self.tokens.append(token)
        raw = "r" in value[: -len(quote)].lower()
        self.frames.append(_Frame(token, "", quote, raw, text=True))

    def literal_text(self, frame: _Frame, start: int) -> int:
        """Read the text of an f-string, or of a field's format, up to what ends it."""
        in_format = bool(frame.closer)
        found = _literal_pattern(frame.quote, frame.raw, in_format)(self.text, start)
        end = found.end() if found else start
        if end > start:
            span, value = Span(start, end), self.text[start:end]
            if not in_format:
                value = value.replace("{{", "{").replace("}}", "}")
            self.tokens.append(Token("FSTRING_MIDDLE", decode(value, span, frame.raw), span))
        return self.literal_end(frame, end, in_format)

    def literal_end(self, frame: _Frame, start: int, in_format: bool) -> int:
        """Read what ends a stretch of literal text: a brace or the closing quote."""
        text, words = self.text, self.lexer.words
        follower = text[start : start + 1]
        token = Token(words.get(follower, ""), follower, Span(start, start + 1))
        if follower == "{":
            self.tokens.append(token)
            self.frames.append(_Frame(token, "}", frame.quote, frame.raw))
        elif follower == "}" and in_format:
            self.tokens.append(token)
            self.close(token)
        elif follower == "}":
            raise mistake(
                token.span, "f-string: single '}' is not allowed", "Write '}}' for one brace."
            )
        elif text.startswith(frame.quote, start) and not in_format:
            token = Token("FSTRING_END", frame.quote, Span(start, start + len(frame.quote)))
            self.tokens.append(token)
            self.frames.pop()
        else:
            self.unterminated(start)
        return self.tokens[-1].span.end

    def end(self) -> None:
        """End the last line and close every block."""
        end = len(self.text)
        if self.frames:
            if self.frames[-1].quote:
                self.unterminated(end)
            return
        self.newline(end, end)
        for type in self.indentation.close():
            self.tokens.append(Token(type, "", Span(end, end)))
        self.soften()

    def soften(self) -> None:
        """Find the places where `print` is a statement and a bracket is that of a `with`."""
        tokens = self.tokens
        for opener, closed in self.withs:
            if tokens[closed].type == "COLON":
                opener.type = "WITH_BRACKET"
        for index, token in enumerate(tokens):
            if token.value == "print" and token.type == "NAME":
                following = tokens[index + 1].type
                negated = following == "NOT" and tokens[index + 2].type != "IN"
                if following in PRINTED or negated:
                    token.type = "PRINT"

    def unterminated(self, position: int) -> NoReturn:
        """Say that a string has no end."""
        fields = [frame for frame in self.frames if frame.quote]
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


def _complaint(symbol: str, text: str, position: int) -> tuple[str, str | None]:
    """Return the headline and the help for a character that begins no token."""
    if symbol == "\\":
        if position + 1 == len(text):
            return "unexpected EOF while parsing", "Nothing follows the backslash."
        return (
            "unexpected character after line continuation character",
            "A backslash outside a string joins lines; it must be the last on its line.",
        )
    if symbol == "\0":
        return "source code string cannot contain null bytes", None
    if symbol.isascii() or symbol.isprintable():
        if symbol.isascii():
            return "invalid syntax", f"The character {symbol!r} has no meaning here."
        return f"invalid character '{symbol}' (U+{ord(symbol):04X})", None
    return f"invalid non-printable character U+{ord(symbol):04X}", "Remove it."


@cache
def _literal_pattern(
    quote: str, raw: bool, in_format: bool
) -> Callable[[str, int], re.Match[str] | None]:
    """Compile what the literal text between two fields looks like."""
    escaped = r"\\(?:\r\n|[^{}]|(?=[{}]))" if raw else r"\\(?:N\{[^{}]*\}|\r\n|[^{}]|(?=[{}]))"
    if len(quote) == 3:
        plain = rf"[^{{}}\\{quote[0]}]|{quote[0]}(?!{quote[0] * 2})"
    else:
        plain = rf"[^{{}}\\{quote}\r\n]"
    doubled = "" if in_format else r"|\{\{|\}\}"
    return re.compile(f"(?:{plain}|{escaped}{doubled})*+").match
