"""``python -m gamedsl``: the same as the command ``gamedsl``."""

from gamedsl.cli import main  # type: ignore[import-not-found]  # a folder of its own, put here when installed

main()
