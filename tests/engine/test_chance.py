"""Randomness: the published SplitMix64 numbers, independent streams, repeatable games."""

from gamedsl.engine.state.chance import draw, key_of, mix64

STEP = 0x9E3779B97F4A7C15


def test_mix64_gives_the_published_splitmix64_sequence() -> None:
    """Counting up by the golden ratio from seed 1234567 gives the well-known first five outputs."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]

    assert expected == [mix64((1234567 + number * STEP) & (2**64 - 1)) for number in range(1, 6)]


def test_a_draw_is_the_documented_formula() -> None:
    """Draw k of stream t in game g is mix64(K + (g·2^32 + t·2^24 + k)·step), its upper half scaled to the outcomes."""
    key = key_of(42)
    word = mix64((key + ((3 << 32) + (7 << 24) + 5) * STEP) & (2**64 - 1))

    assert ((word >> 32) * 52) >> 32 == draw(key, 3, 7, 5, 52)


def test_the_key_of_a_seed_is_mixed_and_wraps() -> None:
    """Seeds that agree in their lowest 64 bits are the same seed."""
    assert mix64(5) == key_of(5)
    assert key_of(-1) == key_of(2**64 - 1)


def test_draws_are_even_and_inside_their_range() -> None:
    """6,000 draws of a die give every face about equally often and nothing else."""
    faces = [draw(key_of(1), 0, 0, number, 6) for number in range(6000)]

    assert set(range(6)) == set(faces)
    assert all(850 < faces.count(face) < 1150 for face in range(6))
