"""The checked form of plans, and the value that asks for what a plan would offer."""

from __future__ import annotations

import attrs

from gamedsl.semantics.core.traits import OPAQUE, Traits
from gamedsl.semantics.core.values import Core, Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CorePlan(Core):
    """Any plan."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanLeaf(CorePlan, traits=OPAQUE):
    """One action (or one of a group); ``arguments`` for its parameters, defaults filled in."""

    actions: tuple[str, ...]
    arguments: tuple[Value, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanInOrder(CorePlan, traits=OPAQUE):
    items: tuple[CorePlan, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanOneOf(CorePlan, traits=OPAQUE):
    items: tuple[CorePlan, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanMixed(CorePlan, traits=OPAQUE):
    items: tuple[CorePlan, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanMust(CorePlan, traits=OPAQUE):
    """Each item only while nothing of those before it is possible."""

    items: tuple[CorePlan, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlanTimes(CorePlan, traits=OPAQUE):
    """``low`` to ``high`` times; ``high`` None: any number.

    Each is an int, an int option (OptionValue) or another value, which is read when the plan begins.
    """

    low: Value
    high: Value | None
    plan: CorePlan


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Possible(Value, traits=Traits(("you", "paragraph"), calls=True)):
    """Would one of these actions be offered to ``you``, plans aside?"""

    leaf: PlanLeaf
