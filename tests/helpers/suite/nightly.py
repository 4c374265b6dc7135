"""What a nightly run (HYPOTHESIS_PROFILE=nightly) does more of: examples of property tests, checks in machine code."""

import os

from gamedsl import bundled_names
from gamedsl.files import find_game

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
MANY = 10_000
C_CHECKED = ("-fsanitize=undefined", "-fno-sanitize-recover") if NIGHTLY else ("-fwrapv",)
"""Flags for C: by night what is undefined ends the process; compiling that takes up to five times as long."""
C_FLAGS = ("-O0", "-w", "-shared", "-fPIC", "-ffp-contract=off", *C_CHECKED)
"""Flags of all machine code of tests: little of it is played, so most of its time would go into optimising it."""


FORMS = (
    *("checkers", "leduc_poker", "liars_dice", "mogul", "no_thanks", "quatre_etoiles", "saloon_tycoon", "sealed_bid"),
    *("six_tricks", "tycoon"),
)
"""Bundled games in which every form of the language is played: boards, chance, dice, auctions, tricks, hidden hands and
values, cards with rules, offers, all at once."""


def examples(few: int, most: int = MANY) -> int:
    """Return the number of examples a property test tries: ``few``, or ``most`` in a nightly run."""
    return most if NIGHTLY else few


def games_of_each_form(*left_out: str) -> list[str]:
    """Return the names of some bundled games with every form, but these; by night all bundled games."""
    return bundled_games() if NIGHTLY else [name for name in FORMS if name not in left_out]


def bundled_games(*, variants: bool = NIGHTLY) -> list[str]:
    """Return the names of bundled games, without files of scenarios; variants of a bundled game are for the night."""
    names = [name for name in bundled_names() if not name.endswith("_scenarios")]
    return [name for name in names if variants or find_game(name).parent.name != "variants"]
