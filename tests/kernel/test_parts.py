"""Functions of a C file stand apart so that two compilers take about as long, and each part has what it calls."""

from __future__ import annotations

from gamedsl.kernel.printing.parts import Functions, Lines, called, in_parts

RUN = ["COMMON NOINLINE void run(S *s) {", " G1(s);", " G3(s);", " L9(s);", *[" ;"] * 20, "}"]
FUNCTIONS: Functions = {
    "G0": ["static void G0(S *s) {", " ;", "}"],
    "G1": ["static void G1(S *s) {", " G0(s);", "}"],
    "A2": ["static NOINLINE void A2(S *s) {", " ;", "}"],
    "G2": ["static inline void G2(S *s) {", " A2(s);", "}"],
    "G3": ["static void G3(S *s) {", " G2(s);", "}"],
    "G4": ["static void G4(S *s) {", " ;", "}"],
    "L9": ["static INLINE int32_t L9(S *s) {", " G4(s);", "}"],
}


def parts(behind: list[str], functions: Functions = FUNCTIONS, run: Lines = RUN) -> tuple[str, str, str]:
    """Return what stands in both parts, in the first and in the second."""
    found: dict[str, list[str]] = {"": [], "#if PART != 2": [], "#if PART != 1": []}
    at = ""
    for line in in_parts(functions, run, ["between"], behind):
        if line.startswith("#"):
            at = "" if line == "#endif" else line
        else:
            found[at].append(line)
    both, first, second = map("\n".join, found.values())
    return both, first, second


def test_run_stands_alone_where_it_takes_longer() -> None:
    """What it calls stands in the first part, and both parts know it."""
    both, first, second = parts(["behind"])
    assert "\n".join(RUN) == second
    assert "between" in both
    assert first.endswith("behind")
    assert ["COMMON void G1(S *s) {", "COMMON void G3(S *s) {", "COMMON void G4(S *s) {"] == [
        line for line in first.split("\n") if line.startswith("COMMON")
    ]
    assert {"static void G0(S *s);", "COMMON void G1(S *s);", "COMMON NOINLINE void run(S *s);"} <= {*both.split("\n")}


def test_what_nothing_else_calls_may_stand_with_run() -> None:
    """Where what is left takes longer, what it calls alone goes over, and what that calls is known to both parts."""
    both, first, second = parts(["G1(s);", "G2(s);", *[";"] * 30])
    assert {"static void G3(S *s) {", "static void G4(S *s) {"} <= {*second.split("\n")}
    assert {"COMMON void G1(S *s) {", "COMMON NOINLINE void A2(S *s) {"} <= {*first.split("\n")}
    assert "static inline void G2(S *s) {" in both


def test_what_lists_choices_stands_with_a_run_that_is_compiled_lightly() -> None:
    """That takes less time, so listings go over, too, and what else calls them still knows what it calls."""
    legal = {
        "L5": ["static NOINLINE int32_t L5(S *s) {", " G4(s);", "}"],
        "legal": ["static int32_t legal(S *s) {", " return L5(s);", "}"],
    }
    given = (["legal(s);", *[";"] * 60], FUNCTIONS | legal)
    both, first, second = parts(*given, [RUN[0].replace("NOINLINE", "LIGHTLY"), *RUN[1:]])
    assert {"COMMON int32_t legal(S *s) {", "static NOINLINE int32_t L5(S *s) {"} <= {*second.split("\n")}
    assert "COMMON int32_t legal(S *s);" in both
    assert "L5" not in first
    assert "COMMON" not in "".join(line for line in second.split("\n") if "legal" not in line and "run" not in line)
    assert "legal(S *s) {" in parts(*given)[1]


def test_calls_are_found_behind_inline_functions() -> None:
    """What is written where it is called calls for whoever calls it."""
    assert {"A2", "G4", "G0"} == called("x = L9(s) + G2(s) + G0(s) + T7[1] + G8(s)", FUNCTIONS)
