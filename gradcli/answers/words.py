"""The names of operators, for who completes or corrects a word; no operator is loaded for them."""

from __future__ import annotations


def operator_names() -> list[str]:
    """Return the names that programs have for operators, in their order."""
    from gradcli.operators.index import NAMES

    texts = (text for families in NAMES.values() for text in families.values())
    return sorted({name for text in texts for name in text.split() if not name.startswith("_")})
