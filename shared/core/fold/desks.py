"""What the events say of the referee's desks: orders, score sheets, prizes, titles.

Owns that register. Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from shared.core.desks import Decided, Desks, GivenOrder, Payment, PrizeFund
from shared.core.entities import Parsed
from shared.core.events import (
    Body,
    DuesOwed,
    Event,
    OrderGiven,
    PrizePaid,
    PrizesPosted,
    SheetsHandedIn,
    TitleDecided,
)

DESKS: dict[str, type[Body]] = {
    "order": OrderGiven,
    "sheets": SheetsHandedIn,
    "prizes": PrizesPosted,
    "dues": DuesOwed,
    "payment": PrizePaid,
    "title": TitleDecided,
}
"""Family of entities → the body that states what it is."""

V = TypeVar("V")


class DeskBook:
    """Kept up to date entity by entity."""

    def __init__(self) -> None:
        self.told = Desks()
        self._sheets: dict[str, tuple[str, tuple[bool, bool]]] = {}
        """By entity: the match's uid, and whose copies are at the desk."""

    def derive(self, ent: str, parsed: Parsed, latest: tuple[Event, Body] | None) -> None:
        """What ``ent`` says now; None for nothing that is in force."""
        told, ident = self.told, parsed.ident
        event, body = latest or (None, None)
        match parsed.family:
            case "order":
                order = _order(ent, parsed, event) if event is not None else None
                self.told = _set(told, "orders", ent, order)
            case "sheets":
                assert parsed.match is not None
                self._sheets.pop(ent, None)
                if isinstance(body, SheetsHandedIn):
                    self._sheets[ent] = (parsed.match.uid, body.copies)
                # A uid that somebody uses in two rounds is the same match in every copy.
                by_uid = dict(self._sheets[key] for key in sorted(self._sheets))
                self.told = msgspec.structs.replace(told, sheets=dict(sorted(by_uid.items())))
            case "prizes":
                fund = PrizeFund(body.prizes, body.dues) if isinstance(body, PrizesPosted) else None
                self.told = _set(told, "prizes", ident, fund)
            case "dues":
                owed = body.owed if isinstance(body, DuesOwed) else None
                self.told = _set(told, "dues", ident, owed)
            case "payment":
                paid = None
                if event is not None and isinstance(body, PrizePaid) and not body.taken_back:
                    paid = Payment(body.cents, body.dues, body.by, body.form, event.at, event.id)
                self.told = _set(told, "payments", ident, paid)
            case _:  # a title
                title = None
                if event is not None and isinstance(body, TitleDecided) and body.players:
                    title = Decided(body.title, body.players, body.clause, body.note, event.at)
                self.told = _set(told, "titles", ident, title)


def _order(ent: str, parsed: Parsed, event: Event) -> GivenOrder:
    body = event.body
    assert isinstance(body, OrderGiven)
    assert parsed.match is not None
    uid = parsed.match.uid
    return GivenOrder(ent, uid, body.order, body.clause, body.why, event.at, event.id)


def _set(told: Desks, field: str, key: str, value: V | None) -> Desks:
    kept = {name: said for name, said in getattr(told, field).items() if name != key}
    if value is not None:
        kept = dict(sorted([*kept.items(), (key, value)]))
    return msgspec.structs.replace(told, **{field: kept})
