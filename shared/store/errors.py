"""The errors of a replica, in sentences that say what is safe and what to do."""

from pathlib import Path

from shared.core.text.fields import shown
from shared.core.text.for_people import ForPeople
from shared.core.text.sentence import Sentence


class StoreError(ForPeople):
    """Base of all errors here. The sentence is for the person at the screen.

    ``passes``: a later start may succeed without help.
    """

    passes = False


class CannotOpen(StoreError):
    """The replica cannot be opened as it is; nothing in it was changed."""


class InUse(CannotOpen):
    """Another program on this machine uses the replica."""


class NoRoom(CannotOpen):
    """The replica cannot be opened while its disk is full or refuses writes."""

    passes = True


class CannotSave(StoreError):
    """The last work was not saved, and none of it counts. Everything before it is safe."""

    passes = True


def damaged(path: Path | str, detail: str) -> str:
    """Return what to do with a file that does not hold what was written into it."""
    return Sentence(
        "{path} is damaged ({why}). It was left as it is. Move it aside and keep it: it may hold"
        " entries that no other machine has. Then start again. This node fetches the tournament"
        " from the hall.",
        path=path,
        why=shown(next(reversed(detail.splitlines()), "it cannot be read")),
    )
