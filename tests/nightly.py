"""How many examples property tests try: few in everyday runs, 10,000 with HYPOTHESIS_PROFILE=nightly."""

import os

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
MANY = 10_000


def examples(few: int, most: int = MANY) -> int:
    """Return the number of examples a property test tries: ``few``, or ``most`` in a nightly run."""
    return most if NIGHTLY else few
