"""The AST, all in one place: one frozen class for each construct; the parser makes them, every pass reads them."""

from gamedsl.syntax.nodes.bodies import *  # noqa: F403
from gamedsl.syntax.nodes.entries import *  # noqa: F403
from gamedsl.syntax.nodes.paragraphs import *  # noqa: F403
from gamedsl.syntax.nodes.trials import *  # noqa: F403
