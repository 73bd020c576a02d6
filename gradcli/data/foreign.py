"""What other files are, by what they begin with, and how to make files of numbers of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TO_NPY = "make it .npy in Python, as in: numpy.save('x.npy', "
_PICTURE = f"is a picture; {_TO_NPY}PIL.Image.open('FILE'))"
_BYTES = "numpy.fromfile('FILE', 'uint8'"
_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"(\xb5/\xfd", "is compressed; unpack it, as in: zstdcat FILE | gradcli … -D x=@-"),
    (b'\x04"M\x18', "is compressed; unpack it, as in: lz4 -dc FILE | gradcli … -D x=@-"),
    (b"7z\xbc\xaf", "is an archive; unpack it with 7z x FILE"),
    (b"\0\0\x08\1", f"is an IDX file, as those of MNIST; {_TO_NPY}{_BYTES}, offset=8))"),
    (b"\0\0\x08\3", f"is an IDX file, as those of MNIST; {_TO_NPY}{_BYTES}, offset=16))"),
    (b"RIFF", f"is a sound or a picture; {_TO_NPY}scipy.io.wavfile.read('FILE')[1])"),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"II*\0", _PICTURE),
    (b"MM\0*", _PICTURE),
    (b"BM", _PICTURE),
    (
        b"MATLAB 5.0 MAT-file",
        f"is a file of MATLAB 5; save it with -v7.3, or {_TO_NPY}scipy.io.loadmat('FILE')['x'])",
    ),
    (b"\xd0\xcf\x11\xe0", "is an Excel workbook; save its sheet as CSV"),
    (b"SQLite format 3\0", "is a database of SQLite; ask it for CSV: sqlite3 -csv -header"),
    (b"CDF", "is a file of netCDF 3; make it HDF5, as in: nccopy -k nc4 FILE FILE.h5"),
    (b"ORC", "is an ORC file; make it Parquet with pyarrow.orc.read_table"),
    (b"FEA1", "is a file of Feather 1, which is no more; write it anew, in Feather 2 or Parquet"),
    (b"GGUF", "is a GGUF file, of which nothing is read; save tensors as .safetensors"),
    (b"%PDF", "is a PDF, not numbers"),
    (b"version https://git-lfs", "is a pointer of Git LFS, not the file; get that: git lfs pull"),
)
_TEXTS = {b"%PDF", b"version https://git-lfs"}
_PAGE = re.compile(rb"\s*<(!doctype|html|\?xml)", re.IGNORECASE)


def reason(head: bytes) -> str | None:
    """Return why a file that begins so is not read, and what to do; None where nothing is known."""
    for sign, why in _FOREIGN:
        is_clear = sign in _TEXTS or not (sign.isascii() and sign.isalnum()) or b"\0" in head
        if head.startswith(sign) and is_clear:  # a table may begin with the word ORC
            return why
    if _PAGE.match(head):
        return "is a page of HTML or XML, not numbers; was it downloaded from the wrong address?"
    return None


def archive_reason(names: Iterable[str]) -> str:
    """Return why an archive of files with these names is not read, and what to do."""
    known = list(names)
    if "[Content_Types].xml" in known:
        return "is an Office document; save its sheet as CSV"
    if any(name.endswith((".pkl", ".pickle")) for name in known):
        return PICKLE
    if len(known) == 1:
        return f"is an archive of {known[0][:80]!r}; unpack it, as in: unzip -p FILE | gradcli … @-"
    return "is no .npz file: an archive, but not of .npy files"


PICKLE = (
    "is a pickle, which can run anything when it is read; save tensors as .safetensors or .npz, "
    "as in: safetensors.torch.save_file(torch.load('FILE'), 'x.safetensors')"
)
