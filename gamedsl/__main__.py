"""``python -m gamedsl``: the same as the command ``gamedsl``."""

import sys

try:
    from gamedsl.cli import main  # type: ignore[import-not-found]
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] == "gamedsl":
        raise
    sys.exit(
        f"gamedsl needs the package `{error.name}`, which is not installed for this Python. "
        "In the folder with pyproject.toml type: pip install -e ."
    )

main()
