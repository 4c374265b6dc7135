"""Random numbers -> rule texts of card games made at random in which what was dealt has a name, in secret and openly.

Their rules read nothing that is hidden, but what their player sees; so nothing hidden is ever told by them.
"""

from __future__ import annotations

from random import Random

from tests.helpers.random_games.named_cards import naming_game

_ASK = "offer next(you): up to 1 of toss_back"
DEALING = {
    "plan": "then: deal 1 from deck to you.hand as f; set you.plan to f",
    "learn": "then: deal 2 from deck to you.drawn as g; set you.known to you.known + g",
    "learn_bag": "then: deal up to 9 from bag to you.drawn as g; set you.known to g",
    "sort": "then:\n      deal 1 from deck to you.drawn as f\n      if f != none: set you.sort to f.design",
    "steal": "then: deal 1 from next(you).hand to you.hand as f; set you.plan to f",
    "drop": "then: deal 1 from you.hand to kept_by_all as f; set mark to f",
    "drop_bag": "then: deal 2 from you.hand to bag as g; set marked to g; deal 1 from bag to you.hand",
    "mark": "then: deal 1 from deck to kept_by_all as f; set mark to f",
    "all_plan": (
        "then:\n      for each p in players:\n        deal 1 from deck to p.drawn as f\n        set p.plan to f"
    ),
    "all_at_once": (
        "then:\n      for each p in players together:\n        deal 2 from deck to p.drawn as g\n"
        "        set p.known to p.known + g"
    ),
    "lay": "then: deal 1 from deck to laid as f; set last to f",
    "named_before": "then:\n      let f = deck.top\n      deal 1 from deck to laid\n      set last to f",
    "show_it": (
        "then:\n      deal 1 from bag to you.hand as f\n      if f != none:\n        show f to players\n"
        "        set last to f"
    ),
    "hand_over": "then: deal 2 from deck to you.drawn as g; move g to next(you).hand",
    "lay_and_take": "then: deal 3 from deck to laid as g; move g to you.hand",
    "choose": (
        'then:\n      deal 2 from deck to you.drawn as g\n      if count(g) > 0:\n        pick c in g "Which goes?"\n'
        "        move c to kept_by_all"
    ),
    "ask_then_lay": f"then:\n      deal 2 from deck to you.drawn as g\n      {_ASK}\n      move g to open",
    "ask_then_plan": f"then:\n      deal 1 from deck to you.drawn as f\n      {_ASK}\n      set you.plan to f",
    "ask_then_take": f"then:\n      deal 2 from deck to kept_by_all as g\n      {_ASK}\n      move g to you.hand",
    "ask_then_judge": (
        f"then:\n      deal 1 from deck to you.drawn as f\n      let good = f != none and f.design = you.sort\n"
        f"      {_ASK}\n      if good: set you.plan to f"
    ),
    "back": "then: deal 2 from deck to you.drawn as g; move g to deck at bottom",
    "under": "then: deal 2 from deck to you.drawn as g; shuffle g to deck at bottom; deal 1 from deck to you.hand as f",
    "on_top": "then: shuffle you.hand + open to deck; deal 2 from deck to you.hand as g; set you.known to g",
    "again": "then: shuffle laid to deck; deal 1 from deck to kept_by_all as f; set mark to f",
    "mixed_in": "then: shuffle bag to deck at bottom; shuffle deck + you.drawn to deck; deal 2 from deck to bag as g",
}
"""Actions that put into values what they have dealt, or go on with it, also after somebody was asked."""
ASKED = """\
  asked "Somebody is asked in the middle"
    when: count(laid) > 2
    who: active
    then:
      pick c in laid "Which goes?"
      move c to kept_by_all
  asked_in_secret "Somebody is asked in the middle, in secret"
    when: count(you.drawn) > 2 and count(you.aside) > 0
    who: players
    then:
      pick c in you.aside "Which goes?"
      move c to kept_by_all
"""
"""Triggers that ask somebody in the middle of a deal, of cards that no step has in hand."""


def dealing_game(random: Random) -> str:
    """Return the text of a game."""
    text = naming_game(random, DEALING)
    if random.random() < 0.6:
        has_some = "\ntriggers\n" in text
        before, at, after = text.partition("\ntriggers\n" if has_some else "\nscoring\n")
        text = f"{before}\ntriggers\n{ASKED}{after if has_some else at + after}"
    text = text.replace("  open: heap", "  laid: heap of card\n  open: heap")
    text = text.replace(
        "    hand: heap",
        "    aside: heap of card, seen by owner\n    drawn: heap of card, seen by owner\n    hand: heap",
    )
    return text.replace("    pay 6 from", "    deal 2 from deck to p.aside\n    pay 6 from")
