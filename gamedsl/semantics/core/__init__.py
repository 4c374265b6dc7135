"""The checked form of a game's bodies, all in one place: expressions, words, plans and steps.

The checker makes these nodes from the AST; the engine compiles them; visibility and flow checks walk them.
"""

from gamedsl.semantics.core.board_values import *  # noqa: F403
from gamedsl.semantics.core.effects import *  # noqa: F403
from gamedsl.semantics.core.plans import *  # noqa: F403
from gamedsl.semantics.core.selections import *  # noqa: F403
from gamedsl.semantics.core.steps import *  # noqa: F403
from gamedsl.semantics.core.texts import *  # noqa: F403
from gamedsl.semantics.core.traits import *  # noqa: F403
from gamedsl.semantics.core.values import *  # noqa: F403
