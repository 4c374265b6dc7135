"""Nothing -> what the search weighs, and what it weighs where it has time"""

from __future__ import annotations

import attrs


@attrs.frozen
class Tuning:
    """What the search weighs. Measured on the bundled games; see docs/bots.md."""

    explore: float = 0.3
    """Weight of what has rarely been tried, against rewards from 0 to 1."""
    explore_blind: float = 0.7
    """The same where the judge sees no difference between the choices."""
    prior: float = 16.0
    """Visits that the estimate of a choice in the tree is worth; 1 where the judge sees no difference."""
    planned: float = 1.0
    """Iterations that the plan behind a choice at the root is worth."""
    horizon: int = 120
    """Moves that are tried behind a new node before it is judged, at least; then the own turn is played to its end."""
    depth: int = 30
    """Random moves for each player behind a new node, where the judge sees no difference between the choices."""
    opening: int = 4
    """Imagined games in which the choices at the root are planned before the search, at most; at least 2."""
    most_planned: int = 20
    """Plans in all imagined games together, before the number of games is cut."""
    finalists: int = 8
    """Choices at the root that are planned thoroughly and searched: those that one look ahead likes best."""
    width: int = 4
    """Positions that planning the own turn follows at a time."""
    tries: int = 120
    """Moves that planning the own turn tries behind one choice."""
    look: int = 2
    """Visits after which the choices of a node are estimated by the judge."""
    most_deals: int = 64
    """Imagined games that are kept; choices that are tried more often meet them again, with other chance to come."""
    most_looked: int = 40
    """Choices of a node, above which they are not."""


PATIENT = Tuning(finalists=24, opening=16, most_planned=400, width=12, tries=1000)
"""What a search by machine code weighs that has time: planning the own turn takes some hundredths of a second then."""
