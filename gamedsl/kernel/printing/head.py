"""What stands at the beginning of each program printed as Python: draws by chance, and how runs end"""

from __future__ import annotations

HEAD = """
from gamedsl.kernel.printing.words import BROKEN, CONTINUED, ONE, OVER, PART, P0, P1, P2, WORDS, bits, nth


def draw(s, stream, number, n):
    v = (s[KEY] + ((s[GAME] << 32) + (stream << 24) + number) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    v = ((v ^ (v >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    v = ((v ^ (v >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return ((v ^ (v >> 31)) >> 32) * n >> 32


def mix(s, a, b):
    v = (a * 0x9E3779B97F4A7C15 + b + 1) & 0xFFFFFFFFFFFFFFFF
    v = ((v ^ (v >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    v = ((v ^ (v >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (v ^ (v >> 31)) >> 3


def go_on(s, block, code):
    while block >= 0:
        block = B[block](s, code)
    return block


class Halted(Exception):
    pass


class Failed(Exception):
    def __init__(self, number, values):
        super().__init__(number)
        self.number = number
        self.values = values
"""
