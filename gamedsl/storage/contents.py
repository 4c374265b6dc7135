"""Things made of nothing but data -> hashes of what stands in them, by which others made of them are known again

What was read from bytes, or written, is known by these. Anything else is written to find it out, which may be in
another way the next time: then two hashes mean the same, never one hash two things.
"""

from __future__ import annotations

import pickle
import weakref
from hashlib import sha256

_found: dict[int, str] = {}
"""By the number of a thing, as long as it lives."""


def note_content(thing: object, data: bytes, part: int) -> None:
    """Note that a thing is a part of what stands in some bytes; it must never change."""
    _note(thing, sha256(b"%d " % part + data).hexdigest())


def noted_content(thing: object) -> str:
    """Return a hash of what stands in a thing, where it costs nothing; else nothing."""
    return _found.get(id(thing), "")


def content_of(thing: object) -> str:
    """Return a hash of what stands in a thing; empty where too much stands inside each other."""
    if id(thing) not in _found:
        try:
            _note(thing, sha256(pickle.dumps(thing, 5)).hexdigest())
        except RecursionError:
            _note(thing, "")
    return _found[id(thing)]


def _note(thing: object, content: str) -> None:
    if id(thing) not in _found:
        weakref.finalize(thing, _found.pop, id(thing), None).atexit = False
    _found[id(thing)] = content
