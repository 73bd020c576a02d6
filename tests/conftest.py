"""What all tests share: helpers are imported as ``tests.ops.reference``.

The checkout comes last on the path, so that an installed gradcli is the one that is tested.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
