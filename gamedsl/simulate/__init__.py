"""Simulation: a game, seats and a number of games -> results of single games, metrics with intervals, reports."""

from gamedsl.simulate.comparing import compare
from gamedsl.simulate.metrics import measure
from gamedsl.simulate.results import GameResult
from gamedsl.simulate.running import simulate
from gamedsl.simulate.settings import Settings

__all__ = ["GameResult", "Settings", "compare", "measure", "simulate"]
