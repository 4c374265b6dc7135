"""The keyword of a section -> the fields that its cards may have."""

FIELDS: dict[str, tuple[str, ...]] = {
    "phases": ("when", "who", "start", "steps", "play", "pass", "until", "then"),
    "actions": ("when", "pick", "let", "cost", "then"),
    "rules": ("when", "then", "depth"),
    "triggers": ("after", "when", "once", "who", "then", "depth"),
    "modifiers": ("when", "change", "forbid"),
    "scoring": ("worth",),
    "hints": ("worth",),
    "end": ("when", "winner"),
    "scenarios": ("players", "with", "seed", "at", "given", "then"),
}
