"""Tables of vectors that numbers name."""

from __future__ import annotations

from typing import Any, Self

from gradcli.core.modes import no_grad
from gradcli.nn import init, names
from gradcli.nn.calls import F
from gradcli.nn.module import Module
from gradcli.nn.parameter import Parameter
from gradcli.nn.rows import learn
from gradcli.operators.refusals import invalid

__all__ = names("sparse")


class _Table(Module):
    """What both share: the table, with a row of zeros for padding."""

    def _build(
        self, padding_idx: int | None, weight: Any, learned: bool, device: Any, dtype: Any
    ) -> None:
        rows, shape = self.num_embeddings, (self.num_embeddings, self.embedding_dim)
        if padding_idx is not None:
            if not -rows <= padding_idx < max(rows, 1):
                name = "Padding_idx" if isinstance(self, Embedding) else "padding_idx"
                raise invalid(f"{name} must be within num_embeddings", AssertionError)
            padding_idx += rows if padding_idx < 0 else 0
        self.padding_idx = padding_idx
        if weight is None:
            learn(self, "weight", shape, device, dtype)
            self.reset_parameters()
        elif weight.shape == shape:
            self.weight = Parameter(weight, learned)
        else:
            message = "Shape of weight does not match num_embeddings and embedding_dim"
            raise invalid(message, AssertionError)
        self.weight.requires_grad_(learned)

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx] = 0

    @classmethod
    def from_pretrained(cls, embeddings: Any, freeze: bool = True, **settings: Any) -> Self:
        """Make a layer of a table that there is."""
        if embeddings.dim() != 2:
            raise invalid("Embeddings parameter is expected to be 2-dimensional", AssertionError)
        if issubclass(cls, Embedding):
            settings["_freeze"] = freeze
        made = cls(*embeddings.shape, _weight=embeddings, **settings)
        made.weight.requires_grad_(not freeze)
        return made

    def _sizes(self) -> str:
        """Return what the text of both begins with."""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if isinstance(self, Embedding) and self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        text += f", max_norm={self.max_norm}" if self.max_norm is not None else ""
        text += f", norm_type={self.norm_type}" if self.norm_type != 2 else ""
        return text + (", scale_grad_by_freq=True" if self.scale_grad_by_freq else "")


class Embedding(_Table):
    """The rows of a table that numbers name."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Any = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self._build(padding_idx, _weight, not _freeze, device, dtype)

    def forward(self, input: Any) -> Any:
        """Return the rows."""
        limits = self.padding_idx, self.max_norm, self.norm_type
        return F.embedding(input, self.weight, *limits, self.scale_grad_by_freq, self.sparse)

    def extra_repr(self) -> str:
        """Return the sizes, and what is not as usual."""
        return self._sizes() + (", sparse=True" if self.sparse else "")


class EmbeddingBag(_Table):
    """The sums, means or maxima of the rows of a table that bags of numbers name."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Any = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self.mode, self.include_last_offset = mode, include_last_offset
        self._build(padding_idx, _weight, True, device, dtype)

    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        """Return what each bag comes to."""
        return F.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        """Return the sizes, and what is not as usual."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self._sizes()}, mode={self.mode!r}{padding}"
