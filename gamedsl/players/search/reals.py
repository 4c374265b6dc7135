"""Real numbers -> exp and log of them, by ``+ - * /`` alone: the same on every machine, and in C (``minds.c``)"""

from __future__ import annotations

_LN2 = 0.6931471805599453
_LN2_REST = 2.3190468138462996e-17
"""What the number before lacks."""
_ROOT2 = 1.4142135623730951
_TERMS_OF_EXP, _TERMS_OF_LOG = 16, 23


def exp(x: float) -> float:
    """Return e to a power from -700 to 700."""
    times = int(x / _LN2 + (0.5 if x >= 0.0 else -0.5))
    rest = x - times * _LN2 - times * _LN2_REST
    found = 1.0
    for term in range(_TERMS_OF_EXP, 0, -1):
        found = 1.0 + found * rest / term
    for _ in range(times):
        found *= 2.0
    for _ in range(-times):
        found *= 0.5
    return found


def log(x: float) -> float:
    """Return the natural logarithm of a number that is 1 or more."""
    times = 0
    while x > _ROOT2:
        x *= 0.5
        times += 1
    share = (x - 1.0) / (x + 1.0)
    square, found = share * share, 0.0
    for term in range(_TERMS_OF_LOG, 0, -2):
        found = found * square + 1.0 / term
    return times * _LN2 + 2.0 * share * found


_LOGS: list[float] = []
_MOST_KEPT = 1 << 16


def log_of(number: int) -> float:
    """Return the natural logarithm of a whole number from 1 on; many are kept."""
    if number >= _MOST_KEPT:
        return log(number)
    while len(_LOGS) <= number:
        _LOGS.append(log(len(_LOGS)) if _LOGS else 0.0)
    return _LOGS[number]


__all__ = ["exp", "log", "log_of"]
