"""Options as a caller gives them -> the value of every option of a game, or a SetupError that says what there is."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any, TypeGuard

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.engine.errors import Limits, SetupError
from gamedsl.i18n.speaking import gettext, one_of
from gamedsl.semantics.core.model import Option
from gamedsl.source import printable

_MOST_SAID = 80
_KINDS: dict[type, str] = {str: "text", Path: "a path", Mapping: "a mapping of names to values"}
OptionValue = bool | int | str


def completed(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return the value of every option: the given one, else its default. Raises SetupError."""
    chosen = _chosen(options, given)
    return {name: chosen.get(name, option.values[0]) for name, option in options.items()}


def _chosen(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return given options with values of their own type: text as written in rule files is understood too."""
    chosen: dict[str, OptionValue] = {}
    if not isinstance(given, Mapping):
        raise SetupError(
            gettext("options are given by name, as in {{'sale': 'all'}}, not {found}", found=shortly(given))
        )
    for name, value in ((name, whole(value)) for name, value in given.items()):
        if not isinstance(name, str):
            raise SetupError(gettext("options go by their names, not {found}", found=shortly(name)))
        option = options.get(name)
        if option is None:
            raise SetupError(_unknown_option(shortly(name), list(options)))
        fitting = [known for known in option.values if _same(known, value)]
        if not fitting:
            found = written(value) if isinstance(value, bool) else shortly(value)
            values = one_of(map(written, option.values))
            raise SetupError(
                gettext("the option {name} can be {values}, not {found}", name=name, values=values, found=found)
            )
        chosen[name] = fitting[0]
    return chosen


def whole(value: Any) -> Any:
    """Return a whole number of another library, such as NumPy, as one of Python; anything else as it is."""
    if value is None or isinstance(value, int | str):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def whole_number(value: Any, what: str) -> int:
    """Return a whole number of Python or another library; raise TypeError, in words of ours, for anything else."""
    found = whole(value)
    if type(found) is not int:
        raise TypeError(f"{what} must be a whole number, not {shortly(value)}")
    return found


def number_of_players(players: Any, allowed: range, game: str) -> int:
    """Return with how many a game is played, the fewest where nothing is said. Raises SetupError."""
    players = whole(players)
    if players is None:
        return allowed.start
    if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
        least, most = allowed.start, allowed.stop - 1
        wanted = f"{least}" if least == most else gettext("{first} to {last}", first=least, last=most)
        said = {"game": game, "wanted": wanted, "found": shortly(players)}
        raise SetupError(gettext("{game} is for {wanted} players, not {found}", **said))
    return players


def demand(value: object, what: str, *kinds: type) -> None:
    """Raise TypeError, in words of ours, for a value that is of none of these types."""
    if not isinstance(value, kinds):
        wanted = " or ".join(_KINDS.get(kind, kind.__name__) for kind in kinds)
        raise TypeError(f"{what} must be {wanted}, not {shortly(value)}")


def shortly(value: object) -> str:
    """Return a value of any type in a message: how Python writes it, cut where it is long."""
    try:
        said = value if isinstance(value, str) else repr(value)
    except Exception:  # whatever a class of somebody else does
        said = f"a {type(value).__name__}"
    return printable(said) if len(said) <= _MOST_SAID else f"{printable(said[:_MOST_SAID])}…"


def written(value: object) -> str:
    """Return an option value as rule files write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _same(known: bool | int | str, value: object) -> bool:
    return (type(known) is type(value) and known == value) or (isinstance(value, str) and written(known) == value)


def _unknown_option(name: str, known: list[str]) -> str:
    near = did_you_mean(name, known)
    if near:
        return gettext("the game has no option `{name}`; did you mean {near}?", name=name, near=near)
    if known:
        return gettext("the game has no option `{name}`; its options are {known}", name=name, known=", ".join(known))
    return gettext("the game has no option `{name}`; it has none", name=name)


def check_seed(seed: object) -> None:
    """Raise SetupError for what cannot be the seed of a game."""
    if not is_seed(seed):
        raise SetupError(
            gettext(
                "the seed must be a whole number from 0 to {most}, not {found}", most=2**64 - 1, found=shortly(seed)
            )
        )


def check_limit(limit: object) -> None:
    """Raise SetupError for what is no number of decisions after which a game can be given up."""
    most = Limits.decisions
    if limit is not None and (type(limit) is not int or not 1 <= limit <= most):
        raise SetupError(
            gettext(
                "the limit must be a number of decisions from 1 to {most}, not {found}", most=most, found=shortly(limit)
            )
        )


def is_seed(value: object) -> TypeGuard[int]:
    """Tell whether something can be the seed of a game."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64
