"""Run by hand after a message or a metric has changed: docs/messages.md, docs/metrics.md, and outputs shown, anew."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.helpers.suite import architecture_page
from tests.helpers.suite.pages import (
    METRICS_PAGE,
    PAGES,
    ROOT,
    messages_page,
    metrics_page,
    mistyped,
    moment,
    shown_files,
)


def refresh() -> None:
    """Write every page anew that differs."""
    (ROOT / "docs" / "messages.md").write_text(messages_page(), encoding="utf-8")
    METRICS_PAGE.write_text(metrics_page(), encoding="utf-8")
    architecture_page.PAGE.write_text(architecture_page.page(), encoding="utf-8")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        for shown in reversed(list(shown_files(page))):
            if shown.findings is not None:
                start = shown.findings.line
                lines[start : start + shown.findings.text.count("\n")] = [shown.output()]
        made = "".join(lines)
        if page.name == "README.md":
            made = _with_console(made)
        page.write_text(made, encoding="utf-8")


def _with_console(readme: str) -> str:
    """Return the text of README.md with what its consoles print now."""
    for start, printed in (("$ gamedsl check crates.game\n", mistyped(readme)), ("```text\nA> bid\n", moment()[7:])):
        before, _, behind = readme.partition(start)
        readme = f"{before}{start}{printed}{behind[behind.index('```') :]}"
    return readme


if __name__ == "__main__":
    refresh()
