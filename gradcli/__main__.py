"""Run the command as ``python -m gradcli``; it knows the command's name and nothing else."""

import os
import sys

# Python puts the working directory first, where somebody's module could take another's place.
_PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()] and sys.path[0] != _PARENT:
    del sys.path[0]

from gradcli.commands.main import main  # noqa: E402  (from that path on)

if __name__ == "__main__":
    sys.exit(main())
