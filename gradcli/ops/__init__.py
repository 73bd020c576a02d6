"""The operators, a file for each family; importing this package fills the table ``core.op.OPS``."""

from gradcli.ops import (  # noqa: F401  (imported for their declarations)
    arithmetic,
    compare,
    create,
    elementwise,
    index,
    linalg,
    memory,
    reduce,
    shape,
)
