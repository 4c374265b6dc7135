"""placeholder"""
from gamedsl.semantics import model
from typing import Any
def check(game: model.CheckedGame, report: Any) -> None:
    pass
