"""What the events say of the referee's desks: score sheets, prizes, titles.

Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

from shared.core.events import (
    DuesOwed,
    Event,
    PrizePaid,
    PrizesPosted,
    SheetsHandedIn,
    TitleDecided,
)
from shared.core.events.entities import Parsed
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Latest, by_entity, by_id, routes
from shared.core.state.awards import Decided, Desks, Payment, PrizeFund


class DeskBook:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._sheets = Latest(said, SheetsHandedIn, _sheets, by_entity)
        self._prizes = Latest(said, PrizesPosted, _fund, by_id)
        self._dues = Latest(said, DuesOwed, _dues, by_id)
        self._payments = Latest(said, PrizePaid, _payment, by_id)
        self._titles = Latest(said, TitleDecided, _title, by_id)
        self._routes = routes(self._sheets, self._prizes, self._dues, self._payments, self._titles)
        self._told = Desks()

    def derive(self, ent: str, parsed: Parsed) -> None:
        """Read again what ``ent`` says."""
        self._routes[parsed.family].derive(ent, parsed)

    def take(self) -> Desks:
        """Hand out all of it, the same value as before if nothing was touched."""
        if any(register.touched for register in self._routes.values()):
            self._told = Desks(
                # A uid that is used in two rounds is the same match in every copy.
                sheets=dict(sorted(dict(self._sheets.take().values()).items())),
                prizes=self._prizes.take(),
                dues=self._dues.take(),
                payments=self._payments.take(),
                titles=self._titles.take(),
            )
        return self._told


def _sheets(
    _ent: str, parsed: Parsed, _event: Event, body: SheetsHandedIn
) -> tuple[str, tuple[bool, bool]]:
    assert parsed.match is not None
    return parsed.match.uid, body.copies


def _fund(_ent: str, _parsed: Parsed, _event: Event, body: PrizesPosted) -> PrizeFund:
    return PrizeFund(body.prizes, body.dues, body.consolation, body.pools, body.last_chance)


def _dues(_ent: str, _parsed: Parsed, _event: Event, body: DuesOwed) -> bool:
    return body.owed


def _payment(_ent: str, _parsed: Parsed, event: Event, body: PrizePaid) -> Payment | None:
    if body.taken_back:
        return None
    return Payment(body.cents, body.dues, body.by, body.form, event.at, event.id)


def _title(_ent: str, _parsed: Parsed, event: Event, body: TitleDecided) -> Decided | None:
    if not body.players:
        return None
    return Decided(body.title, body.players, body.clause, body.note, event.at)
