"""An opening -> tries of its choices in imagined games, with a tree of what may follow, and the choice found best."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from gamedsl.engine.state.chance import key_of
from gamedsl.kernel.search_engine import Trial
from gamedsl.players.judge import Judge, lead_of, rewards
from gamedsl.players.randomness import Random
from gamedsl.players.search.opening import Opening
from gamedsl.players.search.playouts import Quick, play_at_random
from gamedsl.players.search.reals import log_of
from gamedsl.players.search.sequential_halving import Arms

MOST_KEPT = 1 << 20
"""Choices that are noted in all nodes of a tree together; then it grows no more."""

_MASK = (1 << 64) - 1


class _Node:
    """What is known about the situation after a row of choices: visits, and for each choice its node and estimate."""

    __slots__ = ("children", "guess", "rewards", "seen", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0.0
        self.rewards = [0.0] * seats
        self.children: dict[int, _Node] = {}
        self.seen: dict[int, int] = {}
        self.guess: dict[int, float] = {}


class Tree:
    """One search for one decision."""

    portion = 1
    """Tries after which somebody may want to know how far it is."""

    def __init__(self, opening: Opening, judge: Judge) -> None:
        self.opening, self.tuning = opening, opening.tuning
        self.seat, self.random, self.scale = opening.seat, opening.random, opening.scale
        self.is_blind, self.plans, self.finalists = opening.is_blind, opening.plans, opening.finalists
        self.judge = judge
        self.seats = opening.deals.engine.layout.seats
        self.root = _Node(self.seats)
        self.root.guess = dict(opening.guess)
        self.quick = Quick(self.seats, judge)
        self.arms = None if self.is_blind else Arms(self.finalists, opening.guess, self.tuning.planned)
        self.kept = 0
        self.deals: list[Trial] = []

    def go(self, first: int, many: int, of: int | None, share: float) -> tuple[int, bool]:
        """Make so many more tries ``of`` all, unless before these are made no other choice can be the best any more.

        ``first``: those made before. ``of`` None: time is counted, and such a ``share`` of it is used. Return how many
        have been made, and whether it is settled which choice is best.
        """
        for number in range(first, first + many):
            self.iterate(share if of is None else number / of)
            if self.is_settled(None if of is None else of - number - 1):
                return number + 1 - first, True
        return many, False

    def best(self) -> int:
        """Return the code of the choice found best; where the judge sees no difference, of that visited most."""
        if self.arms is not None:
            return self.arms.best()
        guess = self.root.guess

        def worth(code: int) -> tuple[float, float]:
            node = self.root.children.get(code)
            if node is None or not node.visits:
                return (0.0, guess.get(code, 0.0))
            return (node.visits, node.rewards[self.seat] / node.visits)

        return max(self.finalists, key=worth)

    def is_settled(self, left: int | None) -> bool:
        """Tell whether no other choice can be the best any more with so many tries left; None: nobody knows."""
        if self.arms is not None:
            return len(self.arms.left) == 1
        visits = sorted(child.visits for child in self.root.children.values())
        if len(self.finalists) == 1:
            return True
        return left is not None and len(visits) > 1 and visits[-1] - visits[-2] > left

    # ------------------------------------------------------------ one try

    def iterate(self, share: float) -> None:
        """Walk down the tree in an imagined game, add a node, judge it, and note the rewards.

        ``share`` of the budget behind the plans is used, from 0 to 1.
        """
        arms = self.arms
        code = self._select(self.root, self.seat, self.finalists) if arms is None else arms.next(share)
        child = self.root.children.get(code)
        path = [self.root, child or _Node(self.seats)]
        game = self._opened(code, 0 if child is None else int(child.visits))
        self.root.children[code] = path[1]
        if child is not None:
            self._descend(game, path)
        found = self._found(game)
        if arms is not None:
            arms.add(code, found[self.seat])
        for node in path:
            node.visits += 1
            for seat in range(self.seats):
                node.rewards[seat] += found[seat]

    def _found(self, game: Trial) -> list[float]:
        """Return how good a new node is for each seat, some rounds later."""
        if self.is_blind:
            play_at_random(game, self.tuning.depth * self.seats, self.random)
        else:
            self.quick.rounds(game, self.seat, self.tuning.horizon, _random_of(game))
        return self._rewards(game, True)

    def _opened(self, code: int, number: int) -> Trial:
        """Return an imagined game after a choice at the root, played to the end of the own turn.

        Every choice meets the same imagined games in the same order (``number``, from 0), so that luck favours none;
        they are others than those of the plans. Deals that come again have other chance to come.
        """
        again, number = divmod(number, self.tuning.most_deals)
        while len(self.deals) <= number:
            self.deals.append(self.opening.deals.deal(self.tuning.opening + len(self.deals)))
        game = self.deals[number].copy()
        if again:
            game.sow((key_of(game.seed) + again) & _MASK)
        draws = game.draws
        game.apply(code)
        if not self.is_blind:
            self.quick.finish(game, self.seat, self.plans.get(code, ()), draws, _random_of(game))
        return game

    def _descend(self, game: Trial, path: list[_Node]) -> None:
        """Walk on from the last node of a path by the choices that are possible in this game, to a new node."""
        node = path[-1]
        while (seat := game.decider) is not None:
            codes = game.codes
            if len(codes) == 1:
                game.apply(codes[0])
                continue
            if seat != self.seat and game.is_secret:
                game.apply(self.random.choice(codes))  # nobody sees it yet
                continue
            self._estimate(node, seat, codes, game)
            code = self._select(node, seat, codes)
            game.apply(code)
            if code not in node.children:
                if self.kept < MOST_KEPT:
                    path.append(node.children.setdefault(code, _Node(self.seats)))
                return
            node = node.children[code]
            path.append(node)

    def _estimate(self, node: _Node, seat: int, codes: Sequence[int], game: Trial) -> None:
        """Judge the choices of a node that has been visited twice, unless they are very many."""
        if self.is_blind or node.guess or len(codes) > self.tuning.most_looked:
            return
        if node.visits >= self.tuning.look:
            node.guess = {code: self._looked(game, seat, code) for code in codes}

    def _select(self, node: _Node, seat: int, codes: Sequence[int]) -> int:
        """Return the choice with the best bound; one that was never tried counts as its estimate says."""
        seen, children, guess, tuning = node.seen, node.children, node.guess, self.tuning
        before = len(seen)
        for code in codes:
            seen[code] = seen.get(code, 0) + 1
        self.kept += len(seen) - before
        prior = 1.0 if self.is_blind else tuning.prior
        explore = tuning.explore_blind if self.is_blind else tuning.explore
        best, found = -1.0, codes[0]
        mean = node.rewards[seat] / node.visits if node.visits else 0.5
        for code in codes:
            child = children.get(code)
            visits = 0.0 if child is None else child.visits
            total = 0.0 if child is None else child.rewards[seat]
            value = (total + prior * guess.get(code, mean)) / (visits + prior)
            bound = value + explore * sqrt(log_of(seen[code] + 1) / (visits + 1)) + 1e-6 * self.random.random()
            if bound > best:
                best, found = bound, code
        return found

    def _looked(self, game: Trial, seat: int, code: int) -> float:
        """Return how good a choice looks for the seat that makes it."""
        after = game.copy()
        after.apply(code)
        return self._rewards(after, False)[seat]

    def _rewards(self, game: Trial, learn: bool) -> list[float]:
        """Return how good a game is for each seat, from 0 to 1: its result, or what the judge says.

        Who plays alone has no place among others: in the end the judge takes its part of the reward.
        """
        won = None if game.decider is not None else rewards(game, self.seats)
        if won is not None and self.seats > 1:
            return won
        values = self.judge.judged(game)
        leads = [self.scale.lead(lead_of(values, seat)) for seat in range(self.seats)]
        if learn:
            self.scale.learn(leads)
        found = [self.scale.reward(seat, lead) for seat, lead in enumerate(leads)]
        return found if won is None else [0.75 * won[0] + 0.25 * found[0]]


def _random_of(game: Trial) -> Random:
    """Return the random numbers of an imagined game: every choice meets the same."""
    return Random(key_of(game.seed))
