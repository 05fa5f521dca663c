"""What can go wrong with a replica, in sentences that say what is safe and what to do."""

from __future__ import annotations


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
