"""Simulation: a game, seats and a number of games -> results of single games, metrics with intervals, reports."""

from gamedsl.simulate.figures.differences import compare
from gamedsl.simulate.figures.metrics import measure
from gamedsl.simulate.play.running import simulate
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import GameResult

__all__ = ["GameResult", "Settings", "compare", "measure", "simulate"]
