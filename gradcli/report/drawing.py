"""Where pictures of pixels come from: matplotlib, an extra, and how one becomes a file's bytes."""

from __future__ import annotations

import io
import logging
import warnings
from typing import Any

from gradcli.errors import DataError

_MOST_PIXELS = 30_000
"""Along a side; matplotlib draws no more than twice as many."""


def figure(width: float, height: float, what: str) -> Any:
    """Return an empty figure of so many inches; ``what`` is what needs it."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it finds its fonts, and says so
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        reason = "needs the package matplotlib: pip install 'gradcli[plot]'"
        raise DataError(reason, what) from error
    return Figure(figsize=(width, height), layout="constrained")


def finished(drawn: Any, form: str, dpi: float = 144) -> bytes:
    """Return a figure as the bytes of an SVG or PNG, the same whenever it is drawn."""
    import matplotlib

    stream = io.BytesIO()
    dpi = min(dpi, _MOST_PIXELS / max(drawn.get_size_inches()))
    same: Any = {"svg.hashsalt": "gradcli", "svg.fonttype": "none"}
    about = {"Date": None} if form == "svg" else {}
    with matplotlib.rc_context(same), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of signs that the font lacks
        drawn.savefig(stream, format=form, dpi=dpi, metadata=about)
    return stream.getvalue()
