"""Which files are found, which words select them, and what a project's settings may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradcli.checks.config import ConfigError, settings
from gradcli.checks.discover import File, find, problem_of, selected

TREE = (
    *("a.grad", "b.py", "c.md", "d.ipynb", "e.txt", "sub/f.grad", "sub/deep/g.py", "drafts/h.grad"),
    *(".hidden/i.grad", ".venv/j.py", "sub/__pycache__/k.py", "node_modules/l.md", "sub/.m.grad"),
)


@pytest.fixture(autouse=True)
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make files, and go where they are."""
    for name in TREE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(*paths: str, **options: tuple[str, ...]) -> list[str]:
    """Return the paths that are found."""
    return [file.path for file in find(paths, **options)]


def test_directories() -> None:
    """What fits is found in its order, without what is hidden or made."""
    below = ["a.grad", "b.py", "c.md", "d.ipynb", "drafts/h.grad", "sub/f.grad", "sub/deep/g.py"]
    assert found(".") == below
    assert found("sub", "drafts") == ["sub/f.grad", "sub/deep/g.py", "drafts/h.grad"]
    assert found("./sub/") == ["sub/f.grad", "sub/deep/g.py"]


def test_named_files() -> None:
    """What is named is taken whatever its name, once, and also where it is not there."""
    assert find(["e.txt", ".hidden/i.grad", "a.grad", "nosuch", "./a.grad"]) == [
        File("e.txt", True),
        File(".hidden/i.grad", True),
        File("a.grad", True),
        File("nosuch", True),
    ]
    assert find(["a.grad", "."])[0] == File("a.grad", True)
    assert find(["sub"])[0] == File("sub/f.grad", False)


def test_patterns() -> None:
    """Patterns are about names, or with a slash about whole paths."""
    assert found(".", include=("*.txt",)) == ["e.txt"]
    assert found(".", include=("*.grad",), exclude=("drafts",)) == ["a.grad", "sub/f.grad"]
    assert found(".", include=("*.grad",), exclude=("drafts/",)) == ["a.grad", "sub/f.grad"]
    assert found(".", include=("*.grad",), exclude=("./drafts/*",)) == ["a.grad", "sub/f.grad"]
    assert found(".", include=("sub/*",)) == ["sub/f.grad", "sub/deep/g.py"]
    assert found("sub", exclude=("sub/deep",)) == ["sub/f.grad"]
    assert found("sub", exclude=("[fg].*",)) == []
    assert found("a.grad", exclude=("*",)) == ["a.grad"]


def test_no_endless_directories(tree: Path) -> None:
    """A link to a directory around it is not followed."""
    (tree / "sub" / "loop").symlink_to(tree, target_is_directory=True)
    assert found("sub") == ["sub/f.grad", "sub/deep/g.py"]


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("soft", True),
        ("SOFT", True),
        ("hard", False),
        ("not hard", True),
        ("not not hard", False),
        ("soft and layers", True),
        ("soft and hard", False),
        ("soft and not hard", True),
        ("hard or soft", True),
        ("hard or soft and not layers", False),
    ],
)
def test_selection(words: str, fits: bool) -> None:
    """Words are parts of the path, joined as in Python."""
    assert problem_of(words) is None
    assert selected("layers/softmax.grad", words) is fits


@pytest.mark.parametrize(
    "words", ["", "and", "a and", "or b", "a b", "not", "a not b", "a and or b"]
)
def test_wrong_selection(words: str) -> None:
    """Words that say nothing are refused."""
    assert problem_of(words) is not None


# Settings


def test_settings(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest pyproject.toml holds them; paths are seen from where one is."""
    assert settings() == {}
    text = '[tool.gradcli]\npaths = ["sub", "a.grad"]\nseed = 3\ntimeout = 2.5\ngradients = true\n'
    (tree / "pyproject.toml").write_text(text)
    wanted = {"seed": 3, "timeout": 2.5, "gradients": True}
    assert settings() == {**wanted, "paths": ["sub", "a.grad"]}
    monkeypatch.chdir(tree / "sub" / "deep")
    assert settings() == {**wanted, "paths": ["..", "../../a.grad"]}
    (tree / "sub" / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert settings() == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.gradcli]\nsede = 3", "did you mean seed?"),
        ("[tool.gradcli]\nzzz = 3", "there are paths"),
        ("[tool.gradcli]\nseed = 'x'", "seed cannot be 'x'"),
        ("[tool.gradcli]\nseed = true", "seed cannot be True"),
        ("[tool.gradcli]\ngradients = 1", "gradients cannot be 1"),
        ("[tool.gradcli]\npaths = 'sub'", "paths cannot be 'sub'"),
        ("[tool.gradcli]\npaths = [1]", "paths cannot be [1]"),
        ("[tool.gradcli]\njobs = 0", "jobs cannot be 0"),
        ("[tool.gradcli]\ntimeout = -1", "timeout cannot be -1"),
        ("[tool.gradcli]\ntimeout = inf", "timeout cannot be inf"),
        ("[tool.gradcli]\ntimeout = nan", "timeout cannot be nan"),
        ("[tool]\ngradcli = 3", "is no table"),
        ("tool = 3", "tool.gradcli is no table"),
        ("# \udce9", "is not UTF-8 text"),
        ("[tool.gradcli]\npaths = []\n", "paths cannot be []"),
        ("[tool.gradcli\n", "pyproject.toml"),
    ],
)
def test_wrong_settings(tree: Path, text: str, said: str) -> None:
    """A setting that is not known, or cannot be, is refused by name."""
    (tree / "pyproject.toml").write_text(text, "utf-8", "surrogateescape")
    with pytest.raises(ConfigError) as raised:
        settings()
    assert said in str(raised.value)
