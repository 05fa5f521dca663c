"""What a browser's kiosk is given of the hall: the lobby's part of the state, and no more.

A process that serves strangers holds no clock, no press, no move and nobody's claim.
"""

from __future__ import annotations

import msgspec

from shared.core.events import OpeningDrawn
from shared.core.state import HallState, Match
from shared.core.state.office import Office
from shared.core.text.sentence import plain
from shared.port import Link


class Given(msgspec.Struct, frozen=True):
    """The lobby's part of the state, the link of the node that serves it, and what it shows.

    ``fresh_at`` is the UTC ms at which that node last knew that it had everything, or None.
    """

    state: HallState
    link: Link
    node: str
    fresh_at: int | None = None


def public(state: HallState) -> HallState:
    """``state`` without anything that the lobby never shows."""
    office = state.office
    return msgspec.structs.replace(
        state,
        devices={},
        reports={},
        alarms=(),
        unforced=[],
        previews={},
        decks={},
        places={},
        matches={uid: _match(match) for uid, match in state.matches.items()},
        office=Office(office.announcements, layout=office.layout, shows=office.shows),
    )


def _match(match: Match) -> Match:
    draw = match.draw
    return msgspec.structs.replace(
        match,
        draw=None if draw is None else OpeningDrawn(draw.first_seat, 0, ()),
        control=None,
        clock=None,
        presses=0,
        draw_offers={},
        moves={},
        entered={},
        result=msgspec.structs.replace(match.result, versions=(), heads=()),
    )


def written(given: Given) -> bytes:
    """``given`` as bytes."""
    return msgspec.msgpack.encode(given, enc_hook=plain)


def read(data: bytes) -> Given:
    """What ``written`` wrote. Raises ValueError for anything else."""
    return msgspec.msgpack.decode(data, type=Given)
