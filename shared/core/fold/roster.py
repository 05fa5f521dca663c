"""Tables, divisions and players, each from the entities about it.

Of versions of a division that were written apart none counts while they differ: the division stays
as all their authors had seen it.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec.structs import asdict

from shared.core.events import (
    DivisionChanged,
    DivisionOpened,
    Event,
    PlayerAttended,
    PlayerClassified,
    PlayerOptedOut,
    PlayerPlaced,
    PlayerRegistered,
    PlayerWithdrawn,
    TableSet,
    entities,
)
from shared.core.events.entities import Parsed
from shared.core.events.measures import Suspended
from shared.core.fold.causality import Causality
from shared.core.fold.decisions import DecisionBook
from shared.core.fold.in_force import InForce
from shared.core.fold.leads import Lead
from shared.core.fold.register import Register
from shared.core.state import (
    Alarm,
    Attendance,
    Classified,
    Division,
    DivisionVersion,
    OptOut,
    Player,
    Table,
    granted,
    in_force,
)
from shared.core.text.sentence import Sentence


class Versions(NamedTuple):
    """``line`` is newest first; ``others`` are in no line with it; ``apart`` are the events of
    those that differ side by side. ``lost``: no version was seen by all of these."""

    line: tuple[DivisionVersion, ...] = ()
    others: tuple[DivisionVersion, ...] = ()
    apart: tuple[str, ...] = ()
    lost: bool = False


def versions(events: Mapping[str, Event], in_force: Mapping[str, Event]) -> Versions:
    """Return the versions of a division; ``events`` are all that name it, ``in_force`` some."""
    found = {
        event.id: _version(event, event.body)
        for event in in_force.values()
        if isinstance(event.body, DivisionOpened)
    }
    if not found:
        return Versions()
    order = Causality(events)
    heads = order.heads(found) or (min(found),)
    newest = _settled(order, found, found)
    line = [newest or heads[0]]
    while before := (order.covered(line[-1:]) & found.keys()).difference(line):
        line.append(_settled(order, found, before) or order.heads(before)[0])
    others = tuple(found[event] for event in sorted(found) if event not in line)
    apart = heads if len({_said(found[head]) for head in heads}) > 1 else ()
    return Versions(tuple(found[event] for event in line), others, apart, newest is None)


def _settled(
    order: Causality, found: Mapping[str, DivisionVersion], ids: Collection[str]
) -> str | None:
    """Return the last version that all agree on; None where there is none."""
    left = set(ids)
    while left:
        heads = order.heads(left) or (min(left),)
        if len({_said(found[head]) for head in heads}) == 1:
            return heads[0]
        seen = [order.covered((head,)) for head in heads]
        left &= set.intersection(*seen).difference(heads)
    return None


def _version(event: Event, body: DivisionOpened) -> DivisionVersion:
    if not isinstance(body, DivisionChanged):
        return DivisionVersion(event.id, 0, body, "", event.at, event.node)
    return DivisionVersion(event.id, body.from_round, body, body.why, event.at, event.node)


def _said(version: DivisionVersion) -> tuple[object, ...]:
    """Return what a version says, without its reason."""
    said = asdict(version.says)
    said.pop("why", None)
    return version.from_round, *(said[name] for name in DivisionOpened.__struct_fields__)


class Roster:
    """Tables, divisions and players, kept up to date by the fold."""

    def __init__(self, said: InForce, decided: DecisionBook) -> None:
        self._said = said
        self._decided = decided
        self.tables: Register[str, Table] = Register()
        self.divisions: Register[str, Division] = Register()
        self.players: Register[str, Player] = Register()

    def table(self, ident: str, assigned: Mapping[str, tuple[str, ...]], venue: str = "") -> None:
        """Derive a table again; ``assigned`` gives the devices of each.

        ``venue`` is shown where it is another hall's. If two versions were written apart, the table
        is taken away only where both say so.
        """
        ent = entities.table(ident)
        words = [body for _, body in self._said.standing(ent, TableSet)]
        body = words[0] if words else None
        apart = len({(word.label, word.away) for word in words}) > 1
        self._said.note_conflict(ent, "table", apart, "two versions of this stand side by side")
        holders = assigned.get(ident, ())
        table = (
            None
            if body is None
            else Table(
                ident,
                f"{body.label} · {venue}" if venue else body.label,
                holders[0] if holders else "",
                len(holders) > 1,
                all(word.away for word in words),
            )
        )
        self.tables.put(ident, table)

    def division(self, ent: str, ident: str, venue: str, lead: Lead) -> None:
        """Derive a division again; it belongs to ``venue``, and ``lead`` says which hall pairs
        it."""
        found = versions(self._said.all_of(ent), self._said.of(ent))
        body = found.line[0].says if found.line else None
        sentence = "two versions of this stand side by side"
        self._said.note_conflict(ent, "division", bool(found.apart) and found.lost, sentence)
        decisions = self._decided.of(entities.division_decision(ident)).decisions
        division = (
            None
            if body is None
            else Division(
                ident,
                body.name,
                body.rulebook,
                body.rounds,
                body.control,
                body.overrides,
                body.tables,
                body.first_day,
                body.bracket,
                body.deck,
                venue,
                lead.venue,
                lead.number,
                lead.stand_ins,
                decisions,
                found.line,
                found.others,
                found.apart,
            )
        )
        if division is not None and division.unreadable:
            why = Sentence(
                "{division}: {why}. Update this node",
                division=division.name,
                why=division.unreadable,
            )
            self._said.note(ent, "rules", Alarm("newer_software", ent, why))
        self.divisions.put(ident, division)

    def player(self, ent: str, parsed: Parsed) -> None:
        """Derive a player again."""
        ident = parsed.ident
        body = self._said.word(entities.player(ident), PlayerRegistered)
        said = self._said.latest(entities.withdrawal(ident), PlayerWithdrawn)
        gone = None if said is None or said[1].off else said
        skips = self._said.word(entities.opt_out(ident), PlayerOptedOut)
        seen = self._said.word(entities.attendance(ident), PlayerAttended)
        placed = self._said.word(entities.placing(ident), PlayerPlaced)
        put = self._said.latest(entities.classification(ident), PlayerClassified)
        if parsed.entity is entities.player_decision:
            self._decided.derive(ent)
        decisions = self._decided.of(entities.player_decision(ident)).decisions
        out = next((one for one in in_force(decisions) if isinstance(one.measure, Suspended)), None)
        player = (
            None
            if body is None
            else Player(
                ident,
                body.name,
                body.division if put is None else put[1].division,
                body.rating,
                body.club,
                None if gone is None else gone[1].after_round,
                body.state,
                body.region,
                body.seed,
                body.table,
                body.people,
                OptOut(skips.round_no, skips.in_time) if skips and skips.round_no > 0 else None,
                body.plays_up_to,
                body.plays_up_for,
                Classified(put[1].by, put[1].why, put[0].at, body.division) if put else None,
                None if out is None else out.decision,
                body.flags,
                decisions,
                granted(decisions),
                None if gone is None else (gone[0].at, gone[0].node),
                "" if placed is None else placed.opposite,
                None if seen is None else Attendance(seen.here, 0 if seen.here else seen.out_of),
            )
        )
        self.players.put(ident, player)
