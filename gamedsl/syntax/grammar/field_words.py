"""The keyword of a section -> the fields of its paragraphs; a word of other tools -> the field that is meant."""

FIELDS: dict[str, tuple[str, ...]] = {
    "phases": ("when", "who", "start", "steps", "play", "pass", "until", "then"),
    "actions": ("when", "pick", "let", "cost", "then"),
    "rules": ("when", "then", "depth"),
    "triggers": ("after", "when", "once", "who", "then", "depth"),
    "modifiers": ("when", "change", "forbid"),
    "scoring": ("let", "worth"),
    "hints": ("level", "let", "worth"),
    "metrics": ("after", "who", "when", "let", "worth"),
    "end": ("when", "winner"),
    "scenarios": ("from", "players", "with", "seed", "at", "cases", "given", "then", "illegal"),
}

HEADER_FIELDS = ("players", "when")
"""What can stand under the first line of a game."""

MEANT: dict[str, str] = {
    **dict.fromkeys(("choose", "choice", "select", "target", "ask", "wahl", "choix"), "pick"),
    **dict.fromkeys(("do", "does", "effect", "effects", "result", "steps", "dann", "alors", "puis"), "then"),
    **dict.fromkeys(
        ("if", "condition", "requires", "require", "requirement", "precondition", "only_if", "wenn", "si"), "when"
    ),
    **dict.fromkeys(("price", "pays", "payment", "kosten", "preis", "prix"), "cost"),
    **dict.fromkeys(("turn", "whose_turn", "wer", "qui"), "who"),
    **dict.fromkeys(("actions", "moves", "choices", "plays"), "play"),
    **dict.fromkeys(("phases", "sequence"), "steps"),
    **dict.fromkeys(("ends", "stop", "bis"), "until"),
    **dict.fromkeys(("points", "value", "score", "scores"), "worth"),
    **dict.fromkeys(("on", "event", "trigger"), "after"),
    **dict.fromkeys(("wins", "victory", "gewinner", "sieger", "gagnant", "vainqueur"), "winner"),
}

SECTIONS_MEANT: dict[str, str] = {
    **dict.fromkeys(("points", "score", "scores"), "scoring"),
    **dict.fromkeys(("statistics", "stats", "figures", "measures", "analytics"), "metrics"),
}
"""A word for a section that looks like another one -> the section that is meant."""
