"""A report or results -> Markdown, JSON or CSV text."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from gamedsl.simulate.figures import figures
from gamedsl.simulate.figures.metrics import Metric
from gamedsl.simulate.play.columns import arrow
from gamedsl.simulate.reports.report import Report, Table
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult
from gamedsl.source import escaped
from gamedsl.storage.writing import write_whole

VERSION = 1
"""That of the JSON form of reports."""


def to_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    parts = [f"# {report.title}", "\n".join(f"- {name}: {value}" for name, value in report.facts)]
    parts += ["\n".join(f"- {line}" for line in report.findings)] if report.findings else []
    parts += ["\n".join(f"- {one.answer}: {one.words}" for one in report.verdicts)] if report.verdicts else []
    parts += [_markdown(table) for table in report.tables]
    return "\n\n".join(parts) + "\n"


def _markdown(table: Table) -> str:
    if table.form == "list":
        return _markdown_list(table)
    lines = [f"## {table.title}", ""]
    lines += [_line(table.columns), _line(["---"] * len(table.columns))]
    lines += [_line(row) for row in table.rows]
    lines += ["", table.note] if table.note else []
    return "\n".join(lines)


def _markdown_list(table: Table) -> str:
    parts = [f"## {table.title}", *([table.note] if table.note else [])]
    for first, *more in table.rows:
        told = [f"{name}: {cell}" for name, cell in zip(table.columns[1:-1], more[:-1], strict=True)]
        parts.append("; ".join([first, *told]) + ":\n\n    " + more[-1])
    return "\n\n".join(parts)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_json(report: Report) -> str:
    """Return everything but the plots as JSON; numbers that are not known are null."""
    data: dict[str, Any] = {
        "format": report.format,
        "version": VERSION,
        "title": report.title,
        "facts": dict(report.facts),
        "findings": list(report.findings),
    }
    data |= report.data
    if report.metrics:
        data["metrics"] = {name: metric_data(metric) for name, metric in report.metrics.items()}
        data["verdicts"] = [
            {"claim": one.claim.text, "answer": one.answer, "words": one.words} for one in report.verdicts
        ]
    data["tables"] = [attrs.asdict(table) for table in report.tables]
    return escaped(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"


def metric_data(metric: Metric) -> dict[str, Any]:
    """Return a metric as plain data."""
    found = attrs.asdict(metric.estimate)
    known = {key: value if isinstance(value, int) or math.isfinite(value) else None for key, value in found.items()}
    return {"words": metric.words, "unit": metric.unit} | known


def to_csv(report: Report) -> str:
    """Return the metrics as CSV: name, words, unit, value, low, high, size; of a comparison its differences."""
    if "differences" in report.data:
        found = report.data["differences"]
        names = ("name", "words", "unit", "first", "second", "difference", "low", "high", "size", "answer")
        return _csv([names, *([one[name] for name in names] for one in found)])
    rows = [[name, *metric_data(metric).values()] for name, metric in report.metrics.items()]
    return _csv([["name", "words", "unit", "value", "low", "high", "size"], *rows])


def results_csv(results: Sequence[GameResult]) -> str:
    """Return the raw results as CSV, a row for each game: lists of seats become columns ``points_1`` …"""
    return _csv(raw_rows(results))


def write_parquet(results: Sequence[GameResult], path: Path) -> None:
    """Write the raw results as a Parquet file with the columns of the CSV file.

    Raises MissingLibraryError without pyarrow (extra ``parquet``), and OSError.
    """
    pa, parquet = arrow()
    head, *rows = raw_rows(results)
    columns = {name: [None if row[place] == "" else row[place] for row in rows] for place, name in enumerate(head)}
    for name in ("error", "end"):
        columns[name] = [value or "" for value in columns[name]]
    file = io.BytesIO()
    parquet.write_table(pa.table(columns), file)
    write_whole(path, file.getvalue())


def raw_rows(results: Sequence[GameResult]) -> list[list[Any]]:
    """Return the names of the columns, then a row for each game; "" where a game has no such figure."""
    seats = range(len(results[0].kinds)) if results else range(0)
    actions = sorted({name for one in results for name in one.uses})
    sources = list(dict.fromkeys(name for one in results for name in one.sources))
    plain = ("number", "seed", "status", "end", "decisions", "turns", "forced", "choices", "lead_changes", "error")
    head = [*plain, "first", "winners", "logged"]
    head += [f"{name}_{seat + 1}" for name in ("kind", "win", "points") for seat in seats]
    head += [f"standing_{share}_{seat + 1}" for share in CHECKPOINTS for seat in seats]
    head += [f"source_{name}_{seat + 1}" for name in sources for seat in seats]
    head += [f"uses_{name}_{seat + 1}" for name in actions for seat in seats]
    own = list(dict.fromkeys(name for one in results for name in one.own))
    head += [f"metric_{name}" for name in own]
    head += [f"metric_{name}_{seat + 1}" for name in own for seat in seats]
    rows: list[list[Any]] = [head]
    for one in results:
        row: list[Any] = [getattr(one, name) for name in plain]
        row += ["" if one.first is None else one.first + 1, len(one.winners), int(one.logged)]
        row += [*one.kinds, *(one.share(seat) for seat in seats), *one.points]
        row += [value for standing in one.standings for value in standing or ("",) * len(one.kinds)]
        row += [value for name in sources for value in one.sources.get(name, ("",) * len(one.kinds))]
        row += [value for name in actions for value in one.uses.get(name, (0,) * len(one.kinds))]
        row += [_known(figures.own(one, name)) for name in own]
        row += [_known(figures.own_of_seat(one, name, seat)) for name in own for seat in seats]
        rows.append(row)
    return rows


def _known(value: float | None) -> float | str:
    return "" if value is None else value


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()
