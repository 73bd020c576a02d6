"""Run the command as ``python -m gradcli``; it knows the command's name and nothing else."""

import os
import sys

# Python puts the working directory first, where a module of somebody's could take another's place.
if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):
    if not os.path.samefile(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "."):
        del sys.path[0]

from gradcli.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
