import base64
import hashlib
import string
import struct
import textwrap

packed = struct.pack("<if2h", 1, 2.5, 3, -4)
print(packed, struct.unpack("<if2h", packed), struct.calcsize("if"))
print(struct.unpack_from(">I", b"\0\0\0\5\0", 1), list(struct.iter_unpack("<H", b"abcd")))
for wrong in (lambda: struct.pack("<B", 300), lambda: struct.unpack("<i", b"a"), lambda: struct.pack(3)):
    try:
        wrong()
    except (struct.error, TypeError) as e:
        print(type(e).__name__, e)
print(hashlib.md5(b"abc").hexdigest(), hashlib.sha256("abc".encode()).hexdigest()[:16])
h = hashlib.new("sha1")
h.update(b"a")
c = h.copy()
h.update(b"b")
print(h.hexdigest(), c.digest()[:4], h.name, h.digest_size)
try:
    hashlib.md5("abc")
except TypeError as e:
    print(e)
print(base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="))
t = string.Template("$who has $n items, $$ ${x}y $missing")
print(t.safe_substitute(who="Ann", n=3, x="z"), t.get_identifiers())
for wrong in (lambda: t.substitute(who=1, n=2, x=3), lambda: string.Template("a\n$ b").substitute()):
    try:
        wrong()
    except (KeyError, ValueError) as e:
        print(type(e).__name__, e)
print(t.substitute({"who": 1, "n": 2, "x": 3}, missing="m"))
print(textwrap.shorten("the quick brown fox", width=12, placeholder="..."))
print(textwrap.fill("averylongword and more", width=6, break_long_words=False, max_lines=2))
