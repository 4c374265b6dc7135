"""``python -m gamedsl``: the same as the command ``gamedsl``."""

import sys
from importlib.util import find_spec

if find_spec("gamedsl.cli") is None:  # a folder of its own beside the package, put into it by an installation
    sys.exit("gamedsl is not installed for this Python. In the folder with pyproject.toml type: pip install -e .")

from gamedsl.cli import main  # type: ignore[import-not-found]

main()
