"""Random programs of some twenty lines, and what PyTorch, or gradcli in its place, makes of them.

This module knows how programs are made of a seed: leaves, operators, views, changes in place,
hooks, modes, detached tensors, backward passes and gradients of gradients; and what of a run is
compared.
It does not know torch: whatever ``answer`` is handed runs the program.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

Shape = tuple[int, ...]


def rows(text: str, mark: str) -> list[str]:
    """Return what a mark stands between."""
    return text.split(mark)


SHAPES: list[Shape] = [(), (3,), (4,), (2, 3), (3, 2), (2, 2), (1, 3), (3, 1), (2, 1, 2), (0,)]
UNARY = rows(
    "exp sin cos tanh sigmoid abs neg square relu sign floor clone erf atan cumsum(0) flip(0)"
    " softmax(0) clamp(-0.5,0.7) pow(3) contiguous double float detach cumprod(0) triu tril"
    " log_softmax(0) logsumexp(0) sum(0) mean sum prod mean(0,keepdim=True) amax(0) max var norm"
    " std(0) argmax sort()[0] min(0).values pow(2) logcumsumexp(0) nan_to_num roll(1) median"
    " log1p expm1 rsqrt reciprocal tan sinh cosh asinh round frac trunc cummax(0)[0] cummin(0)[0]"
    " topk(1)[0] diff() softmax(-1) amin(0) aminmax()[0] kthvalue(1)[0] nansum repeat(2) tile(2)"
    " repeat_interleave(2) diag_embed() trace sgn ceil sum(-1,keepdim=True) var(-1) squeeze_copy"
    " deg2rad cumsum(-1) flip(-1) positive logit(1e-3) msort argmin half().double()",
    " ",
)
BINARY = rows(
    "{a}+{b} {a}-{b} {a}*{b} {a}/{b} torch.maximum({a},{b}) torch.where({a}>0,{a},{b}) {a}*2-{b}"
    " {a}@{b} torch.cat([{a},{b}]) torch.stack([{a},{b}]) torch.addcmul({a},{a},{b})"
    " {a}.lerp({b},.3) torch.atan2({a},{b}) 1-{a} {a}/3 2*{a}+1 {a}.masked_fill({a}>0,1.5) {a}**2"
    " {a}.expand_as({b}) torch.outer({a},{b}) torch.hypot({a},{b}) {a}.dot({b})"
    " {a}.mul({b}).sum() torch.minimum({a},{b}) torch.einsum('...i,...i->...',{a},{b})"
    " {a}.index_select(0,torch.tensor([0,0])) {a}[[0,0]]"
    " {a}.gather(0,torch.zeros_like({a},dtype=torch.long)) {a}[{a}>0] torch.linalg.norm({a}-{b})"
    " torch.fmax({a},{b}) torch.fmin({a},{b}) torch.logaddexp({a},{b})"
    " torch.copysign({a},{b}.detach())"
    " torch.remainder({a},{b}) torch.sub({a},{b},alpha=2)"
    " torch.kron({a}.contiguous(),{b}.contiguous()) torch.addcdiv({a},{a},{b})"
    " torch.vstack([{a},{b}]) torch.masked_select({a},{b}>0)"
    " {a}.scatter(0,torch.zeros_like({b},dtype=torch.long),{b}) {a}.take(torch.tensor([0,0]))"
    " {a}.index_add(0,torch.tensor([0]),{b}) torch.nn.functional.mse_loss({a}*1,{b}*1)"
    " {a}.xlogy({b}) torch.tensordot({a}*1,{b}*1,1) torch.nn.functional.softplus({a}-{b})"
    " {a}.fmod(1.3) {a}.where({b}>0,{b}) torch.linalg.vector_norm({a}-{b}) {a}[...,[0]]"
    " {a}.clamp({b}) {a}.index_put((torch.tensor([0]),),{b})",
    " ",
)
VIEWS = rows(
    "view(-1) reshape(-1) t() T transpose(0,-1) [0] [1:] [...,0] [None] unsqueeze(-1) squeeze()"
    " squeeze(0) expand(2,*{a}.shape) narrow(0,0,1) unbind(0)[0] split(1)[0] chunk(2)[-1]"
    " diagonal() permute(*range({a}.dim()-1,-1,-1)) flatten() view_as({a}) detach() data [::2]"
    " unfold(0,2,2) select(0,-1) movedim(0,-1) as_strided((2,),(1,),0) view({a}.shape) mT"
    " unflatten(0,(1,-1)) ravel() swapaxes(0,-1) [...] view(-1,1) tensor_split(2)[0] T[0] [:,0]"
    " clone() real adjoint() unbind(-1)[0] split_with_sizes((1,1))[1] select(-1,0) squeeze(-1)"
    " unsqueeze(1) narrow(-1,0,1) diagonal(1) [:,::2] [None,...] hsplit(1)[0] vsplit(1)[0]"
    " swapdims(0,1) expand(*[-1]*{a}.dim()) unfold(-1,1,1) view_as({a}).T positive() [[0]]",
    " ",
)
INPLACE = rows(
    "add_(1) mul_(2) exp_() zero_() fill_(.5) sub_({b}) div_(2) copy_({b}) neg_() sigmoid_()"
    " tanh_() masked_fill_({a}>0,.25) clamp_(-1,1) add_({b}) mul_({b}) t_() unsqueeze_(0)"
    " squeeze_() detach_() requires_grad_() requires_grad_(False) addcmul_({a},{b}) pow_(2)"
    " sqrt_() relu_() sin_() transpose_(0,-1) cumsum_(0) tril_() div_({b}) square_()"
    " lerp_({b},.5) index_fill_(0,torch.tensor([0][:{a}.numel()]),2.)"
    " index_add_(0,torch.tensor([0][:{a}.numel()]),{b}) zero_().add_({b}) abs_() ceil_()"
    " addcdiv_({a},{b}) clamp_min_(0) copysign_({b}.detach()) fmod_(1) cumprod_(0) triu_()"
    " swapaxes_(0,-1)"
    " erf_() log1p_() squeeze_(0) mul_(2).sub_(1) xlogy_({b})"
    " index_copy_(0,torch.tensor([0]),{b}) scatter_(0,torch.zeros_like({b},dtype=torch.long),1.)"
    " masked_scatter_({a}>0,{b}.repeat(9,9,9,9)) fill_({b})"
    " index_put_((torch.tensor([0]),),{b}.clone()) remainder_(2)",
    " ",
)
ASSIGNED = rows(
    "{a}[0]={b}|{a}[0]=1.5|{a}[1:]*=2|{a}[...]={b}|{a}+={b}|{a}*=2|{a}/={b}|{a}[{a}>0]=0|{a}-=1"
    "|{a}[0]+=1|{a}.data={b}.detach().reshape({a}.shape).to({a}.dtype)|{a}.data.mul_(2)"
    "|{a}.grad=None|{a}.grad.zero_()|{a}.detach()[0]=3|{a}.data[0]=2|{a}.grad={b}.detach()"
    "|{a}.requires_grad=True|{a}.grad.mul_(2)|{a}**=2|{a}[[0]]={b}|{a}.T[0]=4|{a}[None]*=3"
    "|{a}.requires_grad=False",
    "|",
)
HOOKS = rows(
    "{a}.register_hook(lambda g:g*2)|{a}.register_hook(log)|{a}.retain_grad()"
    "|{a}.register_post_accumulate_grad_hook(lambda t:log(t.grad))"
    "|{a}.grad_fn.register_hook(logs)|{a}.grad_fn.register_prehook(logs)"
    "|h={a}.register_hook(lambda g:g+1)|h.remove()"
    "|{a}.grad_fn.register_prehook(lambda gs:tuple(g*3 for g in gs))"
    "|{a}.register_hook(lambda g:g.sum())|{a}.register_hook(lambda g:g.clone().zero_())"
    "|{a}.register_post_accumulate_grad_hook(lambda t:t.grad.neg_() and None)"
    "|h=torch.autograd.graph.register_multi_grad_hook(({a},{b}),logs)"
    "|{a}.grad_fn.next_functions[0][0].register_hook(logs)"
    "|h={a}.grad_fn.next_functions[-1][0].register_prehook(logs)"
    "|{a}.register_hook(lambda g:log({b}.grad))|{a}.register_hook(lambda g:g.double())"
    "|{a}.register_hook(lambda g:None)",
    "|",
)
BACKWARD = rows(
    "{a}.sum().backward()|{a}.backward()|{a}.sum().backward(retain_graph=True)"
    "|{a}.backward(torch.ones_like({a}))|{a}.pow(2).sum().backward(create_graph=True)"
    "|({a}*{b}).sum().backward()|{a}.sum().backward(inputs=[{b}])"
    "|{a}.mean().backward(retain_graph=True)|torch.autograd.backward([{a}.sum(),{b}.sum()])"
    "|({a}.sum()+{b}.sum()).backward()|{a}.backward(torch.ones_like({a}),retain_graph=True)"
    "|{a}.backward({b}.detach().clone())"
    "|torch.autograd.backward([{a},{b}],[torch.ones_like({a}),torch.ones_like({b})])"
    "|{a}.sum().backward(inputs=[{a},{b}],retain_graph=True)"
    "|{a}.pow(3).sum().backward(create_graph=True,inputs=[{b}])|{a}.prod().backward()",
    "|",
)
GRADS = rows(
    "torch.autograd.grad({a}.sum(),{b})|torch.autograd.grad({a}.sum(),{b},create_graph=True)"
    "|torch.autograd.grad({a}.sum(),{b},allow_unused=True)"
    "|torch.autograd.grad(({a}**2).sum(),{b},create_graph=True,allow_unused=True)"
    "|torch.autograd.grad({a},{b},torch.ones_like({a}),retain_graph=True)"
    "|torch.autograd.grad(({a}*{b}).sum(),{b},retain_graph=True)"
    "|torch.autograd.grad(({a}*{b}.sin()).sum(),[{a},{b}],create_graph=True)"
    "|torch.autograd.grad({a}.sum(),{b},allow_unused=True,materialize_grads=True)"
    "|torch.autograd.grad(torch.autograd.grad(({a}**3).sum(),{b},create_graph=True)[0].sum(),{b},"
    "allow_unused=True)"
    "|torch.autograd.grad([{a}.sum(),{b}.sum()],[{b},{a}],retain_graph=True,allow_unused=True)"
    "|torch.autograd.grad(torch.autograd.grad({a}.sin().sum(),{b},create_graph=True)[0].sum(),{b},"
    "create_graph=True,allow_unused=True)",
    "|",
)
MODES = rows(
    "with torch.no_grad():|with torch.enable_grad():|with torch.set_grad_enabled(False):"
    "|with torch.inference_mode():"
    "|with torch.autograd.graph.saved_tensors_hooks(lambda t:[t.clone()],lambda p:p[0]):"
    "|with torch.autograd.graph.saved_tensors_hooks(lambda t:t.clone(),lambda t:t):|if True:",
    "|",
)


SHARING = ("contiguous", "detach", "double", "expand_as", "float")
"""Methods, besides those of views, whose results may share memory."""


class Writer:
    """Writes one program; names get their numbers in turn."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names: list[str] = []
        self.left: list[str] = []
        self.leaves: list[str] = []
        self.gradients: list[str] = []
        self.spread: list[str] = []  # gradients that may only repeat one number, and their views
        self.memory: dict[str, str] = {}  # whose memory each may share: the first name that had it

    def program(self) -> list[str]:
        """Return the program's statements, each a text that runs on its own."""
        first = [self.leaf() for _ in range(self.random.choice((1, 2, 2)))]
        return first + [self.statement() for _ in range(self.random.randint(16, 20))]

    def statement(self) -> str:
        """Return one statement, or a block of up to three below a mode."""
        if self.random.random() < 0.08:
            mode, known = self.random.choice(MODES), len(self.names)
            body = [self.simple() for _ in range(self.random.randint(1, 3))]
            if "inference" in mode:  # what it makes is hardly good for anything outside
                self.left += self.names[known:]
                self.names = self.names[:known]
                self.leaves = [name for name in self.leaves if name in self.names]
            return "\n".join([mode, *(f" {line}" for line in body)])
        return self.simple()

    def simple(self) -> str:
        """Return one statement of a kind that is drawn by its weight."""
        kinds = {self.leaf: 3, self.unary: 16, self.binary: 22, self.view: 20, self.inplace: 9}
        kinds |= {self.assigned: 6, self.hook: 6, self.backward: 8, self.gradient: 7}
        return self.random.choices(list(kinds), list(kinds.values()))[0]()

    def name(self) -> str:
        """Return a tensor's name: rather one of the latest."""
        recent = self.names[-4:] if self.random.random() < 0.6 else self.names
        return self.random.choice(recent)

    def new(self, text: str) -> str:
        """Return the assignment of an expression to a name that is new."""
        self.names.append(f"t{len(self.names) + len(self.left)}")
        source, _, method = text.partition(".")
        if source in self.spread and method.startswith(SHARING):
            self.spread.append(self.names[-1])
        self.memory[self.names[-1]] = self.names[-1]
        if method.startswith(SHARING):
            self.share(self.names[-1], source)
        return f"{self.names[-1]} = {text}"

    def share(self, name: str, other: str) -> None:
        """Take note that what has one's memory may now share that of another."""
        old, new = self.memory[name], self.memory[other]
        self.memory = {n: new if first == old else first for n, first in self.memory.items()}

    def overlaps(self, line: str) -> bool:
        """Tell whether a tensor is changed while another that may share its memory is read.

        PyTorch then reads what it has written already, or not yet, as its loops go.
        """
        target, *read = re.findall(r"t\d+", line)
        return any(n != target and self.memory[n] == self.memory[target] for n in read)

    def leaf(self) -> str:
        """Return a new leaf, whose values have two digits."""
        shape = self.random.choice(SHAPES) if self.random.random() < 0.5 else (2, 3)
        values = [round(self.random.uniform(-2, 2), 2) for _ in range(math.prod(shape))]
        kind = self.random.choice(["float64"] * 4 + ["float32"])
        grad = ", requires_grad=True" if self.random.random() < 0.8 else ""
        line = self.new(f"torch.tensor({nested(values, shape)}, dtype=torch.{kind}{grad})")
        self.leaves.append(self.names[-1])
        return line

    def filled(self, rows: Any) -> str:
        """Return one of the texts with names of tensors in it."""
        second = self.leaves if self.random.random() < 0.4 else self.names
        return (
            self.random.choice(rows)
            .replace("{a}", self.name())
            .replace("{b}", self.random.choice(second))
        )

    def call(self, rows: Any) -> str:
        """Return a method call, an attribute or an index."""
        on, row = self.name(), self.random.choice(rows)
        if rows is UNARY:
            return f"{on}.{row}" if row.endswith((")", "values", "]")) else f"{on}.{row}()"
        row = row.replace("{a}", on).replace("{b}", self.name())
        return f"{on}{row}" if row.startswith("[") else f"{on}.{row}"

    def unary(self) -> str:
        """Return the result of one operand."""
        return self.new(self.call(UNARY))

    def binary(self) -> str:
        """Return the result of two operands."""
        return self.new(self.filled(BINARY))

    def view(self) -> str:
        """Return a view, or what is no view any more."""
        line = self.call(VIEWS)
        source = re.split(r"[.[]", line)[0]
        if source in self.spread:
            if "as_strided" in line:  # which would show how far the memory goes
                return self.view()
            self.spread.append(f"t{len(self.names) + len(self.left)}")
        line = self.new(line)
        self.share(self.names[-1], source)
        return line

    def inplace(self) -> str:
        """Return a change in place, of any tensor but rather of what is no leaf."""
        line = self.call(INPLACE)
        name = line.partition(".")[0]
        reshapes = ("t_()", "squeeze_()", "transpose_(0,-1)", "unsqueeze_(0)")
        if name in self.leaves and line.endswith(reshapes):  # only without recording, and confused
            return self.inplace()
        return self.inplace() if name in self.spread or self.overlaps(line) else line

    def assigned(self) -> str:
        """Return an assignment to a part or an attribute."""
        line = self.filled(ASSIGNED)
        names = re.findall(r"t\d+", line)
        if {*names} & {*self.spread} or self.overlaps(line):
            return self.assigned()
        if ".data=" in line:
            self.share(*names[:2])
        return line

    def hook(self) -> str:
        """Return the registration of a hook, or the removal of the latest."""
        known, self.names = self.names, [n for n in self.names if n not in self.gradients]
        line = self.filled(HOOKS)
        self.names = known
        return line

    def backward(self) -> str:
        """Return a backward pass."""
        return self.filled(BACKWARD)

    def gradient(self) -> str:
        """Return a gradient that the program goes on with."""
        copied = self.random.random() < 0.3
        line = self.new(self.filled(GRADS) + ("[0].clone()" if copied else "[0]"))
        self.gradients.append(self.names[-1])
        if not copied:
            self.spread.append(self.names[-1])
        return line


def nested(values: list[float], shape: Shape) -> Any:
    """Return numbers as lists in lists."""
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def program(seed: int) -> list[str]:
    """Return the statements of the program of a seed."""
    return Writer(seed).program()


def found() -> list[list[str]]:
    """Return the statements of small programs: what is left of random ones that differed once."""
    text = (Path(__file__).parents[1] / "data" / "random_programs.txt").read_text(encoding="utf-8")
    return [re.split(r"\n(?! )", program.strip()) for program in text.split("\n\n")]


def answer(torch: Any, statements: list[str]) -> dict[str, Any]:
    """Run a program and return its errors by statement, its logs, and what its names are then.

    A statement that fails ends nothing: the next one meets what it left.
    """
    logged: list[Any] = []
    names: dict[str, Any] = {"torch": torch, "log": lambda g: logged.append(values(g))}
    names["logs"] = lambda *groups: logged.append([[values(g) for g in group] for group in groups])
    errors: dict[str, str] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for place, text in enumerate(statements):
            error = _failure(lambda text=text: exec(text, names))
            if error:
                errors[str(place)] = error
        tensors = {name: t for name, t in names.items() if type(t).__name__ == "Tensor"}
        bases = {id(t): name for name, t in tensors.items()}
        apart = _of_gradients(statements, tensors)
        found = {name: _described(t, bases, name in apart) for name, t in tensors.items()}
    return {"errors": errors, "logged": logged, "names": found}


def _failure(run: Callable[[], object]) -> str:
    """Return the class and the first line of the error that something ends in, or nothing."""
    try:
        run()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    return ""


def values(tensor: Any) -> Any:
    """Return the numbers of a tensor with its shape, or what is none."""
    if tensor is None:
        return None
    flat = tensor.detach().reshape(-1).tolist()
    return [list(tensor.shape), str(tensor.dtype).rpartition(".")[2], [_short(x) for x in flat]]


def _short(number: Any) -> Any:
    """Return a number with seven digits; what is not finite as text."""
    if isinstance(number, float):
        return float(f"{number:.7g}") if math.isfinite(number) else str(number)
    return number


def _of_gradients(statements: list[str], tensors: dict[str, Any]) -> set[str]:
    """Return the names of what is computed from gradients that ``grad`` returned.

    Derivatives are written in other operators than PyTorch's: their graphs have other nodes, and
    what is a view, or was changed in place, on the way to a gradient is not a program's concern.
    """
    found: set[str] = set()
    for text in statements:
        for line in text.splitlines():
            target = re.match(r" *(t\d+)", line)
            if target and ("autograd.grad(" in line or found & set(re.findall(r"t\d+", line))):
                found.add(target[1])
    apart = [tensors[name] for name in found & set(tensors)]
    shared = {id(t if t._base is None else t._base) for t in apart}
    beside = {name for name, t in tensors.items() if {id(t), id(t._base)} & shared}
    return found | beside


def _described(tensor: Any, names: dict[int, str], apart: bool) -> list[Any]:
    """Return what is compared of one tensor: all that a program can see of it.

    ``apart`` says that its history is not compared.
    """
    if tensor.is_inference():
        return [values(tensor), tensor.requires_grad, values(tensor.grad)]
    lost = _failure(lambda: tensor.grad_fn)
    if lost:
        return [lost]
    base = tensor._base
    return [
        values(tensor),
        [] if apart else _steps(tensor),
        tensor.requires_grad,
        tensor.is_leaf,
        0 if apart else tensor._version,
        "" if base is None or apart else names.get(id(base), "another"),
        0 if apart else _nodes(tensor.grad_fn),
        values(tensor.grad) if tensor.is_leaf or tensor.retains_grad else 0,
    ]


def _steps(tensor: Any) -> list[int]:
    """Return the strides that lead anywhere."""
    steps = zip(tensor.shape, tensor.stride(), strict=True)
    return [step for size, step in steps if size > 1] if tensor.numel() else []


def _nodes(node: Any) -> list[str]:
    """Return the names of a graph's nodes with the places that they come from, depth first."""
    written: list[str] = []
    seen: dict[Any, int] = {}
    waiting = [(node, 0)]
    while waiting and len(written) < 60:
        found, place = waiting.pop()
        if found is None:
            written.append("-")
        elif found in seen:
            written.append(f"{seen[found]}.{place}")
        else:
            seen[found] = len(seen)
            written.append(f"{found.name().rpartition('::')[2]}.{place}")
            waiting.extend(found.next_functions[::-1])
    return written


def difference(recorded: Any, found: Any) -> str:
    """Return how two answers differ first, or nothing; numbers may differ in their last digits."""
    waiting: list[tuple[str, Any, Any]] = [("", recorded, found)]
    while waiting:
        at, a, b = waiting.pop()
        if isinstance(a, dict) and isinstance(b, dict) and list(a) == list(b):
            waiting.extend((f"{at}.{key}", a[key], b[key]) for key in reversed(a))
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            waiting.extend((f"{at}[{i}]", a[i], b[i]) for i in reversed(range(len(a))))
        elif not _close(a, b):
            return f"{at}: {a} / {b}"
    return ""


def _close(a: Any, b: Any) -> bool:
    """Return whether two plain values agree."""
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=2e-4, abs_tol=2e-5)
    return type(a) is type(b) and a == b
