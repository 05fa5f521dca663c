"""Builds events without keys or disks: authors, and logs with deps and chains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

import msgspec

from shared.core import events as ev
from shared.core.events import KIND_OF, KINDS, Actor, Body, Event, Role, Scope, entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import MatchDecided, Measure, taken
from shared.core.fold import fold
from shared.core.match.outcome import Code, Outcome, Seat

START = 1_700_000_000_000


def node_id(name: str) -> str:
    return blake2b(name.encode(), digest_size=16).hexdigest()


ROOT, HALL, REFEREE, LAPTOP = (node_id(name) for name in ("root", "hall", "referee", "laptop"))
ONE, TWO, STRANGER = (node_id(name) for name in ("terminal 1", "terminal 2", "stranger"))

MATCH = MatchKey("men", 1, "m1")
RESULT = entities.result(MATCH)
DECISION = entities.match_decision(MATCH)


def games(text: str) -> Outcome:
    """``"W D"`` as an outcome read for seat 0."""
    return Outcome(tuple(Code(code) for code in text.split()))


def key_of(node: str) -> bytes:
    return bytes.fromhex(node) * 2


def enrolled(
    node: str, role: Role = "terminal", *scopes: Scope, label: str = "", key_from: str = ""
) -> Body:
    """``key_from`` is the node whose connection key it names instead of its own."""
    curve_key = key_of(key_from or node)
    return ev.DeviceEnrolled(key_of(node), curve_key, role, scopes, label or node[:4])


def pairing(*matches: tuple[str, str, str, str], bye: str = "", seed: str = "s") -> Body:
    """Return a pairing of (uid, table, player, player)."""
    paired = tuple(ev.PairedMatch(uid, table, a, b) for uid, table, a, b in matches)
    return ev.RoundPaired(START, seed, paired, (bye,) if bye else ())


def signs(seat: Seat, text: str) -> Body:
    return ev.ResultSigned(seat, games(text))


def rules(text: str, *settles: str, replaces: Iterable[str] = ()) -> ev.DecisionMade:
    """Return a ruling on how a match ends, which settles and replaces events by their ids."""
    return decides(MatchDecided.by(games(text)), settles=settles, replaces=replaces)


def decides(
    *measures: Measure,
    settles: Iterable[str] = (),
    replaces: Iterable[str] = (),
    case: str = "",
) -> ev.DecisionMade:
    """Return a decision by events' ids. ``case`` is what its measures' tokens are of."""
    return ev.DecisionMade(
        taken(case, *measures), "ACF-1.XI", "seen", tuple(settles), tuple(replaces)
    )


def rule(
    past: History,
    node: str,
    text: str,
    *,
    match: MatchKey | None = None,
    seen: Iterable[Event] | None = None,
    seq: int | None = None,
    term: int = 0,
    inc: str = "a1",
) -> Event:
    """Rule on how a match ends. It settles what its author has ``seen`` of the result: all that
    there is for None."""
    key = match or MATCH
    of_result, ent = entities.result(key), entities.match_decision(key)
    if seen is None:
        settles, before = past.heads(of_result), None
    else:
        seen = list(seen)
        settles = tuple(event.id for event in seen if event.ent == of_result)
        before = [event for event in seen if event.ent == ent]
    body = rules(text, *settles)
    return past.write(node, ent, body, seen=before, seq=seq, term=term, inc=inc)


@dataclass
class History:
    """Events as their authors wrote them; each author's log is numbered and chained."""

    events: list[Event] = field(default_factory=list)
    _logs: dict[tuple[str, str], list[Event]] = field(default_factory=dict)

    def write(
        self,
        node: str,
        ent: str,
        body: Body | None,
        *,
        seen: Iterable[Event] | None = None,
        inc: str = "a1",
        seq: int | None = None,
        prev: str | None = None,
        term: int = 0,
        kind: str | None = None,
        kv: int | None = None,
        at: int | None = None,
        actor: Actor | None = None,
    ) -> Event:
        """Append an event. ``seen`` None means that the author has seen all that there is."""
        log = self._logs.setdefault((node, inc), [])
        number = len(log) + 1 if seq is None else seq
        deps = self.heads(ent) if seen is None else tuple(sorted(event.id for event in seen))
        named = kind or (KIND_OF[type(body)].name if body is not None else "a.future.kind")
        event = Event(
            "",
            node,
            inc,
            number,
            START + len(self.events) if at is None else at,
            term,
            named,
            kv or (KINDS[named].version if named in KINDS else 1),
            ent,
            deps,
            actor or Actor(),
            body,
            (log[-1].id if log else "") if prev is None else prev,
        )
        digest = blake2b(msgspec.json.encode(event), digest_size=16).hexdigest()
        event = msgspec.structs.replace(event, id=digest)
        if seq is None:
            log.append(event)
        self.events.append(event)
        return event

    def heads(self, ent: str) -> tuple[str, ...]:
        mine = [event for event in self.events if event.ent == ent]
        covered = {dep for event in mine for dep in event.deps}
        return tuple(sorted({event.id for event in mine} - covered))

    def cut(self, node: str, back: int = 0) -> ev.Cut:
        """Return a cut after all that ``node`` has written so far, or so many events before
        that."""
        return tuple(
            (inc, len(log) - back, log[-1 - back].id)
            for (author, inc), log in self._logs.items()
            if author == node and len(log) > back
        )

    def seen(self) -> ev.VectorCut:
        """Return a cut after all that was written so far."""
        return tuple(
            (node, inc, len(log), log[-1].id) for (node, inc), log in self._logs.items() if log
        )


def opened_hall() -> History:
    """Return a hall with two tables and their terminals, a division of four, and round 1 paired."""
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("Open", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "term", "admit"))
    for node in (REFEREE, LAPTOP):
        body = enrolled(node, "referee", "hall", "pair", "rule", "term", "admit")
        past.write(ROOT, entities.device(node), body)
    for number, node in ((1, ONE), (2, TWO)):
        past.write(HALL, entities.device(node), enrolled(node))
        past.write(HALL, entities.table(f"t{number}"), ev.TableSet(f"Table {number}"))
        past.write(HALL, entities.table_device(f"t{number}"), ev.DeviceAssigned(node))
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-majors", 4))
    for player in ("ann", "ben", "cid", "dot"):
        body = ev.PlayerRegistered(player.title(), "men")
        past.write(HALL, entities.player(player), body)
    past.write(
        HALL,
        entities.pairing("men", 1),
        pairing(("m1", "t1", "ann", "ben"), ("m2", "t2", "cid", "dot")),
    )
    return past


def reason(past: History, event: Event) -> str | None:
    """Return why an event is not in force, or None if it is."""
    for unforced in fold(ROOT, past.events).unforced:
        if unforced.event == event.id:
            assert (unforced.kind, unforced.ent) == (event.kind, event.ent)
            return unforced.reason
    return None


def revoke(past: History, author: str, node: str, cut: ev.Cut) -> Event:
    return past.write(author, entities.device(node), ev.DeviceRevoked(cut, "lost"))


def seats(past: History, node: str, *, seat: int = 0, inc: str = "a1") -> Event:
    ent = entities.presence(MATCH, 1 if seat else 0)
    return past.write(node, ent, ev.PlayerSeated(), inc=inc)
