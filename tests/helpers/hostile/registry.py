"""A name -> the texts of a rule file that a stranger might send; makers of such files put their names in."""

from __future__ import annotations

from collections.abc import Callable

Texts = dict[str, str]
"""Texts by path; ``game.game`` is the rule file."""

MAKERS: dict[str, Callable[[], Texts]] = {}


def hostile_file(maker: Callable[[], Texts]) -> Callable[[], Texts]:
    """Put a maker of a hostile file in under its name."""
    MAKERS[maker.__name__.strip("_")] = maker
    return maker


def game(**parts: str) -> str:
    """Return a small sound game; each part replaces a section, or stands in it, as its name says."""
    lines = {
        "header": "",
        "players": "2",
        "components": "",
        "table": "",
        "each": "",
        "play": "take",
        "take": '  take "Take"\n    then: pay 1 from bank to you.coins',
        "until": "bank = 0",
        "more": "",
        "winner": "the p in players with most p.coins ties all",
    } | parts
    return f"""game G "g"
  players: {lines["players"]}
{lines["header"]}components
  coin: counter, 10
{lines["components"]}table
  bank: purse of coin, full
{lines["table"]}  each player
    coins: purse of coin
{lines["each"]}phases
  go
    who: players from A
    play: {lines["play"]}
    until: {lines["until"]}
actions
{lines["take"]}
{lines["more"]}end
  winner: {lines["winner"]}
"""


def one(**parts: str) -> Texts:
    """Return a small game alone."""
    return {"game.game": game(**parts)}
