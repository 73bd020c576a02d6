"""Files of others: links, devices, notebooks that are none, settings that somebody wrote."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from gradcli.checks.check import check_file
from gradcli.checks.config import ConfigError, settings
from gradcli.checks.discover import find
from gradcli.checks.options import Options
from gradcli.data.formats import read
from gradcli.data.whole import write_whole
from gradcli.errors import DataError

if sys.platform != "linux":
    pytest.skip("files are linked and named as on Linux", allow_module_level=True)


def test_a_text_that_looks_like_an_expectation_hides_none(tmp_path: Path) -> None:
    """The comment behind it counts."""
    file = tmp_path / "a.grad"
    file.write_text("print('x # expect: y')  # expect: a\n", encoding="utf-8")
    assert check_file(str(file), Options()).outcome == "failed"


def test_what_cannot_be_encoded_is_written_as_an_escape(tmp_path: Path) -> None:
    """An update of what prints half a character leaves a file that can be read."""
    file = tmp_path / "a.grad"
    file.write_text("print('\\ud800')  # expect: a\n", encoding="utf-8")
    check_file(str(file), Options(update=True))
    assert file.read_text(encoding="utf-8") == "print('\\ud800')  # expect: \\ud800\n"


CELL = {"cell_type": "code", "metadata": {}, "source": "1", "outputs": [], "execution_count": 1}
FORMAT = {"nbformat": 4, "nbformat_minor": 4}


@pytest.mark.parametrize(
    "notebook",
    [
        {"cells": [CELL | {"metadata": {"tags": None}}], "metadata": {}},
        {"cells": [CELL], "metadata": {"kernelspec": []}},
        {"cells": [CELL], "metadata": None},
        {"cells": [CELL], "metadata": {"kernelspec": {"language": []}}},
        {"cells": {}, "metadata": {}},
        {"cells": None, "metadata": {}},
        {"cells": [None], "metadata": {}},
        {"cells": [5, "x"], "metadata": {}},
        {"cells": [CELL | {"outputs": None}], "metadata": {}},
        {"cells": [CELL | {"outputs": [None]}], "metadata": {}},
        {"cells": [CELL | {"outputs": [{"output_type": "execute_result", "data": 5}]}]},
        {"cells": [CELL | {"outputs": [{"output_type": "error"}]}], "metadata": {}},
        {"cells": [CELL | {"source": None}], "metadata": {}},
        {"cells": [CELL | {"source": {"a": 1}}], "metadata": {}},
        {"cells": [{}], "metadata": {}},
    ],
    ids=range(15),
)
def test_a_notebook_of_other_types(notebook: dict[str, Any], tmp_path: Path) -> None:
    """It cannot be read, or is checked as far as it goes; it is no defect."""
    file = tmp_path / "n.ipynb"
    file.write_text(json.dumps(notebook | FORMAT), encoding="utf-8")
    assert check_file(str(file), Options()).outcome in ("unreadable", "passed", "failed", "empty")


def test_links_out_of_a_directory_are_left_out(tmp_path: Path) -> None:
    """A directory holds what is in it; a link that is named is followed."""
    secret = tmp_path / "secret"
    secret.write_text("password", encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "inside.grad").write_text("1\n", encoding="utf-8")
    (folder / "link.grad").symlink_to(folder / "inside.grad")
    (folder / "out.grad").symlink_to(secret)
    (folder / "environment.grad").symlink_to("/proc/self/environ")
    names = [Path(file.path).name for file in find([str(folder)])]
    assert names == ["inside.grad", "link.grad"]
    assert len(find([str(folder / "out.grad")])) == 1


@pytest.mark.parametrize(
    "line",
    [
        "paths = ['..']",
        "paths = ['/etc']",
        "paths = ['a/../../b']",
        'paths = ["\\u0000"]',
        "seed = 99999999999999999999999",
        "dtype = 'float33'",
        "dtype = '\\u001b[31m'",
        "seed = " + "[" * 2000,
        "seed = 0x" + "f" * 6000,
        "chunks = [0x" + "f" * 6000 + "]",
        "a." * 12_000 + "b = 1",
        'a={"=\\"". a . ' + "'x'." * 200 + "b = 1}",
        "timeout = nan",
        "jobs = -1",
    ],
)
def test_settings_of_others(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings that are wrong, or reach out of the project, are refused."""
    (tmp_path / "pyproject.toml").write_text(f"[tool.gradcli]\n{line}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError):
        settings()


def test_pipes_of_a_folder_are_left_out(tmp_path: Path) -> None:
    """Nobody may ever write to them."""
    os.mkfifo(tmp_path / "a.grad")
    (tmp_path / "b.grad").write_text("x = 1\n", encoding="utf-8")
    assert [Path(file.path).name for file in find([str(tmp_path)])] == ["b.grad"]


def test_a_device_stays_one(tmp_path: Path) -> None:
    """A report that is written to a pipe or a device leaves it what it is."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(str(pipe), b"report")
    reader.join()
    assert read == [b"report"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_whole("/dev/null", b"report")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_nothing_of_the_working_directory_is_loaded(tmp_path: Path) -> None:
    """Modules, settings and plug-ins that lie there are not touched by an evaluation."""
    bomb = "raise SystemExit('owned')\n"
    for name in ("click", "numpy", "random", "json", "gradcli_plugin", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(bomb, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.gradcli]\nsede = 3\n", encoding="utf-8")
    plugin = tmp_path / "evil-1.dist-info"
    plugin.mkdir()
    (plugin / "METADATA").write_text("Name: evil\nVersion: 1\n", encoding="utf-8")
    (plugin / "entry_points.txt").write_text(
        "[gradcli.ops]\nevil = gradcli_plugin\n", encoding="utf-8"
    )
    source = "import random\nprint(random.random() < 2, ones(2).sum())\nnothing_of_the_kind"
    run = subprocess.run(
        [sys.executable, "-m", "gradcli", "eval", source],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 3
    assert run.stdout == "True tensor(2.)\n"
    assert "owned" not in run.stderr and "plugin" not in run.stderr


def test_kills_lose_no_file() -> None:
    """An update that is killed leaves what was there, or all that is new."""
    from tests.hostile.kills import campaign

    found = campaign(10)
    assert found["before"] + found["after"] > 0
    assert (found["half written"], found["lost"]) == (0, 0)


SLOW = {
    "blocks": "```python\nx = 1\n```\n\n" * 2000,
    "empty lines": (">>> 1\n" + "\n" * 20) * 1000,
    "empty lines at the end": ">>> 1\n" + "\n" * 40_000 + "x\n",
    "fences": "".join("`" * (3 + i % 50) + "x\n" for i in range(20_000)),
    "dots": "```python\n>>> print('a' * 40)  # doctest: +ELLIPSIS\n" + "a..." * 30 + "b\n```\n",
}


@pytest.mark.parametrize("name", SLOW)
def test_documents_built_to_be_slow(name: str, tmp_path: Path) -> None:
    """The time of a document grows with its length: none of these comes near to its limit."""
    file = tmp_path / "a.md"
    file.write_text(SLOW[name], encoding="utf-8")
    start = time.process_time()
    check_file(str(file), Options(untrusted=True))
    assert time.process_time() - start < 10


@pytest.mark.parametrize("part", ["f(1)", "(lambda: 0)", "[0 for i in x]", "a.b", "f'{1}'"])
def test_what_is_said_of_a_header_holds_no_address(part: str, tmp_path: Path) -> None:
    """Whatever expression stands where its words should."""
    file = tmp_path / "x.npy"
    header = f"{{'descr': {part}, 'fortran_order': False, 'shape': (1,)}}\n".encode()
    file.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    with pytest.raises(DataError) as caught:
        read(str(file))
    assert "makes no sense" in caught.value.reason
    assert "0x" not in caught.value.reason


def test_elements_of_npy_are_no_arrays(tmp_path: Path) -> None:
    """An element type with a shape of its own, which NumPy writes nowhere, is refused."""
    head = b"{'descr': ('<f8', (3,)), 'fortran_order': False, 'shape': (1,)}\n"
    path = tmp_path / "x.npy"
    path.write_bytes(b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head + bytes(24))
    with pytest.raises(DataError, match="are arrays themselves"):
        read(str(path))
