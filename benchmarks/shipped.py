"""Nothing -> the bundled games and examples that are measured, with how many players."""

from __future__ import annotations

BOARDS = (
    "examples/tic_tac_toe.game:2",
    "examples/connect_four.game:2",
    "examples/othello.game:2",
    "examples/hex.game:2",
    "examples/breakthrough.game:2",
    "examples/amazons.game:2",
    "examples/nine_mens_morris.game:2",
    "examples/checkers.game:2",
)
"""Games on boards of places."""
OTHERS = (
    "examples/kuhn_poker.game:2",
    "examples/leduc_poker.game:2",
    "examples/liars_dice.game:4",
    "examples/sealed_bid.game:4",
    "examples/first_game.game:2",
    "examples/six_tricks.game:4",
    "examples/no_thanks.game:4",
    "mogul:4",
    "examples/mogul_open_purse.game:4",
    "tycoon:4",
    "saloon_tycoon:4",
    "quatre_etoiles:4",
)
GAMES = (*BOARDS, *OTHERS)
