"""What is asked of a state beside play -> statements and expressions, for printers"""

from __future__ import annotations

import attrs

from gamedsl.by_fields import Shown
from gamedsl.kernel.program import Expression, Parameter, Statement


@attrs.frozen(repr=False)
class Answer(Shown):
    """Several values of a state: statements, then expressions of what these have worked out.

    Both may read the parameters.
    """

    body: tuple[Statement, ...]
    values: tuple[Expression, ...]
    parameters: tuple[Parameter, ...] = ()
