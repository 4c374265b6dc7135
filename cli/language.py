"""The environment and ``--language`` -> the language in which the command line speaks, click included."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from gamedsl.i18n.speaking import DOMAIN, ENGLISH, LOCALE, gettext, mark, mark_counted, speaking, speaks, spoken

from .console import say_error

if TYPE_CHECKING:
    from gamedsl.game import Game

_F = TypeVar("_F", bound=Callable[..., Any])

_LANGUAGE = "LANGUAGE"
_PLAIN = ("C", "POSIX")


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for and that the program speaks; empty for none.

    As gettext reads it: of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` the first that is set counts; ``LANGUAGE`` is a
    list that goes before them, but where they ask for no language at all (``C``).
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    if locale.partition(".")[0] in ("", *_PLAIN) and (locale or not environment.get(_LANGUAGE)):
        return ""
    wanted = [*environment.get(_LANGUAGE, "").split(":"), locale]
    codes = (one.partition(".")[0].partition("@")[0].replace("_", "-") for one in wanted)
    return next((code.partition("-")[0] for code in codes if code and speaks(code)), "")


@contextmanager
def all_speaking(language: str) -> Iterator[None]:
    """Speak a language inside, click too: it has its words from the catalogue that the environment names."""
    if not language:
        yield
        return
    import gettext as standard

    before, domain = os.environ.get(_LANGUAGE), standard.textdomain()
    standard.bindtextdomain(DOMAIN, str(LOCALE))
    standard.textdomain(DOMAIN)
    os.environ[_LANGUAGE] = language
    try:
        with speaking(language):
            yield
    finally:
        standard.textdomain(domain)
        if before is None:
            os.environ.pop(_LANGUAGE, None)
        else:
            os.environ[_LANGUAGE] = before


def _speak(context: click.Context, parameter: click.Parameter, language: str | None) -> str:
    """Speak what ``--language`` says for the rest of the command line; else what is spoken already."""
    del parameter
    if language is None:
        return spoken()
    context.with_resource(all_speaking(language or ENGLISH))
    return language


def _option(help: str) -> Callable[[_F], _F]:
    return click.option("--language", is_eager=True, metavar="CODE", callback=_speak, help=help)


language_option = _option(
    "The language of all words, such as de or fr; a game speaks it where it has a translation. Default: that of the "
    "environment, else English."
)
"""The option of verbs that show games; the verb gets the language that is spoken then, empty for none."""

record_language_option = _option("The language of all words, such as de or fr. Default: that the game was played in.")
"""The same of verbs that show records."""


def is_named() -> bool:
    """Has the command line named the language, and not the environment?"""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source("language") is ParameterSource.COMMANDLINE


def speak_like(record: str) -> str:
    """Speak the language of a record, if it has one; return what is spoken."""
    click.get_current_context().with_resource(all_speaking(record))
    return spoken()


def tell_untranslated(game: Game) -> None:
    """Say that a game has no words in the language that somebody has asked for by name."""
    if is_named() and game.language not in ("", ENGLISH) and not game.translated:
        say_error(
            gettext(
                "{game} has no translation into `{language}`: its own words stay as they are",
                game=game.title,
                language=game.language,
            )
        )


class Verb(click.Command):
    """A verb whose help and usage are told in the language that is spoken."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help of a copy of the verb with translated words."""
        return super(Verb, self._worded()).get_help(ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [gettext(piece) for piece in super().collect_usage_pieces(ctx)]

    def _worded(self) -> Verb:
        worded = copy.copy(self)
        worded.help = gettext(cleandoc(self.help)) if self.help else self.help
        worded.params = [copy.copy(param) for param in self.params]
        for param in worded.params:
            if isinstance(param, click.Option) and param.help:
                param.help = gettext(param.help)
        worded._help_option = None
        return worded


class EnglishVerb(Verb):
    """A verb for designers: what it prints is English, like the rules and the findings about them."""

    def invoke(self, ctx: click.Context) -> object:
        """Carry out the verb."""
        with speaking(ENGLISH):
            return super().invoke(ctx)


_CLICK = (
    mark("Usage:"),
    mark("Options"),
    mark("Commands"),
    mark("[OPTIONS]"),
    mark("COMMAND [ARGS]..."),
    mark("Show the version and exit."),
    mark("Show this message and exit."),
    mark("Error: {message}"),
    mark("Try '{command} {option}' for help."),
    mark("Missing command."),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Invalid value: {message}"),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is a file."),
    mark("file"),
    mark("path"),
    mark("directory"),
    mark("Option {name!r} does not take a value."),
    mark("No such option {name!r}."),
    mark("No such command {name!r}."),
)
"""Texts of click that people meet; click itself looks them up in our catalogue."""

_CLICK_COUNTED = (
    mark_counted("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    mark_counted("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    mark_counted("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark_counted("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
)
