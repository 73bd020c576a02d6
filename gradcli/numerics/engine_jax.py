"""JAX as an engine: arrays that never change, on whatever device it finds.

This module knows what JAX offers beyond the array API standard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics.engines import Engine, How, ValuesNeeded, closed, tried
from gradcli.numerics.foreign import Raw

_OTHERWISE = {"psi": "digamma", "_zeta": "zeta"}
"""What JAX calls functions of SciPy's."""

_UPDATES = {"": "set", "maximum": "max", "minimum": "min"}
"""What JAX calls the ways to write at an index."""


def _of_the_host(function: Callable[..., Any]) -> bool:
    """Tell whether a function is left to NumPy's arrays: linear algebra, and the zeta function."""
    return str(function.__module__).endswith(("linalg", "lapack", "zeta"))


class Jax(Engine):
    """JAX: NumPy's dialect on arrays that never change."""

    package = "jax.numpy"
    whole_matrices = compiles = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.jax: Any = import_module("jax")
        self.jax.config.update("jax_enable_x64", True)
        self.special_functions: Any = import_module("jax.scipy.special")
        self.mesh: Any = None  # of the devices that rows are spread over

    @property
    def array_type(self) -> Any:
        """The type of JAX's arrays, and of those that stand for them while it compiles."""
        return self.jax.Array

    @contextmanager
    def working(self, how: How) -> Iterator[None]:
        """Spread rows over devices, in a context."""
        self.check(how)
        self.lib.add(1, 1)  # which begins its threads: their room is none that a program takes
        if how.devices > 1:
            devices = self.jax.devices()
            if how.devices > len(devices):
                count = f"{len(devices)} device{'s' * (len(devices) > 1)}"
                raise op_error(ValueError, f"there are no {how.devices} devices: JAX finds {count}")
            self.mesh = self.jax.sharding.Mesh(devices[: how.devices], ("rows",))
        try:
            yield
        except (RuntimeError, ValueError) as error:
            if "RESOURCE_EXHAUSTED" in str(error):  # as JAX says it, in errors of either class
                raise MemoryError(str(error)) from error
            raise
        finally:
            self.mesh = None

    def given(self, array: np.ndarray) -> Raw:
        """Return an array of NumPy's; its rows lie on several devices, if they can be shared."""
        if self.mesh is None:
            return self.lib.array(array)  # a copy: what JAX has may never change
        spread = array.ndim and len(array) and len(array) % self.mesh.size == 0
        spec = self.jax.sharding.PartitionSpec(*(("rows",) if spread else ()))
        return self.jax.device_put(array, self.jax.sharding.NamedSharding(self.mesh, spec))

    def dtype(self, dtype: Any) -> Any:
        """Return NumPy's element type, which is JAX's."""
        return np.dtype(dtype)

    def part(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the part at a basic index."""
        return raw[key]

    def put(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> Raw:
        """Return the array with other elements at a basic index."""
        return raw.at[key].set(part)

    def taken(self, flat: Raw, places: np.ndarray) -> Raw:
        """Return the elements of a flat array at known places."""
        return flat[places]

    def gathered(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the elements at an index that holds arrays."""
        return raw[tuple(map(self.plain, key))]

    def scattered(self, raw: Raw, key: tuple[Any, ...], part: Raw, combine: str) -> Raw:
        """Return the array with elements put, or combined, at an index that holds arrays."""
        place = raw.at[tuple(map(self.plain, key))]
        return getattr(place, _UPDATES.get(combine, combine))(part)

    def whole(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Run what there is on the host alone, as LAPACK, which JAX itself runs on processors."""
        if not _of_the_host(function):
            raise self.refusal(function.__name__)
        raws, call = closed(self, function, args, options)
        if not any(isinstance(raw, self.jax.core.Tracer) for raw in raws):
            return self.returned(call(*map(np.asarray, raws)))
        shapes = self.jax.tree.map(
            lambda array: self.jax.ShapeDtypeStruct(array.shape, array.dtype), tried(call, raws)
        )
        return self.wrapped(self.jax.pure_callback(call, shapes, *raws))

    def joined(self, real: Raw, imag: Raw) -> Raw:
        """Return complex numbers of their parts."""
        return self.jax.lax.complex(*self.lib.broadcast_arrays(real, imag))

    def host(self, raw: Raw) -> np.ndarray:
        """Return the values of an array, which while JAX compiles nobody can know."""
        if isinstance(raw, self.jax.core.Tracer):
            raise ValuesNeeded
        return np.asarray(raw)

    def special(self, name: str) -> Callable[..., Any] | None:
        """Return one of SciPy's functions, which JAX has a part of."""
        if hasattr(np, name.partition(".")[0]):
            return None
        found = getattr(self.special_functions, _OTHERWISE.get(name, name), None)
        return None if found is None else lambda xp, *args: xp.elementwise(found, name, args, {})
