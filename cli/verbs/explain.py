"""``gamedsl explain``: the code of a finding in, its page of the catalogue out."""

from __future__ import annotations

import click

from gamedsl.diagnostics.catalogue import Entry, codes, entry, find
from gamedsl.diagnostics.suggest import did_you_mean

from ..console import fail, make_console, wants_colour
from ..language import EnglishVerb


@click.command("explain", cls=EnglishVerb)
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain CODE (GDNAM01 or unknown-name): what it means, a bad and a good example. Without CODE: list all."""
    if code is None:
        for known in codes():
            page = entry(known)
            click.echo(f"{known}  {page.severity:<7}  {page.name:<24}  {page.title}")
        return
    found = find(code)
    if found is None:
        suggested = did_you_mean(code, [*codes(), *(entry(known).name for known in codes())])
        fail(
            f"there is no code `{code}`; "
            + (f"did you mean {suggested}?" if suggested else "`gamedsl explain` lists all")
        )
    _print(page_text(found))


def page_text(page: Entry) -> str:
    """Return the page as Markdown."""
    parts = [f"# {page.code} {page.name}", f"**{page.title}** ({page.severity})", page.message.text]
    parts += [f"help: {page.help.text}"] if page.help else []
    parts += [page.why, "## Bad", page.bad.markdown, "## Good", page.good.markdown]
    return "\n\n".join(part.strip() for part in parts)


def _print(text: str) -> None:
    if not wants_colour():
        click.echo(text)
        return
    from rich.markdown import Markdown

    make_console().print(Markdown(text))
