"""What a player can know of a value, as a label: public, own (somebody's alone) or hidden; labels are joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from gamedsl.source import Span

Who = tuple[str, int]
YOU: Who = ("you", 0)
COMMON: Who = ("", 0)


@attrs.frozen
class OddCell:
    """A cell of rule text, and the place in it where something unseen is read."""

    column: str
    row: str
    place: Span


@attrs.frozen
class Leak:
    """What somebody may not know: a phrase, the place in the body at hand, and the place where it is read.

    ``cell`` is the rule text that reads it, where most other rows of its column read nothing unseen. ``help``: what to
    write instead, where more is known than for all leaks.
    """

    what: str
    site: Span = attrs.field(eq=False)
    origin: Span = attrs.field(eq=False)
    cell: OddCell | None = attrs.field(default=None, eq=False)
    help: str | None = attrs.field(default=None, eq=False)


@attrs.frozen
class Visibility:
    """The label of a value: public, or known to ``viewer`` alone (None: to nobody), with what it gives away.

    ``who`` is the player that the value is, if that is certain; ``place`` tells in whose zone a piece lies
    (``COMMON``: in somebody's or a common one; None: nothing is known).
    """

    public: bool = True
    viewer: Who | None = None
    leak: Leak | None = None
    who: Who | None = None
    place: Who | None = None

    @property
    def visible(self) -> bool:
        """Whether ``you`` can know it."""
        return self.public or self.viewer == YOU

    def bare(self) -> Visibility:
        """Return the label alone, without what the value is."""
        return Visibility(self.public, self.viewer, self.leak)

    def at(self, site: Span) -> Visibility:
        """Return the label as seen from a call at ``site``."""
        return self if self.leak is None else attrs.evolve(self, leak=attrs.evolve(self.leak, site=site))

    def asked(self, player: Who | None) -> Visibility:
        """Return the label as it is for another player who is asked now."""

        def turned(token: Who | None, otherwise: Who | None) -> Who | None:
            return YOU if token == player and player is not None else otherwise if token == YOU else token

        return Visibility(
            self.public,
            turned(self.viewer, None),
            self.leak,
            turned(self.who, None),
            turned(self.place, COMMON),
        )

    def renamed(self, tokens: Mapping[Who, Who]) -> Visibility:
        """Return the label in another paragraph, where players are known by these tokens; others are nobody there."""

        def here(token: Who | None, otherwise: Who | None) -> Who | None:
            return token if token in (None, YOU, COMMON) else tokens.get(token, otherwise)

        return Visibility(
            self.public, here(self.viewer, None), self.leak, here(self.who, None), here(self.place, COMMON)
        )


PUBLIC = Visibility()
SOMEWHERE = Visibility(place=COMMON)


def join(parts: Iterable[Visibility]) -> Visibility:
    """Return the label of what is worked out from several values."""
    private = [part for part in parts if not part.public]
    if not private:
        return PUBLIC
    viewers = {part.viewer for part in private}
    worst = next((part for part in private if part.viewer != YOU), private[0])
    return Visibility(False, private[0].viewer if len(viewers) == 1 else None, worst.leak)


def alike(label: Visibility, parts: Iterable[Visibility]) -> Visibility:
    """Return ``label`` for a value that is one of ``parts``: what they have in common stays known."""
    known = list(parts)
    who = {part.who for part in known}
    place = {part.place for part in known}
    return attrs.evolve(
        label,
        who=known[0].who if len(who) == 1 else None,
        place=known[0].place if len(place) == 1 else COMMON if known and None not in place else None,
    )


def either(one: Visibility | None, other: Visibility) -> Visibility:
    """Return the label of a value that comes from one of two places; None: there is only the other."""
    return other if one is None else alike(join([one, other]), [one, other])
