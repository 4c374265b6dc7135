"""Random numbers -> rule texts of card games made at random in which values name cards, in secret and openly.

Their rules read nothing that is hidden, but what their player sees; so nothing hidden is ever told by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.helpers.random_games.cards import card_game

NAMING = {
    "plan": "pick: c in you.hand\n    then: set you.plan to c",
    "plan_twice": "pick: c in you.hand\n    then: set you.plan to c; set you.known to you.known + c",
    "plan_open": "pick: c in open\n    then: set you.plan to c",
    "take": "pick: c in open\n    then: move c to you.hand",
    "by_rules": "pick: c in you.hand\n    then: hand_on(c)",
    "learn": "pick: some = up to 2 of you.hand\n    then: set you.known to some",
    "learn_hand": "then: set you.known to you.hand",
    "sort": "pick: c in you.hand\n    then: set you.sort to c.design",
    "mark_top": "then: set mark to deck.top",
    "mark_own": "pick: c in you.hand\n    then: set mark to c",
    "mark_all": "then: set marked to marked + deck.top",
    "forget": "then: set you.plan to none; set you.known to {}",
    "all_forget": "then:\n      for each p in players: set p.plan to none",
    "tell": "then: show you.plan to next(you)",
    "tell_all": "then: show players.plan to players",
    "tell_mark": "then: show mark to you",
    "tell_shown": "pick: c in you.hand\n    then: show c to players; set last to c",
    "lay_open": "pick: c in you.hand\n    then: set last to c; move c to open",
    "others": "pick: c in you.hand where c != you.plan\n    then: move c to kept_by_all",
    "unknown": "pick: c in you.hand where c not in you.known\n    then: move c to kept_by_all",
    "of_sort": "pick: c in you.hand where c.design = you.sort\n    then: move c to kept_by_all",
    "copy": "then: set you.known to you.known + you.plan",
}
"""Actions that put cards into values; values that are not shown change nothing that others see."""
PLAYING = {
    "play_plan": "when: you.plan in you.hand\n    then: move you.plan to open; set you.plan to none",
    "pass_plan": "when: you.plan in you.hand\n    then: move you.plan to next(you).hand; set you.plan to none",
    "drop_known": "when: all(c in you.hand for each c in you.known)\n    then: move you.known to kept_by_all",
    "show_planned": "when: you.plan in you.hand\n    then:\n      let c = you.plan\n      show c to players",
}
"""Actions that move and show what a value names."""


def naming_game(random: Random, naming: Mapping[str, str] = NAMING) -> str:
    """Return the text of a game whose actions put cards into values in these ways."""
    text = card_game(random)
    names = random.sample(sorted(naming), random.randint(3, 6)) + random.sample(sorted(PLAYING), random.randint(0, 2))
    actions = "\n".join(f"  {name}\n    {({**naming, **PLAYING})[name]}" for name in names)
    own = """\
    plan: card or none, seen by owner
    known: set of card, seen by owner
    sort: design of card or none, seen by owner
"""
    common = """\
  kept_by_all: heap of card, seen by none
  mark: card or none, seen by none
  marked: set of card, seen by none
  last: card or none
"""
    rules = "\nrules\n  note(c: card)\n    then: set you.plan to c\n  hand_on(c: card)\n    then: note(c)\n"
    text = text.replace("  clock: 0..200\n", f"{common}  clock: 0..200\n")
    text = text.replace("  each player\n    hand:", f"  each player\n{own}    hand:")
    text = text.replace(" or wait", "".join(f" or {name}" for name in names) + " or wait")
    return text.replace("  wait\n    then:", f"{actions}\n  wait\n    then:").replace("\nrules\n", rules)
