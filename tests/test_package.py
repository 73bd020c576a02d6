"""What the wheel, the source archive and the editable install hold."""

import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TABLES = "gradcli/syntax/built_tables.py"

# Run in the folder to build from; the arguments are the folder to write to and the hooks to call.
BUILD = """
import sys
from hatchling import build
for hook in sys.argv[2:]:
    getattr(build, hook)(sys.argv[1])
"""

# Run with an installed copy's folder as argument: it stands in front of every other gradcli.
USE = """
import site, sys
before = list(sys.path)
site.addsitedir(sys.argv[1])
sys.path[:] = [path for path in sys.path if path not in before] + before
import gradcli
print(gradcli.__file__)
print(gradcli.run("1 + 1").value, "lark" in sys.modules)
"""


def python(code: str, *arguments: object, cwd: Path, tools: Path | None = None) -> str:
    """Run Python code in a process of its own and return what it printed."""
    lead = f"import sys; sys.path.insert(0, {str(tools)!r})\n" if tools else ""
    command = [sys.executable, "-c", lead + code, *map(str, arguments)]
    run = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Return a folder with the build backend, or None where it is installed already."""
    if find_spec("hatchling"):
        return None
    folder = tmp_path_factory.mktemp("backend")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder)]
    subprocess.run([*pip, "hatchling>=1.27"], check=True)
    return folder


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory, backend: Path | None) -> Path:
    """Return the unpacked source archive."""
    folder = tmp_path_factory.mktemp("sdist")
    python(BUILD, folder, "build_sdist", cwd=ROOT, tools=backend)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        content.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def unpacked(source: Path, hook: str, folder: Path, backend: Path | None) -> Path:
    """Build a wheel from a source tree and return the folder it is unpacked to."""
    python(BUILD, folder, hook, cwd=source, tools=backend)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(folder / "site")
    return folder / "site"


def test_sdist_holds_what_a_build_and_a_test_run_need(sdist: Path) -> None:
    """The source archive has the grammar, the tests and the documents."""
    wanted = ["grammar/gradcli.lark", "grammar/build_hook.py", "README.md", "LICENSE"]
    wanted += ["tests/test_package.py"]
    assert [name for name in wanted if not (sdist / name).is_file()] == []
    assert not (sdist / TABLES).exists()


def test_wheel_from_the_sdist_stands_alone(
    sdist: Path, tmp_path: Path, backend: Path | None
) -> None:
    """A wheel built from the source archive runs programs with the tables inside it."""
    site = unpacked(sdist, "build_wheel", tmp_path, backend)
    wanted = (
        "py.typed",
        "__init__.pyi",
        "nn/functional.pyi",
        "differences.md",
        "grammar/gradcli.lark",
    )
    for name in (*(f"gradcli/{name}" for name in wanted), TABLES):
        assert (site / name).is_file()
    assert [path.name for path in (site / "gradcli" / "grammar").iterdir()] == ["gradcli.lark"]
    (data,) = site.glob("*.data")  # installed beside the scripts, where man looks
    assert (data / "data" / "share" / "man" / "man1" / "gradcli-eval.1").is_file()
    shipped = site / "gradcli" / "shipped"
    assert (shipped / "reference" / "codes.md").is_file()
    assert (shipped / "report.schema.json").is_file()
    there = {path.name for path in site.iterdir() if path.suffix not in (".dist-info", ".data")}
    assert there == {"gradcli"}
    shown = python(USE, site, cwd=tmp_path).splitlines()
    assert shown == [str(site / "gradcli" / "__init__.py"), "2 False"]


def test_editable_install_uses_the_checkout(tmp_path: Path, backend: Path | None) -> None:
    """An editable install runs the checkout's modules, and makes the parser's tables there."""
    site = unpacked(ROOT, "build_editable", tmp_path, backend)
    shown = python(USE, site, cwd=tmp_path).splitlines()
    assert shown == [str(ROOT / "gradcli" / "__init__.py"), "2 False"]


def test_wheel_installs_the_command(sdist: Path, tmp_path: Path, backend: Path | None) -> None:
    """The wheel declares the command and runs on every platform."""
    site = unpacked(sdist, "build_wheel", tmp_path, backend)
    (info,) = site.glob("*.dist-info")
    assert "gradcli = gradcli.__main__:main" in (info / "entry_points.txt").read_text()
    assert "Tag: py3-none-any" in (info / "WHEEL").read_text()
