"""``gamedsl schema``: the name of a JSON document in, its JSON Schema out."""

from __future__ import annotations

import click

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.documents.schemas import NAMES, schema_text

from ..console import fail
from ..language import EnglishVerb


@click.command("schema", cls=EnglishVerb)
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema of the document NAME: legend, view, question, events. Without NAME: list all."""
    if name is None:
        click.echo("\n".join(NAMES))
        return
    if name not in NAMES:
        suggested = did_you_mean(name, NAMES)
        fail(
            f"there is no document `{name}`; "
            + (f"did you mean {suggested}?" if suggested else "`gamedsl schema` lists all")
        )
    click.echo(schema_text(name), nl=False)
