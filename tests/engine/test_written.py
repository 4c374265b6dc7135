"""Functions that the engine writes: what may stand in their text, when they are made, and where play may enter them."""

import re
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.write import drafts
from gamedsl.engine.write.compiling import Compiler
from gamedsl.engine.write.written import function
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Source, Span

_GAME = """game Strange "Strange names"
  players: 2
types
  exec: lambda_, import_
components
  chip: counter, 9
  yield_: card, 2 each exec
table
  bank: purse of chip, full
  class_: heap of yield_, full
  global_: 0..99
  each player
    raise_: purse of chip
terms
  while_(del_: exec) = count(class_ where exec = del_)
  each player
    try_ = raise_ + while_(lambda_)
phases
  assert_
    who: players from A
    play: return_
    until: bank < 3
actions
  return_
    let: from_ = min(2, bank)
    pick: k0 in 1..from_ "How many?"
    when: you.try_ < 9
    cost: pay k0 from bank to you.raise_
    then:
      set global_ to global_ + you.try_
      for each s in players where s.raise_ > 1: set global_ to global_ + 1
end
  winner: the p in players with most p.raise_ ties all
"""
_OWN = re.compile(
    r"[gkqtv]\d+|main|s|f|y|a|keys|best|found|values|value|mark|alike|bill|codes|known|one|memo|key"
    r"|work|armed|log|status|winners|purses|zones|values|dice|points|scores|frames|turns|cache|pending|curtain|exposed"
    r"|first|append|extend|pop|get|add|clear|sort|reverse|try|finally|def|return|if|elif|else|for|in|is|not|and|or|while|continue|break|pass|True|False|None"
    r"|len|tuple|sum|map|range|type|list|set|sorted|min|max|abs|bool"
)


def test_texts_hold_no_name_of_a_rule_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions are made of the engine's own words and numbers; no name of a rule file ever stands in their text."""
    texts: list[str] = []

    def listen(name: str, lines: Sequence[str], values: Sequence[Any]) -> Callable[..., Any]:
        texts.extend(lines)
        return function(name, lines, values)

    monkeypatch.setattr(drafts, "function", listen)
    engine = CompiledEngine(gamedsl.loads(_GAME).checked, 2)
    state = engine.start(1, log=False)
    while codes := engine.codes(state):
        engine.apply(state, codes[-1])
    words = {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", re.sub(r"'running'|'finished'", "", text))}
    assert state.status == "finished" and len(texts) > 50
    assert {word for word in words if not _OWN.fullmatch(word)} == set()


def test_names_before_a_pick_have_their_values() -> None:
    """A ``let`` in front of a pick is known in what the pick chooses from."""
    engine = CompiledEngine(gamedsl.loads(_GAME).checked, 2)
    state = engine.start(1)
    assert [choice.value for choice in engine.legal(state)] == [1, 2]


def test_play_may_enter_at_every_operation() -> None:
    """A game goes on in the same way whether its operations are carried out one by one or as they were put together."""
    game = gamedsl.load("mogul").checked
    together, single = CompiledEngine(game, 3), CompiledEngine(game, 3)
    for code in single.paragraphs.codes:
        code.operations[:] = [code.operation(place) for place in range(len(code.operations))]
    one, other = together.start(5), single.start(5)
    while codes := together.codes(one):
        assert codes == single.codes(other) and one.record() == other.record()
        together.apply(one, codes[one.decisions % len(codes)])
        single.apply(other, codes[other.decisions % len(codes)])
    assert one.record() == other.record() and one.events() == other.events()


def test_unknown_values_are_refused() -> None:
    """A kind of value that nothing writes is a loud error at once, not when it is first read."""

    class Strange(core.Value):
        """A kind of value that no module knows."""

    span = Span(Source("x.game", "x"), 1, 1, 1, 1)
    compiler = Compiler(Layout(gamedsl.loads(_GAME).checked, 2, None))
    with pytest.raises(TypeError, match="unknown value Strange"):
        compiler.value(Strange(span=span, type=t.BoolType()))


def test_tracebacks_show_lines_of_written_functions():
    """A traceback through a written function shows the line of its text."""
    failing = function("f", ["def f(x):", " return k0 // x"], [1])
    with pytest.raises(ZeroDivisionError) as caught:
        failing(0)

    assert "return k0 // x" == traceback.extract_tb(caught.value.__traceback__)[-1].line
