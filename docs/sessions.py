"""Write what the commands on the pages print now; read the changes.

usage: python docs/sessions.py [PAGE...]
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.spec.documents import SESSION, rerun  # noqa: E402

if __name__ == "__main__":
    pages = map(Path, sys.argv[1:]) if sys.argv[1:] else (ROOT / "docs").rglob("*.md")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        if SESSION.search(text):
            page.write_text(rerun(text), encoding="utf-8")
