"""The matches with all that is said about them, and the reports, each from its own entity."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from shared.core.entities import Parsed
from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    Event,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    ReportAnswered,
    ReportFiled,
    Shed,
)
from shared.core.fold.causality import Causality
from shared.core.fold.in_force import InForce
from shared.core.fold.matches import MatchBook
from shared.core.fold.register import Register
from shared.core.fold.results import resolve_result
from shared.core.fold.rounds import RoundBook
from shared.core.state import Answer, Report

V = TypeVar("V")


class Facts:
    """Kept up to date by the fold. ``book`` says which matches there are."""

    def __init__(self, said: InForce, book: RoundBook) -> None:
        self._said = said
        self._book = book
        self.matches = MatchBook()
        self.reports: Register[str, Report] = Register()
        self.chiefs: frozenset[str] = frozenset()

    def replace(self, uids: set[str]) -> None:
        """Pairings that name these matches have changed: put each where it stands, bare."""
        for uid in uids:
            self.matches.put(uid, self._book.bare_match(uid))

    def report(self, ent: str, parsed: Parsed) -> None:
        """Derive a report again."""
        filed = self._said.latest(ent, ReportFiled)
        if filed is None:
            self.reports.put(ent, None)
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
        match = None if parsed.match is None else self.matches.get(parsed.match.uid)
        if match is None or match.key != parsed.match:
            return
        in_force = self._said.of(ent)
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
                presses = sum(_presses(event) for event in in_force.values())
                match = msgspec.structs.replace(match, clock=self._clock(ent), presses=presses)
            case "draw_offer":
                offers = _put(match.draw_offers, ent, self._said.word(ent, DrawOffered))
                match = msgspec.structs.replace(match, draw_offers=offers)
            case "moves":
                logged = _put(match.moves, ent, self._said.word(ent, MovesLogged))
                entered = _put(match.entered, ent, self._said.word(ent, MovesEntered))
                match = msgspec.structs.replace(match, moves=logged, entered=entered)
            case _:  # the result
                result = resolve_result(self._said.all_of(ent), in_force, self.chiefs)
                match = msgspec.structs.replace(match, result=result)
                self._said.note_conflict(
                    ent,
                    "result",
                    result.status == "conflict",
                    "two versions of this result stand side by side",
                )
        self.matches.put(match.uid, match)

    def _clock(self, ent: str) -> ClockLogged | None:
        """The last batch of a clock: its reading is the clock's."""
        in_force = self._said.of(ent)
        heads = Causality(self._said.all_of(ent)).heads(in_force)
        batches = [self._said.whole(in_force[head]).body for head in heads]
        self._said.note_differing(ent, ClockLogged.__name__, batches)
        self._said.let_go(ent)
        last = batches[0] if batches else None
        return last if isinstance(last, ClockLogged) else None


def _presses(batch: Event) -> int:
    body = batch.body
    if isinstance(body, Shed):
        return body.presses
    return len(body.presses) if isinstance(body, ClockLogged) else 0


def _put(of_match: dict[str, V], ent: str, value: V | None) -> dict[str, V]:
    """What is said of a match under several names, with one of them set, or removed for None."""
    rest = {name: said for name, said in of_match.items() if name != ent}
    return rest if value is None else dict(sorted([*rest.items(), (ent, value)]))
