"""A rule file and what reads the files beside it -> its findings; nothing that plays is loaded for them."""

from __future__ import annotations

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.effort import bounded
from gamedsl.diagnostics.report import Reporter
from gamedsl.internal_errors import faults_noticed
from gamedsl.semantics.acceptances import base_sources, settle
from gamedsl.semantics.check import check_source
from gamedsl.semantics.texts.translation import TranslationFiles, check_translations
from gamedsl.source import Source


def findings_about(source: Source, files: TranslationFiles) -> list[Diagnostic]:
    """Return the findings about a rule file whose other files are read by ``files``, without accepted warnings."""
    reporter = Reporter()
    with faults_noticed(source), bounded():
        checked = check_source(source, files, reporter)
        if checked is not None:
            check_translations(checked, files, reporter.report)
        settle(source, base_sources(checked, files), reporter, is_whole=checked is not None)
    return list(reporter.diagnostics)
