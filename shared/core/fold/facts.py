"""The matches with all that is said about them, and the reports, each from its own entity."""

from __future__ import annotations

import msgspec

from shared.core.entities import Parsed
from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    ReportAnswered,
    ReportFiled,
)
from shared.core.fold.by_key import ByKey
from shared.core.fold.in_force import InForce
from shared.core.fold.results import resolve_result
from shared.core.fold.rounds import RoundBook
from shared.core.state import Answer, Match, Report


class Facts:
    """Kept up to date by the fold. ``book`` says which matches there are."""

    def __init__(self, said: InForce, book: RoundBook) -> None:
        self._said = said
        self._book = book
        self.matches: ByKey[Match] = ByKey()
        self.reports: ByKey[Report] = ByKey()
        self.chiefs: frozenset[str] = frozenset()

    def replace(self, uids: set[str]) -> None:
        """Pairings that name these matches have changed: put each where it stands, bare."""
        for uid in uids:
            self.matches.put(uid, self._book.bare_match(uid))

    def report(self, ent: str, parsed: Parsed) -> None:
        """Derive a report again."""
        filed = self._said.latest(ent, ReportFiled)
        if filed is None:
            self.reports.pop(ent, None)
            return
        event, body = filed
        answered = self._said.latest(ent, ReportAnswered)
        answer = (
            None
            if answered is None
            else Answer(
                answered[1].state,
                answered[1].clause,
                answered[1].note,
                answered[0].at,
                answered[0].id,
                answered[1].order,
            )
        )
        table = parsed.ident
        if parsed.match is not None:
            table = min(self._book.tables_of(parsed.match), default="")
        report = Report(
            ent,
            event.id,
            table,
            parsed.match,
            body.type,
            body.seat,
            body.about,
            body.note,
            event.at,
            answer,
            body.which,
            body.game,
        )
        self.reports.put(ent, report)

    def fact(self, ent: str, parsed: Parsed) -> None:
        """Set one fact of a match from the entity that carries it."""
        if parsed.match is None or parsed.match.uid not in self.matches:
            return
        match = self.matches[parsed.match.uid]
        in_force = self._said.of(ent)
        if match.key != parsed.match:
            return
        match parsed.family:
            case "presence":
                left, right = match.seated
                here = bool(in_force)
                seated = (here, right) if ent.endswith("/0") else (left, here)
                match = msgspec.structs.replace(match, seated=seated)
            case "draw":
                match = msgspec.structs.replace(match, draw=self._said.word(ent, OpeningDrawn))
            case "control":
                match = msgspec.structs.replace(match, control=self._said.word(ent, ControlChosen))
            case "clock":
                batches = [e.body for e in in_force.values() if isinstance(e.body, ClockLogged)]
                match = msgspec.structs.replace(
                    match,
                    clock=self._said.word(ent, ClockLogged),
                    presses=sum(len(batch.presses) for batch in batches),
                )
            case "draw_offer":
                offers = ByKey(match.draw_offers)
                offer = self._said.word(ent, DrawOffered)
                offers.put(ent, offer)
                match = msgspec.structs.replace(match, draw_offers=offers.in_order())
            case "moves":
                logged, entered = ByKey(match.moves), ByKey(match.entered)
                logged.put(ent, self._said.word(ent, MovesLogged))
                entered.put(ent, self._said.word(ent, MovesEntered))
                match = msgspec.structs.replace(
                    match, moves=logged.in_order(), entered=entered.in_order()
                )
            case _:  # the result
                result = resolve_result(self._said.all_of(ent), in_force, self.chiefs)
                match = msgspec.structs.replace(match, result=result)
                self._said.note_conflict(
                    ent,
                    "result",
                    result.status == "conflict",
                    "two versions of this result stand side by side",
                )
        self.matches[match.uid] = match
