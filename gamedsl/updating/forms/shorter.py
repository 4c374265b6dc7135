"""A rule file -> what this edition has a shorter word for: the other of two players, all of a set, different values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.syntax import nodes
from gamedsl.updating.edits import Change, Edit, one_line
from gamedsl.updating.reading import Reading

_TWO = (2, 2)


def opponents(reading: Reading) -> Iterator[Change]:
    """Find ``next(you)`` in games for just two."""
    if reading.game.seats != _TWO or "opponent" in reading.game.names | set(reading.game.attributes):
        return
    for node in reading.nodes(nodes.Call):
        if node == nodes.Call(nodes.Name("next"), (nodes.Name("you"),)):
            yield Change(node.span.line, "next(you)", "opponent", (reading.text.replaced(node.span, "opponent"),))


def whole_sets(reading: Reading) -> Iterator[Change]:
    """Find ``for each p in players: set p.bid to 0``: one value for all members."""
    text = reading.text
    for node in reading.nodes(nodes.ForEach):
        match node:
            case nodes.ForEach(
                nodes.Binder(name, source, None), None, False, (nodes.Assign(nodes.Member(own, value), to) as step,)
            ) if own == nodes.Name(name) and step.words is None and _is_fixed(reading, to):
                if not re.fullmatch(r"\s*:\s*set\s+", text.gap(source.span, own.span)):
                    continue
                of = text.of(source.span)
                owners = of if isinstance(source, nodes.Name | nodes.SetOf | nodes.Member) else f"({of})"
                becomes = f"set {owners}.{value} to {text.of(to.span)}"
                edit = Edit(text.start(node.span), text.end(to.span), becomes)
                yield Change(node.span.line, one_line(text.of(node.span)), becomes, (edit,))
            case _:  # more is done, or not for all
                pass


def _is_fixed(reading: Reading, value: nodes.Expr) -> bool:
    match value:
        case nodes.Number() | nodes.Truth() | nodes.Nothing() | nodes.SetOf(()) | nodes.Name("you" | "players"):
            return True
        case nodes.Name(name):
            return name in reading.game.constants()
        case _:  # worked out for each
            return False


def different_values(reading: Reading) -> Iterator[Change]:
    """Find ``count(g for each g in good where any(w.good = g for each w in hold))``: how many words there are."""
    for node in reading.nodes(nodes.Call):
        match node:
            case nodes.Call(
                nodes.Name("count"),
                (nodes.Gather(nodes.Name(word), (nodes.Binder(bound, nodes.Name(words), nodes.Call() as asked),)),),
            ) if word == bound:
                yield from _counted(reading, node, word, words, asked)
            case _:  # something else is counted
                pass


def _counted(reading: Reading, whole: nodes.Call, word: str, words: str, asked: nodes.Call) -> Iterator[Change]:
    text, own = reading.text, nodes.Name(word)
    match asked:
        case nodes.Call(nodes.Name("any"), (nodes.Gather(nodes.Compare("=", left, right), (binder,)),)):
            value = right if left == own else left if right == own else None
            thing = nodes.Name(binder.name)
            if isinstance(value, nodes.Member) and value.value == thing and reading.game.is_word_of(value.name, words):
                becomes = f"count(different {text.of(value.span)} for each {text.of(binder.span)})"
                change = (text.replaced(whole.span, becomes),)
                yield Change(whole.span.line, one_line(text.of(whole.span)), one_line(becomes), change)
        case _:  # another condition
            pass
