import re

text = "The Cat sat on the mat; the dog, 3.5 feet away, ran 10 miles."
print(re.findall(r"\w+|[^\w\s]", text.lower())[:8], re.split(r"([,.:;?_!\"()']|--|\s)", "Hello, world. Is this-- a test?")[:7])
print(re.sub(r"(\d+)(\.\d+)?", lambda m: f"<{m.group(0)}>", text), re.sub(r"(?P<a>\w)(\w)", r"\2\g<a>", "abcd"), re.subn("t", "T", text, count=2)[1])
pattern = re.compile(r"(?P<word>[a-z]+) (?P<rest>\w+)", re.IGNORECASE | re.M)
match = pattern.search(text)
print(match, match.group(), match["word"], match.groups(), match.groupdict(), match.span(), match.start(2), match.lastgroup, bool(match))
print([m.group(1) for m in pattern.finditer(text)], pattern.groups, pattern.groupindex, pattern.pattern, pattern.match("1") is None)
print(re.match("a", "ba"), re.fullmatch("a+", "aaa").end(), re.escape("a.b*c"), re.split(",", "a,b,c", maxsplit=1), re.search("B", "abc", re.I).expand(r"[\g<0>]"))
for wrong in ["(", "[a", "*a", "(?P<1>a)"]:
    try:
        re.compile(wrong)
    except re.error as error:
        print(error)
try:
    re.sub("a", lambda m: 3, "abc")
except TypeError as error:
    print("TypeError")
if (m := re.match(r"(\d+)-(\d+)", "10-20")) is not None:
    low, high = map(int, m.groups())
    print(high - low, m.re.pattern, m.string, pattern == re.compile(pattern))
try:
    re.sub("(a)", r"\2", "abc")
except re.error as error:
    print(error)
