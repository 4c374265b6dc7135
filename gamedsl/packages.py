"""The name of a package of ours -> the folder with its data files."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path


def package_folder(name: str) -> Path:
    """Return the folder of a package, installed or in a checkout.

    ``importlib.resources`` would also read zipped packages, which nobody makes of this one, and takes 20 ms to import.
    """
    return Path(import_module(name).__path__[0])
