"""The names that programs may use: the one table of modules and what is in them.

``gradcli/__init__.py`` offers the same names to Python. What a name stands for is found when it is
first asked for, so that a program loads what it needs.
"""

from __future__ import annotations

import builtins as host
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import gradcli.ops  # noqa: F401  (fills the index of operators)
from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.language.names.modules import (
    LAYERS,
    NOTHING,
    OPTIMIZERS,
    UTILITIES,
    Live,
    Module,
    Names,
    help_with,
)

Table = dict[str, Any]

_DISTRIBUTIONS = (
    "bernoulli beta binomial categorical cauchy chi2 "
    "constraint_registry continuous_bernoulli dirichlet distribution "
    "exponential fishersnedecor gamma generalized_pareto geometric gumbel half_cauchy "
    "half_normal independent inverse_gamma kl kumaraswamy laplace lkj_cholesky log_normal "
    "logistic_normal lowrank_multivariate_normal mixture_same_family multinomial "
    "multivariate_normal negative_binomial normal one_hot_categorical pareto poisson "
    "relaxed_bernoulli relaxed_categorical studentT transformed_distribution transforms uniform "
    "von_mises weibull wishart"
)
"""The files of PyTorch's distributions."""

_SOURCES = {
    "pytorch": "functorch torch torch._tensor_str torch.accelerator torch.autograd "
    "torch.autograd.grad_mode torch.autograd.anomaly_mode "
    "torch.autograd.forward_ad torch.autograd.graph "
    "torch.autograd.functional torch.autograd.gradcheck torch.autograd.profiler "
    "torch.autograd.variable "
    "torch.backends.cuda torch.backends.cuda.matmul torch.backends.cudnn torch.backends.mkl "
    "torch.backends.mkldnn torch.backends.mps torch.backends.openmp "
    "torch.compiler torch.cuda "
    "torch.func torch.jit torch.mps "
    "torch.functional torch.linalg torch.nn.functional torch.random torch.testing "
    "torch.utils.checkpoint torch.utils.hooks torch.version torch.xpu",
    "chances": "torch.distributions.constraints torch.distributions.utils",
    "algorithms": "bisect cmath heapq",
    "math_names": "math",
    "numpy_names": "numpy numpy.fft numpy.linalg numpy.testing numpy.version",
    "numpy_random": "numpy.random",
    "layers": "torch.amp torch.cpu.amp torch.cuda.amp torch.nn torch.nn._reduction torch.nn.grad "
    "torch.nn.init torch.nn.modules torch.nn.parameter torch.nn.utils "
    "torch.nn.utils.fusion torch.nn.utils.parametrizations torch.nn.utils.parametrize "
    "torch.nn.utils.prune torch.nn.utils.rnn torch.optim torch.optim.lr_scheduler "
    "torch.optim.swa_utils torch.quasirandom "
    "torch.utils.data "
    "torch.autograd.function "
    "torch.utils.data.dataloader torch.utils.data.dataset torch.utils.data.distributed "
    "torch.utils.data.sampler "
    "torch.distributions "
    + " ".join(
        f"torch.{part}.{file}"
        for part, files in (
            ("distributions", _DISTRIBUTIONS),
            ("nn.modules", LAYERS),
            ("nn.utils", " ".join(UTILITIES)),
            ("optim", OPTIMIZERS),
        )
        for file in files.split()
    ),
    "modelling": "abc argparse dataclasses enum types",
    "typed": "collections.abc numbers typing typing_extensions",
    "library": "collections functools itertools random time",
    "operator_names": "operator",
    "garbage": "gc weakref",
    "suites": "unittest",
    "dates": "datetime",
    "paths": "pathlib",
    "files": "glob shutil",
    "numpy_files": "numpy.lib.npyio",
    "inspection": "inspect",
    "saved": "pickle torch.serialization",
    "logs": "logging",
    "handling": "contextlib traceback warnings",
    "system": "copy errno json os os.path pprint statistics string sys textwrap timeit",
    "encoded": "base64 hashlib struct unicodedata",
    "written": "concurrent.futures csv fractions graphlib io numpy.lib.polynomial queue tempfile "
    "threading",
    "patterns": "re",
    "drawing": "IPython matplotlib mpl_toolkits plotly pylab seaborn torch.utils.tensorboard "
    "torchviz tqdm tqdm.auto tqdm.notebook",
}
"""The modules that have something of their own, by the module of ours that knows what."""

_NAMESPACES = {
    "torch": "torch",
    "torch.fft": "fft",
    "torch.linalg": "linalg",
    "torch.nn.functional": "F",
    "torch.signal.windows": "signal.windows",
    "torch.special": "special",
}
"""The modules that operators are in."""

_PARENTS = (
    *(
        "concurrent",
        "torch.backends",
        "torch.cpu",
        "torch.signal",
        "torch.utils",
        "torch.utils.model_zoo",
    ),
)
"""The modules that have nothing but further modules."""


_OF_OTHERS = {
    "torch": {"torch.serialization": "load save"},
    "numpy": {
        "numpy.lib.npyio": "genfromtxt load loadtxt save",
        "numpy.lib.polynomial": "apply_along_axis poly1d vectorize",
    },
}
"""What modules have of others, which are loaded when it is asked for."""


def _source(name: str) -> Any:
    """Return the module of ours that knows what some modules of programs have."""
    return import_module(f"gradcli.language.names.{name}")


def _fill(name: str, source: str | None) -> Table:
    """Return what a module has besides operators; its own comes before its modules."""
    own: Table = _source(source).TABLES[name]() if source else {}
    for other, names in _OF_OTHERS.get(name, {}).items():
        own |= {part: Live(partial(find_name, other, part)) for part in names.split()}
    for part, module in _submodules(name).items():
        if part not in own:
            own[part] = module
    return own


def _modules() -> dict[str, Module]:
    sources = {name: source for source, names in _SOURCES.items() for name in names.split()}
    return {
        name: Module(name, partial(_fill, name, sources.get(name)), _NAMESPACES.get(name, ""))
        for name in dict.fromkeys((*sources, *_NAMESPACES, *_PARENTS))
    }


MODULES = _modules()
MODULES["torch"].outside = lambda name: (
    MODULES[name]  # what PyTorch's own module has imported, and programs say by mistake
    if name in ("math", "torch")
    else _source("left_out").left_out(f"torch.{name}")
)
MODULES |= {
    name.replace("torch", "gradcli", 1): module
    for name, module in MODULES.items()
    if name.partition(".")[0] == "torch"
}
"""Every module that programs may import."""


def _submodules(name: str) -> Table:
    prefix = name + "."
    return {
        full.removeprefix(prefix): module
        for full, module in MODULES.items()
        if full.startswith(prefix) and "." not in full.removeprefix(prefix)
    }


_AUTOGRAD = dict.fromkeys(
    ("hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"), "torch.autograd.functional"
) | {"Variable": "torch.autograd"}
"""The names of other modules that programs have without importing them."""


_OF_CLASSES = frozenset(
    {
        *("NotImplemented", "classmethod", "delattr", "object", "property"),
        *("staticmethod", "super"),
    }
)
"""Names of Python that load what classes need."""


_OF_FRAMES = frozenset(("dir", "globals", "locals", "vars"))
"""Names of Python that are about the names where they are called."""


def program_names() -> Names:
    """Return what every program has without importing anything."""
    names = Names(_find, _known)
    names |= {"F": MODULES["torch.nn.functional"], "math": MODULES["math"]}
    names["torch"] = MODULES["torch"]
    names |= {"__name__": "__main__", "__file__": "program.py"}
    return names


def of_python() -> Table:
    """Return what are Python's functions alone where a program imports torch itself."""
    from gradcli.language.names.builtins import OF_PYTHON

    return OF_PYTHON


def _find(name: str) -> Any:
    """Return what a name stands for in a program: Python's come first, then PyTorch's."""
    if name in _OF_CLASSES:
        from gradcli.language.names.instances import BUILTINS as OF_CLASSES

        return OF_CLASSES[name]
    if name in _OF_FRAMES:
        return _source("namespaces").BUILTINS[name]
    if name in vars(host):
        if isinstance(vars(host)[name], type) and issubclass(vars(host)[name], BaseException):
            from gradcli.language.names.exceptions import BUILTINS as EXCEPTIONS

            return EXCEPTIONS.get(name, NOTHING)
        if name == "open":
            return _source("files").BUILTINS[name]
        if name in ("exit", "quit"):
            return _source("handling").EXITS[name]
        from gradcli.language.names.builtins import BUILTINS

        if name in BUILTINS:
            return BUILTINS[name]
    if name.startswith("_"):
        return NOTHING
    return MODULES[_AUTOGRAD.get(name, "torch")].table.look_up(name)


def _known() -> Iterator[str]:
    from gradcli.language.names.builtins import BUILTINS

    yield from MODULES["torch"].public()
    yield from _AUTOGRAD
    yield from _OF_CLASSES
    yield from _OF_FRAMES
    yield from BUILTINS


def find_module(name: str) -> Module:
    """Return a module by its full name."""
    module: Module | None = MODULES.get(name) or _source("left_out").left_out(name)
    if module is None:
        unsaid = (*_SOURCES["drawing"].split(), "gradcli")
        known = ", ".join(name for name in MODULES if "." not in name and name not in unsaid)
        if name.startswith("."):
            what = "attempted relative import with no known parent package"
            raise op_error(ImportError, what, code="import", help="A program is one file.")
        parent = name.rpartition(".")[0]
        top = name.partition(".")[0]
        name = name if not top or top in MODULES else top
        simple = parent in MODULES and not _submodules(parent)
        raise op_error(
            ModuleNotFoundError,
            f"No module named '{name}'" + (f"; '{parent}' is not a package" if simple else ""),
            code="import",
            help=help_with(name, MODULES, name, name.partition(".")[0])
            or f"modules of the language: {known}",
        )
    return module


def find_name(module: str, name: str) -> Any:
    """Return what a name of a module stands for."""
    found = find_module(module)
    if found.__class__ is not Module:
        return found.named(name)
    table = found.table
    if name in table:
        return table[name]
    absent = _source("left_out").absent(found.name, name)
    if absent is not None:
        return absent
    raise op_error(
        ImportError,
        f"cannot import name '{name}' from '{module}' (unknown location)",
        code="import",
        help=help_with(name, table, f"{module}.{name}"),
    )


def public_names(module: str) -> Table:
    """Return what ``from module import *`` binds."""
    found = find_module(module)
    OPS.load_others()
    return {name: found.table[name] for name in found.public()}
