"""What all tests share: helpers are imported as ``tests.ops.reference``.

The checkout comes last on the path, so that an installed gradcli is the one that is tested.
"""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.append(str(Path(__file__).parent.parent))

# The same examples in every run: what fails in continuous integration fails at the desk as well.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
