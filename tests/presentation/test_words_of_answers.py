"""The words behind `as`: how answers are offered and told, what others read of them, translations, slips."""

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("engine/words_of_answers")


def test_answers_are_offered_in_their_own_words() -> None:
    """Labels and words are made from what is picked; texts and numbers stay."""
    table = gamedsl.loads(GAME).start(2)
    first, second, third, *_ = table.legal()
    assert ("bid(1, 1)", "1 die of 1", "Bid: 1 die of 1") == (first.text, first.label, first.words)
    assert ["1 die of 2", "2 dice of 1"] == [second.label, third.label]


def test_so_are_answers_in_steps() -> None:
    """A question in steps has words of its own, read in its paragraph; the log tells them."""
    table = gamedsl.loads(GAME).start(2)
    table.apply("bid(2, 1)")
    assert ["1 step on, of 2", "2 steps on, of 2"] == [one.label for one in table.legal()]
    table.apply(table.legal()[1])
    assert any("A: And then? 2 steps on, of 2" in line for line in table.log(1))
    assert any("A: Bid: 2 dice of 1" in line for line in table.log(0))


def test_others_do_not_read_what_is_hidden() -> None:
    """A hidden card is not told to the others, whatever words are made of it."""
    table = gamedsl.loads(GAME).start(2, seed=2)
    label = next(one for one in table.legal() if one.action == "lay").label
    table.apply(next(one for one in table.legal() if one.action == "lay"))
    assert any(label in line for line in table.log(0))
    assert not any("the red one" in line or "the blue one" in line for line in table.log(1))


def test_answers_are_translated() -> None:
    """The key is that of the question with `.each`; in steps that of the step."""
    rows = (
        "key,words",
        'actions.bid.q.each,"{q|Würfel|Würfel} mit {f}"',
        'actions.bid.1.each,"{up_or_down} weiter, {number}"',
    )
    game = gamedsl.loads(GAME, files={"game.de.csv": "\n".join(rows)}, language="de")
    table = game.start(2)
    assert "1 Würfel mit 1" == table.legal()[0].label
    table.apply(table.legal()[0])
    assert "1 weiter, 1" == table.legal()[0].label


def test_words_of_answers_must_tell_them_apart() -> None:
    """Words that read nothing of the answer are an error; `as` behind another step is one, too."""
    same = GAME.replace("{q|die|dice} of {f}", "some dice")
    assert ["GDTYP20"] == [one.code for one in gamedsl.check_text(same)]
    elsewhere = GAME.replace("set number to q", 'set number to q "so" as "{q}"')
    assert ["GDSYN30"] == [one.code for one in gamedsl.check_text(elsewhere)]


def test_words_of_answers_may_read_only_what_the_chooser_knows() -> None:
    """As the words of the question."""
    peeking = GAME.replace("{count(you.hand)} left", "{any(x.colour = red for each x in players.hand)}")
    assert ["GDKNO02"] == [one.code for one in gamedsl.check_text(peeking)]


NOTED = GAME.replace("      pick up_or_down", "      set other to 2\n      pick up_or_down").replace(
    "  number: 1..9\n", "  number: 1..9\n  other: 1..9\n"
)


def test_the_story_does_not_repeat_what_is_written_down() -> None:
    """A number that is set to an answer stands in the words of the move; one that is set to anything else is told."""
    table = gamedsl.loads(NOTED).start(2)
    table.apply("bid(2, 1)")
    table.apply(table.legal()[0])
    told = "\n".join(f"{passage.words} {[effect.words for effect in passage.effects]}" for passage in table.story(0))
    assert "2 dice of 1" in told and "number: 2" not in told
    assert "other: 2" in told
    assert any("number: 2" in line for line in table.log(0))
