"""What can go wrong with a replica, in sentences that say what is safe and what to do."""

from __future__ import annotations

from pathlib import Path

from shared.core.text.fields import shown
from shared.core.text.sentence import Sentence


class StoreError(Exception):
    """Base: the sentence is fit for the person who stands before the screen.

    ``passes``: a later start may go well though nobody does anything at this node.
    """

    passes = False


class CannotOpen(StoreError):
    """The replica cannot be opened as it is; nothing in it was changed."""


class InUse(CannotOpen):
    """Another program on this machine uses the replica."""


class NoRoom(CannotOpen):
    """The replica cannot be opened while its disk is full or takes nothing in."""

    passes = True


class CannotSave(StoreError):
    """The last work was not saved and was taken back whole; everything before it is safe."""

    passes = True


def damaged(path: Path | str, detail: str) -> str:
    """What to do with a file that does not hold what was written into it."""
    return Sentence(
        "{path} is damaged ({why}). It was left as it is. Move it aside and"
        " keep it: it may hold entries that nobody else has. Then start again: this node fetches"
        " the tournament from the hall.",
        path=path,
        why=shown(next(reversed(detail.splitlines()), "it cannot be read")),
    )
