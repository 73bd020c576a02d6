"""What the system sees of an untrusted program: no file but Python's own, no socket, no process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from textwrap import indent

import pytest

import gradcli
from tests.hostile.test_escapes import ATTEMPTS

STRACE = shutil.which("strace")
if STRACE is None:
    pytest.skip("strace is not installed", allow_module_level=True)

CALLS = "%file,%network,%process,pwritev,pwrite64,sendfile,io_uring_setup,memfd_create,ptrace"
"""What names a file, a peer or another process, or moves bytes by a way of its own."""

CODE = tuple(
    {
        *(str(Path(path).resolve()) for path in sysconfig.get_paths().values()),
        *(str(Path(folder).resolve()) for folder in (sys.prefix, sys.base_prefix)),
        str(Path(gradcli.__file__).resolve().parent),
        str(Path(gradcli.__file__).resolve().parent.parent / "grammar"),  # of a checkout
    }
)
"""Where installed modules are: some are imported when a program first uses what they hold."""

SYSTEM = ("/proc/self/statm", "/sys/fs/cgroup/memory.max", "/etc/ld.so.cache")
"""What is asked of the system before a limit on memory is set, and for a library."""

LOADING = {"open", "openat", "stat", "newfstatat", "lstat", "readlink", "access", "statx"}
ENDING = {"exit", "exit_group", "wait4", "waitid", "kill", "tgkill", "pidfd_open"}
_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)")


def traced(source: str, folder: Path) -> tuple[int, list[tuple[str, str]]]:
    """Run a program; return its status, and the calls after its text was opened."""
    program, trace = folder / "program.grad", folder / "trace"
    program.write_text(source, encoding="utf-8")
    # With the path of this process alone: the current directory may hold another gradcli.
    words = [sys.executable, "-P", "-m", "gradcli", "eval", "--untrusted", "-f", str(program)]
    ran = subprocess.run(
        [str(STRACE), "-f", "-qq", "-s", "4096", "-e", f"trace={CALLS}", "-o", str(trace), *words],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPYCACHEPREFIX": "",
        },
        capture_output=True,
        check=False,
    )
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    begins = re.compile(rf'(?:\d+ +)?open(?:at)?\(.*"{re.escape(str(program))}"')
    start = next(i for i, line in enumerate(lines) if begins.match(line))
    calls = [found.groups() for line in lines[start + 1 :] if (found := _CALL.match(line))]
    return ran.returncode, [(name, rest) for name, rest in calls]


def folders() -> set[str]:
    """Return where Python looks for modules: it asks whether anything has changed there."""
    return {str(Path(folder).resolve()) for folder in sys.path}


def is_harmless(name: str, rest: str) -> bool:
    """Tell whether a call reads installed code, asks for a limit, or ends a process."""
    if name in ENDING:
        return True
    path = next(iter(re.findall(r'"([^"]*)"', rest)), None)
    if name not in LOADING or path is None:
        return False
    if not path:  # of what is open
        return True
    if any(word in rest for word in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC")):
        return False
    where = str(Path(path).resolve())
    # What a module of Python or NumPy loads, and how OpenSSL begins, of which ``hashlib`` is made.
    library = bool(re.search(r"/lib[^/]*\.so[.\d]*$|/openssl\.cnf$", path))
    return library or path in SYSTEM or where in folders() or where.startswith(CODE)


ORDINARY = """
x = torch.randn(3, 4, requires_grad=True)
y = F.softmax(torch.fft.fft(x).abs() @ torch.ones(4, 2), 0)
y.sum().backward()
import math, random, collections, json
print(x.grad, math.pi, random.random(), json.dumps([1]))
"""


def test_an_ordinary_program_opens_code_alone(tmp_path: Path) -> None:
    """Modules are loaded as they are needed, and nothing else is touched."""
    status, calls = traced(ORDINARY, tmp_path)
    assert status == 0
    assert [call for call in calls if not is_harmless(*call)] == []


def test_no_attempt_to_get_out_reaches_the_system(tmp_path: Path) -> None:
    """All attempts that are whole programs, one after the other, and what they open."""
    tried = [
        source
        for source, said in ATTEMPTS
        if not re.search("SyntaxError|limit", said) and "import *" not in source
    ]
    functions = [f"def attempt{i}():\n{indent(s, '    ')}" for i, s in enumerate(tried)]
    calls = "\n".join(f"try: attempt{i}()\nexcept Exception: pass" for i in range(len(functions)))
    status, found = traced("\n".join([*functions, calls, "print('tried')"]), tmp_path)
    assert status == 0
    assert [call for call in found if not is_harmless(*call)] == []
