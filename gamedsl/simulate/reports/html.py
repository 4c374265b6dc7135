"""A report -> one self-contained HTML page; the plots are SVG drawn by matplotlib (extra ``report``)."""

from __future__ import annotations

import io
import math
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gamedsl.simulate.figures.wording import is_figure
from gamedsl.simulate.reports.report import Plot, Report, Table
from gamedsl.source import printable_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.2rem .6rem;text-align:left;vertical-align:top}
thead th{border-bottom:1px solid #999;font-weight:600}tbody tr:nth-child(even){background:#f5f5f5}
.n{text-align:right;font-variant-numeric:tabular-nums}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
.note{color:#666;font-size:.9rem}.plots{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}
code{font-size:.85rem}
"""
_SHORT = 16
"""Signs of a label that leave room for bars."""
_COLOUR = "#3b6ea5"


def can_draw() -> bool:
    """Tell whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def to_html(report: Report) -> str:
    """Return the page; without matplotlib it has tables only, and says so."""
    parts = [f"<h1>{escape(report.title)}</h1>", _facts(report)]
    if report.findings:
        parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in report.findings) + "</ul>")
    if report.verdicts:
        parts.append(
            "<h2>Claims</h2><ul>" + "".join(f"<li>{escape(one.words)}</li>" for one in report.verdicts) + "</ul>"
        )
    parts.append(_plots(report))
    parts += [_table(table) for table in report.tables]
    title = escape(report.title)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return printable_lines(
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n<body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _facts(report: Report) -> str:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in report.facts)
    return f"<table><tbody>{rows}</tbody></table>"


def _table(table: Table) -> str:
    if table.form == "list":
        return _list(table)
    figures = [place > 0 and any(is_figure(row[place]) for row in table.rows) for place in range(len(table.columns))]
    kinds = [' class="n"' if one else "" for one in figures]
    head = "".join(f"<th{kind}>{escape(column)}</th>" for kind, column in zip(kinds, table.columns, strict=True))
    rows = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in table.rows
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return f"<h2>{escape(table.title)}</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{note}"


def _list(table: Table) -> str:
    parts = [f"<h2>{escape(table.title)}</h2>", *([f'<p class="note">{escape(table.note)}</p>'] if table.note else [])]
    for first, *more in table.rows:
        told = [f"{name}: {cell}" for name, cell in zip(table.columns[1:-1], more[:-1], strict=True)]
        parts.append(f"<p>{escape('; '.join([first, *told]))}<br><code>{escape(more[-1])}</code></p>")
    return "".join(parts)


def _plots(report: Report) -> str:
    if not report.plots:
        return ""
    if not can_draw():
        return '<p class="note">Plots need matplotlib: pip install matplotlib.</p>'
    drawn = [f'<figure role="img" aria-label="{escape(plot.title)}">{_svg(plot)}</figure>' for plot in report.plots]
    return f'<div class="plots">{"".join(drawn)}</div>'


def _svg(plot: Plot) -> str:
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": plot.title, "svg.fonttype": "none"}):
        height = 2.9 if plot.kind == "histogram" else max(2.2, 1.2 + 0.28 * len(plot.values))
        width = 4.6 + 0.06 * max(0, max(map(len, plot.labels), default=0) - _SHORT)  # so that bars keep their room
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(plot.title, fontsize=10)
        _DRAWN[plot.kind](axes, plot)
        if plot.line is not None:
            axes.axvline(plot.line, color="#b4521e", linewidth=1, linestyle="--", label=plot.line_words)
            axes.legend(fontsize=8, frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


def _bars(axes: Axes, plot: Plot) -> None:
    places = range(len(plot.values))
    low = [_reach(value, bound[0]) for value, bound in zip(plot.values, plot.bounds, strict=True)]
    high = [_reach(value, bound[1]) for value, bound in zip(plot.values, plot.bounds, strict=True)]
    axes.barh(list(places), plot.values, xerr=[low, high], color=_COLOUR, ecolor="#222", capsize=3)
    axes.set_yticks(list(places), plot.labels)
    axes.invert_yaxis()
    axes.set_xlabel(plot.axis)


def _reach(value: float, bound: float) -> float:
    """Return how far an interval reaches; 0 when one game tells no bound."""
    return abs(bound - value) if math.isfinite(bound) else 0.0


def _histogram(axes: Axes, plot: Plot) -> None:
    axes.hist(plot.values, bins=min(30, max(1, len(plot.values))), weights=plot.times, color=_COLOUR)
    axes.set_xlabel(plot.axis)
    axes.set_ylabel("how often")


_DRAWN = {"bars": _bars, "histogram": _histogram}
