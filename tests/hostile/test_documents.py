"""What a document asks commands to do: they read the project's files, and reach nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from gradcli.checks.check import check_file
from gradcli.checks.options import Options

ROOT = str(Path(__file__).parents[2])
SECRET = "s3cr3t"


def session(folder: Path, *commands: str, begins: str = "") -> tuple[list[str], int]:
    """Check a document with a session; return what its commands print, and how many are not run."""
    lines = [f"$ {command}\nnothing of the kind" for command in commands]
    path = folder / "a.md"
    path.write_text(begins + "```console\n" + "\n".join(lines) + "\n```\n")
    result = check_file(str(path), Options())
    return [failure.got or "" for failure in result.failures], len(result.notes)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with a program and numbers, a secret beside it, and a link to that."""
    (tmp_path / "secret.csv").write_text(f"{SECRET}\n1\n")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    (folder / "x.csv").write_text("x\n1\n")
    (folder / "x.grad").write_text("assert 1\n")
    (folder / "link.csv").symlink_to("../secret.csv")
    return folder


def test_sessions_read_files_of_the_project_alone(project: Path) -> None:
    """Neither a path, nor a link, nor the folder that a document names leads out of it."""
    read, passed_over = session(
        project,
        "gradcli info x.csv",
        "gradcli info ../secret.csv",
        "gradcli eval x -C x=@link.csv",
        "gradcli eval -f /proc/self/environ",
        "gradcli info ..",
    )
    assert "x" in read[0]
    assert all("not a file of the project" in text for text in read[1:]), read
    assert (len(read), passed_over) == (5, 0)
    outside = session(project, "cat secret.csv", begins="<!-- gradcli: in .. -->\n")
    assert outside == ([], 1)


def test_sessions_write_nothing_and_connect_to_nobody(project: Path) -> None:
    """What would is passed over; what hides it from that is refused."""
    before = sorted(project.parent.rglob("*"))
    _, passed_over = session(
        project,
        "gradcli check x.grad --report junit=../report.xml",
        "gradcli check x.grad --report=junit=report.xml",
        "gradcli check x.grad --update",
        "gradcli eval 1 --output=x.json",
        "gradcli eval 1 -ox.json",
        "gradcli eval 1 --engine dask --scheduler tcp://127.0.0.1:9",
        "gradcli check x.grad '--scheduler=tcp://127.0.0.1:9'",
    )
    assert passed_over == 7
    assert sorted(project.parent.rglob("*")) == [*before[:1], project / "a.md", *before[1:]]


def test_sessions_begin_no_sessions(project: Path) -> None:
    """A document that checks itself is not checked for ever; workers are confined as well."""
    (project / "b.md").write_text("```console\n$ gradcli info x.csv\n```\n")
    (read, *_), _ = session(project, "gradcli check b.md a.md")
    assert read.startswith("2 files, 0 checks")


CONFINED = """
import os, socket, subprocess, sys
from gradcli.checks.confined import confine

confine(sys.argv[1])

def refused(function, *args):
    try:
        function(*args)
    except PermissionError:
        return True

outside = os.path.dirname(sys.argv[1])
inside = os.path.join(sys.argv[1], "x.csv")
assert open(inside).read() and os.listdir(sys.argv[1])
assert refused(open, inside, "w") and refused(open, inside, "r+") and refused(open, inside, "a")
assert refused(os.open, os.path.join(outside, "new"), os.O_CREAT)
assert refused(open, os.path.join(outside, "secret.csv")) and refused(os.listdir, outside)
assert refused(os.scandir, b"/") and refused(open, "/proc/self/environ")
assert refused(os.remove, inside) and refused(os.rename, inside, inside + "2")
assert refused(os.mkdir, inside + "3") and refused(os.symlink, inside, inside + "4")
assert refused(os.system, "true") and refused(os.execv, sys.executable, ["python"])
assert refused(subprocess.run, [sys.executable, "-c", ""])
assert refused(socket.create_connection, ("127.0.0.1", 9))
"""


def test_what_a_confined_process_may_do(project: Path) -> None:
    """It reads what is in the folder; all else is refused, whatever asks for it."""
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.append({ROOT!r})\n{CONFINED}", str(project)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
