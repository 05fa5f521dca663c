"""The part of the hall's state that a browser's kiosk gets: what the lobby shows, and no more.

A process that serves strangers holds no clock, press, move or claim.
"""

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
    """Return ``state`` without what the lobby never shows."""
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
    """Return ``given`` as bytes."""
    return msgspec.msgpack.encode(given, enc_hook=plain)


def read(data: bytes) -> Given:
    """Return what ``written`` wrote. Raises ValueError for anything else."""
    return msgspec.msgpack.decode(data, type=Given)
