"""The checked form of a game's bodies, all in one place: expressions, plans and steps.

The checker makes these nodes from the AST; the engine compiles them; knowledge and flow checks walk them.
"""

from gamedsl.semantics.core.steps import *  # noqa: F403
from gamedsl.semantics.core.values import *  # noqa: F403
