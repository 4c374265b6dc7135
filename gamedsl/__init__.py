"""A declarative rules language for board games: rule text in, checked and playable games out."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamedsl.api import check_path, check_text, load, loads
    from gamedsl.batch import Batch
    from gamedsl.choices import Choice, ChoiceGroup, Decision, Refusal, Undo
    from gamedsl.diagnostics.diagnostic import Diagnostic, Label, RuleFileError
    from gamedsl.documents.answers import Answers
    from gamedsl.engine.errors import IllegalChoice, SaveError, SetupError
    from gamedsl.files import UnreadableFileError, bundled_names
    from gamedsl.game import Game, Table
    from gamedsl.internal_errors import InternalError
    from gamedsl.kernel.queries.outcome import Outcome
    from gamedsl.players.imagine.imagined import Imagined
    from gamedsl.players.protocol import Player, Situation
    from gamedsl.presentation.breakdown import Breakdown, Row
    from gamedsl.presentation.changes import CellChange, Changes, DisplayChange, Look
    from gamedsl.presentation.effects.deed import Deed
    from gamedsl.presentation.effects.rules import RuleLine, RulesSection, RuleText, Told
    from gamedsl.presentation.effects.standings import StandingLine, Standings
    from gamedsl.presentation.story.passages import Effect, Passage
    from gamedsl.presentation.view_data import (
        BoardView,
        BoxView,
        CellView,
        DiceView,
        DisplayView,
        Line,
        PieceView,
        SeatView,
        Segment,
        SourceView,
        Trait,
        ValueView,
        View,
    )
    from gamedsl.records.history import History
    from gamedsl.scenarios.results import ScenarioResult
    from gamedsl.source import Source, Span
    from gamedsl.tree.nodes import ChanceOutcome, Node, tree_of

_PACKAGE = Path(__path__[0])
if not (_PACKAGE / "grammar").is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file():
    # In a checkout `cli`, `grammar`, `games` and `examples` are folders beside this one. An installation puts them into
    # the package; `python -m gamedsl` in the checkout finds this folder first, whatever is installed.
    __path__.append(str(_PACKAGE.parent))

_HOMES = {
    "gamedsl.api": ("check_path", "check_text", "load", "loads"),
    "gamedsl.batch": ("Batch",),
    "gamedsl.choices": ("Choice", "ChoiceGroup", "Decision", "Refusal", "Undo"),
    "gamedsl.diagnostics.diagnostic": ("Diagnostic", "Label", "RuleFileError"),
    "gamedsl.presentation.changes": ("CellChange", "Changes", "DisplayChange", "Look"),
    "gamedsl.documents.answers": ("Answers",),
    "gamedsl.engine.errors": ("IllegalChoice", "SaveError", "SetupError"),
    "gamedsl.kernel.queries.outcome": ("Outcome",),
    "gamedsl.presentation.breakdown": ("Breakdown", "Row"),
    "gamedsl.presentation.effects.rules": ("RuleLine", "RuleText", "RulesSection", "Told"),
    "gamedsl.presentation.effects.standings": ("StandingLine", "Standings"),
    "gamedsl.presentation.effects.deed": ("Deed",),
    "gamedsl.presentation.story.passages": ("Effect", "Passage"),
    "gamedsl.presentation.view_data": (
        "BoardView",
        "BoxView",
        "CellView",
        "DiceView",
        "DisplayView",
        "Line",
        "PieceView",
        "SeatView",
        "Segment",
        "SourceView",
        "Trait",
        "ValueView",
        "View",
    ),
    "gamedsl.internal_errors": ("InternalError",),
    "gamedsl.files": ("UnreadableFileError", "bundled_names"),
    "gamedsl.game": ("Game", "Table"),
    "gamedsl.players.imagine.imagined": ("Imagined",),
    "gamedsl.players.protocol": ("Player", "Situation"),
    "gamedsl.records.history": ("History",),
    "gamedsl.scenarios.results": ("ScenarioResult",),
    "gamedsl.source": ("Source", "Span"),
    "gamedsl.tree.nodes": ("ChanceOutcome", "Node", "tree_of"),
}
"""What is public, by the module it stands in."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Answers",
    "Batch",
    "BoardView",
    "BoxView",
    "Breakdown",
    "CellChange",
    "CellView",
    "ChanceOutcome",
    "Changes",
    "Choice",
    "ChoiceGroup",
    "Decision",
    "Deed",
    "Diagnostic",
    "DiceView",
    "DisplayChange",
    "DisplayView",
    "Effect",
    "Game",
    "History",
    "IllegalChoice",
    "Imagined",
    "InternalError",
    "Label",
    "Line",
    "Look",
    "Node",
    "Outcome",
    "Passage",
    "PieceView",
    "Player",
    "Refusal",
    "Row",
    "RuleFileError",
    "RuleLine",
    "RuleText",
    "RulesSection",
    "SaveError",
    "ScenarioResult",
    "SeatView",
    "Segment",
    "SetupError",
    "Situation",
    "Source",
    "SourceView",
    "Span",
    "StandingLine",
    "Standings",
    "Table",
    "Told",
    "Trait",
    "Undo",
    "UnreadableFileError",
    "ValueView",
    "View",
    "bundled_names",
    "check_path",
    "check_text",
    "load",
    "loads",
    "tree_of",
]


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: the command line starts faster so."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'gamedsl' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
