"""Watched triggers in which somebody is asked: they wait in the kernel program in the middle of what set them off."""

from __future__ import annotations

import pytest

import gamedsl
from tests.frozen.kept import cases, kernel_engine, tried
from tests.helpers.kernel.comparing import same_games
from tests.helpers.texts import game_text

GAME = game_text("kernel/triggers_that_ask")
STEPS = {
    "pay": ["for each p in players:", "  if p.coins < 3:", "    pay 1 from bank to p.coins"],
    "move": ["pick c in you.hand", "move c to open", "move deck.top to you.hand"],
    "set": ["set you.mark to min(9, you.mark + 2)", "set you.mark to max(0, you.mark - 1)"],
    "rule": ["more(2)", "more(1)"],
    "deal": ["deal 2 from deck to open", "deal 1 from open to you.hand"],
    "many": ["move you.hand to open", "move (open where suit = red) to you.hand", "deal 1 from deck to open"],
}
TRIGGERS = {
    "rich": [
        *("rich", "  who: players", "  when: you.coins > 1", "  then:"),
        *(
            '    pick n in 1..3 "which"',
            "    pay you.coins from you.coins to bank",
            "    set total to min(99, total + n)",
        ),
    ],
    "full": [
        *("full", "  who: players from active", "  when: count(open) > 1", "  then:", '    pick c in open "which"'),
        *("    move c to deck", "    if you.coins < 2:", "      pay 1 from bank to you.coins"),
    ],
    "held": [
        *(
            "held",
            "  who: players from active",
            "  when: count(you.hand) > 2",
            "  then:",
            '    pick c in you.hand "which"',
        ),
        *("    move c to deck at bottom", "    set total to min(99, total + 1)"),
    ],
    "plain": ["plain", "  when: count(open) > 2", "  then: set total to min(99, total + 1)"],
    "once": [
        *("once", "  who: players from active", "  once: you.mark > 3", "  then:", '    pick n in 0..2 "how far"'),
        "    set you.mark to n",
    ],
    "turn": [
        *("turn", "  who: players", "  when: active = you and you.mark > 2", "  then:", '    pick n in 0..1 "which"'),
        "    set you.mark to max(0, you.mark - 2 - n)",
    ],
}
RULES = """rules
  more(n: 1..2)
    then:
      set you.mark to min(9, you.mark + n)
      pay n from bank to you.coins
"""


def game_of(steps: list[str], triggers: list[str]) -> gamedsl.Game:
    """Return a game in which an action sets off triggers."""
    done = "\n".join("      " + line for name in steps for line in STEPS[name])
    watched = "\n".join("  " + line for name in triggers for line in TRIGGERS[name])
    text = GAME.format(steps=done, triggers=watched)
    return gamedsl.loads(text.replace("actions\n", RULES + "actions\n") if "rule" in steps else text)


EVERYDAY = [
    (["set", "move"], ["turn", "full"]),
    (["rule", "pay"], ["rich", "once", "turn"]),
    (["deal"], ["full", "held", "plain"]),
    (["many"], ["held", "full"]),
]
"""All steps and all triggers."""
MORE = [
    (["pay"], ["rich"]),
    (["pay", "move"], ["rich", "full", "plain"]),
    (["set", "pay"], ["once", "rich"]),
    (["rule", "move", "set"], ["plain", "full", "turn", "rich", "once"]),
]


@pytest.mark.parametrize(("steps", "triggers"), tried(EVERYDAY, EVERYDAY + MORE))
def test_same_games(steps: list[str], triggers: list[str]) -> None:
    """Who is asked by a trigger, in which order, and what is set off by the answers, is the same."""
    game = game_of(steps, triggers).checked
    for seats in (3, 2)[: len(cases(1, 2))]:
        case = f"{' '.join(steps)} with {' '.join(triggers)}, {seats} players"
        again = range(4) if cases(0, 1) else range(2) if "rule" in steps else ()
        same_games("triggers that ask", case, kernel_engine(game, seats), range(4), 60, again)
