"""Nothing in -> how many single mistakes of a designer's kind are found, with one finding, with a cure that is right.

    python benchmarks/mistakes.py                       # in the files that messages were mended with
    python benchmarks/mistakes.py --held-back --seed 2  # in other files, at other places
    python benchmarks/mistakes.py --show missed --kind typing
    python benchmarks/mistakes.py --fix                 # and what `check --fix` makes of them

Mistakes are made in shipped files, see ``tests/helpers/mistakes/``. ``--show`` prints those that are ``missed``, have
``many`` findings, are ``uncured``, whose cure is ``wrong``, or ``all``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import gamedsl.api
import gamedsl.semantics.check
import gamedsl.semantics.texts.translation  # noqa: F401

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.mistakes.generators import KINDS
from tests.helpers.mistakes.mending import mended
from tests.helpers.mistakes.sampling import DEVELOPMENT, HELD_BACK, Rates, Verdict, draw, judge
from tests.helpers.suite import sharing

_SHOWN = {
    "missed": lambda verdict: not verdict.is_found,
    "many": lambda verdict: len(verdict.found) > 1,
    "uncured": lambda verdict: verdict.is_found and not verdict.has_cure,
    "wrong": lambda verdict: bool(verdict.wrong),
    "all": lambda verdict: True,
}


def main() -> None:
    """Make mistakes, judge what is found, print the rates."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held-back", action="store_true", help="take the files that no message was mended with")
    parser.add_argument("--show", choices=_SHOWN, action="append", default=[])
    parser.add_argument("--kind", default="", help="only kinds whose name contains this")
    parser.add_argument("--kinds", action="store_true", help="print the rates of each kind")
    parser.add_argument("--fix", action="store_true", help="count what becomes of them by check --fix")
    arguments = parser.parse_args()
    sharing.share()
    kinds = [kind for kind in KINDS if arguments.kind in kind.name]
    names, begin = HELD_BACK if arguments.held_back else DEVELOPMENT, time.process_time()
    of_kind: defaultdict[str, Rates] = defaultdict(Rates)
    everything, fixes = Rates(), Counter[str]()
    for mistake in draw(kinds, names, arguments.seed):
        verdict: Verdict = judge(mistake)
        everything.add(verdict)
        of_kind[mistake.kind.name].add(verdict)
        if arguments.fix:
            fixes[mended(mistake)] += 1
        if any(_SHOWN[wish](verdict) for wish in arguments.show):
            print(verdict)  # noqa: T201
    if arguments.kinds:
        for name, rates in of_kind.items():
            print(f"{rates}  {name}")  # noqa: T201
    if fixes:
        print("mended: " + ", ".join(f"{number} {how}" for how, number in fixes.most_common()))  # noqa: T201
    print(f"{everything}  of {len(of_kind)} kinds; {time.process_time() - begin:.0f} s of CPU")  # noqa: T201


if __name__ == "__main__":
    main()
