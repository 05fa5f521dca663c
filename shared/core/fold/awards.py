"""What the events say of the referee's desks: score sheets, prizes, titles.

Reads only what is in force.
"""

from shared.core.events import (
    DuesOwed,
    PrizePaid,
    PrizesPosted,
    SheetsHandedIn,
    TitleDecided,
)
from shared.core.events.entities import Parsed
from shared.core.fold.in_force import InForce
from shared.core.fold.latest import Latest, Word, by_entity, by_id, routes
from shared.core.state.awards import Awards, Decided, Payment, PrizeFund


class DeskBook:
    """The desks, kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._sheets = Latest(said, SheetsHandedIn, _sheets, by_entity)
        self._prizes = Latest(said, PrizesPosted, _fund, by_id)
        self._dues = Latest(said, DuesOwed, lambda word: word.body.owed, by_id)
        self._payments = Latest(said, PrizePaid, _payment, by_id)
        self._titles = Latest(said, TitleDecided, _title, by_id)
        self._routes = routes(self._sheets, self._prizes, self._dues, self._payments, self._titles)
        self._told = Awards()

    def derive(self, ent: str, parsed: Parsed) -> None:
        """Read again what ``ent`` says."""
        self._routes[parsed.family].derive(ent, parsed)

    def take(self) -> Awards:
        """Hand out all of it, the same value as before if nothing was touched."""
        if any(register.touched for register in self._routes.values()):
            self._told = Awards(
                # Sorted, so that a uid used in two rounds means the same match on every node.
                sheets=dict(sorted(dict(self._sheets.take().values()).items())),
                prizes=self._prizes.take(),
                dues=self._dues.take(),
                payments=self._payments.take(),
                titles=self._titles.take(),
            )
        return self._told


def _sheets(said: Word[SheetsHandedIn]) -> tuple[str, tuple[bool, bool]]:
    assert said.about.match is not None
    return said.about.match.uid, said.body.copies


def _fund(said: Word[PrizesPosted]) -> PrizeFund:
    body = said.body
    return PrizeFund(body.prizes, body.dues, body.consolation, body.pools, body.last_chance)


def _payment(said: Word[PrizePaid]) -> Payment | None:
    body, event = said.body, said.event
    if body.taken_back:
        return None
    return Payment(body.cents, body.dues, body.by, body.form, event.at, event.id)


def _title(said: Word[TitleDecided]) -> Decided | None:
    body = said.body
    if not body.players:
        return None
    return Decided(body.title, body.players, body.clause, body.note, said.event.at)
