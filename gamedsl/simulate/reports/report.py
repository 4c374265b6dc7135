"""Nothing in -> what a report is: sentences, tables and plots as plain data, the same for every output format."""

from __future__ import annotations

from typing import Any, Literal

import attrs

from gamedsl.simulate.figures.claims import Verdict
from gamedsl.simulate.figures.metrics import Metric


@attrs.frozen
class Table:
    """Rows of text under columns; ``note`` says how to read them.

    ``form`` ``list`` is for long texts: each row is told line by line, so that commands can be copied. In ``pairs``
    each cell is a value with its interval in brackets.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    form: Literal["grid", "list", "pairs"] = "grid"


@attrs.frozen
class Plot:
    """What is drawn: ``bars`` (a value for each label, with its interval) or a ``histogram``.

    Of a histogram each value is there once, and ``times`` says how often it came.
    ``line`` is a value to compare with; ``line_words`` says what it is.
    """

    title: str
    kind: Literal["bars", "histogram"]
    labels: tuple[str, ...]
    values: tuple[float, ...]
    bounds: tuple[tuple[float, float], ...] = ()
    axis: str = ""
    line: float | None = None
    line_words: str = ""
    times: tuple[int, ...] = ()


@attrs.frozen
class Report:
    """A simulation told: what was played, what stands out, tables, plots, and the metrics by name.

    ``data`` is what belongs to this kind of report (``format``) as plain data.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...]
    metrics: dict[str, Metric]
    verdicts: tuple[Verdict, ...] = ()
    data: dict[str, Any] = attrs.field(factory=dict)
    format: str = "gamedsl comparison"
