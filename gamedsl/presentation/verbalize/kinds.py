"""Kinds of expressions -> how each of them is put in words: a row each, for any game and for one state of it.

A new kind of value gets one row here. Where a row leaves something out, the expression is called as it is written in
the rules, or told by its value.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.presentation.verbalize import clauses, numbers, rankings, sets
from gamedsl.presentation.verbalize.in_general import Phrases
from gamedsl.presentation.verbalize.in_state import Nouns
from gamedsl.presentation.verbalize.missing import Conditions
from gamedsl.presentation.verbalize.row import Row
from gamedsl.semantics import core

KINDS: Mapping[type[core.Value], Row] = {
    core.ZoneRef: Row(Phrases._zone, now=Nouns._zone),
    core.Amount: Row(Phrases._amount, now=Nouns._in_zone),
    core.Contents: Row(Phrases._contents, now=Nouns._in_zone),
    core.SlotPiece: Row(Phrases._in_slot, now=Nouns._in_zone),
    core.Top: Row(Phrases._top, now=Nouns._in_zone),
    core.Bottom: Row(Phrases._top, now=Nouns._in_zone),
    core.CountPieces: Row(Phrases._pieces, now=Nouns._in_zone),
    core.ReadValue: Row(Phrases._read, clause=clauses._named, now=Nouns._read),
    core.Local: Row(Phrases._local, clause=clauses._local, now=Nouns._known),
    core.You: Row(Phrases._you, now=Nouns._known),
    core.Active: Row(Phrases._active, now=Nouns._known),
    core.AllPlayers: Row(Phrases._all_players),
    core.AllMembers: Row(Phrases._members),
    core.OptionValue: Row(Phrases._option, clause=clauses._option, now=Nouns._option),
    core.Attribute: Row(Phrases._column, clause=clauses._column, now=Nouns._column),
    core.KeyOf: Row(Phrases._key_of),
    core.OwnerOf: Row(Phrases._owner),
    core.DesignOf: Row(Phrases._design, now=Nouns._known),
    core.OwnPiece: Row(Phrases._own_piece, now=Nouns._known),
    core.PointsOf: Row(Phrases._points, now=Nouns._points),
    core.TermCall: Row(Phrases._term, clause=clauses._term, now=Nouns._term, missing=Conditions._term),
    core.CellCall: Row(Phrases._cell, clause=clauses._cell, missing=Conditions._cell),
    core.DiceSum: Row(Phrases._dice, now=Nouns._dice),
    core.DieFace: Row(Phrases._dice, now=Nouns._dice),
    core.Arithmetic: Row(numbers.arithmetic, now=Nouns._arithmetic),
    core.Negate: Row(numbers.negated),
    core.Extreme: Row(numbers.extreme),
    core.Absolute: Row(numbers.absolute),
    core.Either: Row(numbers.either, clause=clauses._either, missing=Conditions._branch),
    core.Checked: Row(Phrases._same, now=Nouns._same),
    core.Certain: Row(Phrases._same, now=Nouns._same),
    core.Collect: Row(Phrases._collect, now=Nouns._collected),
    core.Count: Row(Phrases._count, now=Nouns._counted),
    core.Only: Row(sets.only),
    core.Rank: Row(rankings.rank),
    core.Best: Row(rankings.best),
    core.ListPart: Row(rankings.part),
    core.ListItem: Row(rankings.item),
    core.Join: Row(sets.joined, now=Nouns._joined),
    core.MakeSet: Row(sets.made),
    core.Interval: Row(sets.interval),
    core.NextPlayer: Row(Phrases._next),
    core.Neighbours: Row(sets.near),
    core.PlaceOf: Row(sets.place_of),
    core.LetIn: Row(Phrases._let, clause=clauses._let, missing=Conditions._let_in),
    core.Done: Row(Phrases._done),
    core.Bent: Row(Phrases._bent),
    core.And: Row(Phrases._condition, clause=clauses._joint, missing=Conditions._joint),
    core.Or: Row(Phrases._condition, clause=clauses._joint, missing=Conditions._joint),
    core.Not: Row(Phrases._condition, clause=clauses._not, missing=Conditions._negated),
    core.Compare: Row(Phrases._condition, clause=clauses._compare, missing=Conditions._compared),
    core.Member: Row(Phrases._condition, clause=clauses._member, missing=Conditions._member),
    core.During: Row(Phrases._condition, clause=clauses._during),
    core.Possible: Row(Phrases._condition, clause=clauses._possible),
    core.GameOver: Row(Phrases._condition, clause=clauses._over),
    core.Reduce: Row(Phrases._reduced, clause=clauses._reduce, now=Nouns._reduced, missing=Conditions._reduced),
    core.Const: Row(clause=clauses._bool, now=Nouns._known),
    core.CopyOf: Row(now=Nouns._known),
    core.FreeCopy: Row(now=Nouns._known),
}


class WordsInGeneral(Phrases):
    """Words for the expressions of one set-up, whatever its state is."""

    kinds = KINDS


class WordsInState(Conditions):
    """Words for what is so in a state of one set-up, and for what is missing."""

    kinds = KINDS
