"""Run the command as ``python -m gradcli``; it knows the command's name and nothing else."""

import sys

from gradcli.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
