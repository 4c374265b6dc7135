"""A rule file and the files it names -> one game as AST: bases are read, variants laid over them."""

from __future__ import annotations

from pathlib import PurePath

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.files import bundled_names, leads_out
from gamedsl.internal_errors import working_on
from gamedsl.semantics.data.tables import Files
from gamedsl.semantics.variants.edits import Edit
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source, Span, first_line
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse

SUFFIX = ".game"
_MOST_BASES = 16


@attrs.define(eq=False)
class RecordingFiles:
    """Reads files and keeps what was read, for the hash of the rules."""

    inner: Files
    texts: dict[str, str] = attrs.field(factory=dict)

    def read(self, path: str) -> Source | None:
        """Return a file, as ``Files.read`` does."""
        source = self.inner.read(path)
        if source is not None:
            self.texts[path] = source.text
        return source


@attrs.frozen
class Loaded:
    """The whole game as AST, scenarios to run, and what variants did to their bases (innermost first)."""

    game: nodes.GameFile
    scenarios: tuple[nodes.Paragraph, ...]
    removed: tuple[Edit, ...] = ()
    changed: tuple[Edit, ...] = ()
    added: tuple[Edit, ...] = ()


def load(source: Source, files: Files, report: Report) -> Loaded | None:
    """Parse a rule file and everything it is based on; None after an error."""
    return _load(source, files, report, (source.path,))


def _load(source: Source, files: Files, report: Report, chain: tuple[str, ...]) -> Loaded | None:
    failed = False

    def note(code: str, span: Span, **values: object) -> None:
        nonlocal failed
        failed = True
        report(code, span, **values)

    file = parse(source, note)
    if file is None or failed:
        return None
    match file:
        case nodes.GameFile():
            return Loaded(file, _scenarios(file.sections))
        case nodes.VariantFile():
            base = _base(file, file.base, files, report, chain)
            return None if base is None else _laid_over(base, file, report)
        case nodes.ScenarioFile():
            base = _base(file, file.base, files, report, chain)
            return None if base is None else attrs.evolve(base, scenarios=file.paragraphs)
        case _:
            raise TypeError(f"unknown file {type(file).__name__}")


def _other_base(path: str, own: str) -> str:
    """Return what to write for the path of a base that is not there; empty when nothing better is known."""
    if leads_out(path):
        return "the base must lie in the same folder or below it: put this file beside it, and write only its name"
    names = [name for name in bundled_names() if name != PurePath(own).stem]
    stem = PurePath(path).stem
    near = f"`{stem}`" if stem in names else did_you_mean(stem, names)
    return f"did you mean {near}?" if near else ""


def _scenarios(sections: tuple[nodes.Section, ...]) -> tuple[nodes.Paragraph, ...]:
    return tuple(
        item
        for section in sections
        if section.keyword == "scenarios"
        for item in section.items
        if isinstance(item, nodes.Paragraph)
    )


def _laid_over(base: Loaded, file: nodes.VariantFile, report: Report) -> Loaded:
    """A variant has the scenarios it writes; those of its base speak of the base."""
    own = tuple(section for section in file.sections if section.keyword == "scenarios")
    rest = tuple(section for section in file.sections if section.keyword != "scenarios")
    plain = tuple(section for section in base.game.sections if section.keyword != "scenarios")
    working_on("laying the variant over its base", file.span)
    result = overlay(attrs.evolve(base.game, sections=plain), attrs.evolve(file, sections=rest), report)
    return Loaded(
        game=result.game,
        scenarios=_scenarios(own),
        removed=(*base.removed, *result.removed),
        changed=(*base.changed, *result.changed),
        added=(*base.added, *result.added),
    )


def _base(file: nodes.File, path: str, files: Files, report: Report, chain: tuple[str, ...]) -> Loaded | None:
    problem = ""
    source = None
    if path in chain or len(chain) > _MOST_BASES:
        problem = "it is based on this file itself"
    else:
        try:
            source = files.read(path)
            if source is None and not path.endswith(SUFFIX):
                source = files.read(path + SUFFIX)
        except OSError as error:
            problem = str(error)
        if source is None and not problem:
            elsewhere = "it lies in another folder"
            missing = "there is no such file beside this one, nor among the bundled games"
            problem = elsewhere if leads_out(path) else missing
    if problem or source is None:
        told = _other_base(path, file.span.path) if source is None else ""
        own_help = {"help": told} if told else {}
        report("GDVAR01", first_line(file.span), path=path, problem=problem, **own_help)
        return None
    return _load(source, files, report, (*chain, path))
