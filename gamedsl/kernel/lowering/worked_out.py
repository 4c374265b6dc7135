"""Calls that a function makes -> the values of those that it has made before, where these are at hand"""

from __future__ import annotations

import attrs

from gamedsl.kernel.program import Call, Expression, Name, Number, Statement


@attrs.frozen(eq=False)
class WorkedOut:
    """What a function has worked out: by call its value, and the body that has it. ``around``: what bodies stand in.

    Only of calls that are given constants and ``parameters`` of the function: these never change in it.
    """

    parameters: frozenset[str]
    around: dict[int, list[Statement]] = attrs.field(factory=dict)
    _calls: dict[Call, tuple[list[Statement], Expression]] = attrs.field(factory=dict)

    def is_fixed(self, call: Call) -> bool:
        """Tell whether a call has the same value wherever it stands in the function."""
        return all(
            isinstance(one, Number) or (isinstance(one, Name) and one.name in self.parameters) for one in call.arguments
        )

    def found(self, call: Call, body: list[Statement]) -> Expression | None:
        """Return the value of a call that has been worked out in a body, or around it."""
        if call not in self._calls:
            return None
        where, value = self._calls[call]
        inside: list[Statement] | None = body
        while inside is not None:
            if inside is where:
                return value
            inside = self.around.get(id(inside))
        return None

    def note(self, call: Call, body: list[Statement], value: Expression) -> Expression:
        """Note the value of a call that has been worked out in a body; return it."""
        self._calls[call] = body, value
        return value
