"""The part of the hall's state that strangers may read: what the lobby shows, and no more.

No clock, press, move or claim, no request, fee, payment or device is left in it, so no page that is
made of it can show one.
"""

from msgspec.structs import replace

from shared.core.events import OpeningDrawn
from shared.core.state import HallState, Match, Player, Result
from shared.core.state.office import Awards, Office, Sealed


def public(state: HallState) -> HallState:
    """Return ``state`` without what the lobby never shows."""
    office = state.office
    return replace(
        state,
        devices={},
        reports={},
        alarms=(),
        unforced=(),
        previews={},
        decks={},
        places={},
        checks={},
        forks=(),
        private=Sealed(),
        awards=Awards(titles=state.awards.titles),
        players={ident: _player(player) for ident, player in state.players.items()},
        matches={uid: _match(match) for uid, match in state.matches.items()},
        office=Office(
            {ent: said for ent, said in office.announcements.items() if said.audience != "tables"},
            layout=office.layout,
            shows=office.shows,
            refusals={ent: replace(one, note="") for ent, one in office.refusals.items()},
        ),
    )


def _player(player: Player) -> Player:
    return replace(player, flags=(), decisions=()) if player.flags or player.decisions else player


def _match(match: Match) -> Match:
    draw = match.draw
    return replace(
        match,
        draw=None if draw is None else OpeningDrawn(draw.first_seat, 0, ()),
        control=None,
        clock=None,
        presses=0,
        draw_offers={},
        moves={},
        entered={},
        carried={},
        decisions=(),
        result=_result(match.result),
    )


def _result(result: Result) -> Result:
    """Return a result without what either side claimed; a correction keeps its clause and hour."""
    kept = result.versions[:1] if result.corrected else ()
    told = (replace(one, event="", node="", how="", reason="") for one in kept)
    return replace(result, versions=tuple(told), heads=())
