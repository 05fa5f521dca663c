"""Plans the import of a list of players: who is new, changed or the same. Writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import msgspec

from hall_server.files import private_cells
from hall_server.files.players_csv import PlayerLine, PlayerList
from shared.core.events import Draft, Fees, Person, Private, entities
from shared.core.events.eligibility import with_age
from shared.core.events.private import TOPIC_OF
from shared.core.state import HallState, Player
from shared.core.state.office import NOTHING_KNOWN, Known
from shared.core.state.persons import folded, free_id, naming, registered
from shared.core.text.fields import typed


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A player who would be registered, and the player before (None for a new one).

    ``private`` is what would be noted for the hall and the referees only.
    """

    player: Player
    before: Player | None = None
    private: tuple[Private, ...] = ()

    @property
    def words(self) -> str:
        """Return the change in one line; it does not show private facts."""
        kinds = {Person: "birth date and contact", Fees: "fees"}
        noted = [kinds[type(body)] for body in self.private if type(body) in kinds]
        return self._open_words + (f"; private: {', '.join(noted)}" if noted else "")

    @property
    def _open_words(self) -> str:
        now = self.player
        if self.before is None:
            parts = [now.division, *([str(now.rating)] if now.rating else []), now.club]
            return f"+ {now.name} ({', '.join(part for part in parts if part)})"
        changed = [
            f"{field} {getattr(self.before, field) or '–'} → {getattr(now, field) or '–'}"
            for field in ("name", "division", "rating", "club")
            if getattr(self.before, field) != getattr(now, field)
        ]
        if self.before.flags != now.flags:
            changed.append(f"flags {', '.join(now.flags) or '–'}")
        return f"~ {self.before.name}" + (f": {'; '.join(changed)}" if changed else "")

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """Return the events of the change."""
        ident = self.player.id
        return (
            *(
                (Draft(entities.player(ident), registered(self.player)),)
                if self.player != self.before
                else ()
            ),
            *(Draft(entities.private(ident, TOPIC_OF[type(p)]), p) for p in self.private),
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do: all of ``changes``, or nothing if there are ``problems``."""

    changes: tuple[PlannedChange, ...]
    unchanged: int
    problems: tuple[str, ...]
    ids: Mapping[int, str] = field(default_factory=dict)
    """Line of the file → player."""


def plan(
    state: HallState,
    found: PlayerList,
    division: str | None = None,
    *,
    private: Mapping[str, Known] = MappingProxyType({}),
    today: str = "",
    desk: str = "",
) -> Plan:
    """Return the plan to import a list of players.

    A player is known by the id, or without one by name and division. ``division`` is for players
    whose line names none. ``private`` is what is known of players' private facts. ``today``
    (YYYY-MM-DD) decides who is a junior if the division names no first day. ``desk`` is as in
    ``free_id``.
    """
    by_name = {
        (folded(p.name), division): p
        for p in state.players.values()
        for division in (p.named_division, p.division)
    }
    taken = set(state.players) | {line.id for line in found.players if line.id}
    changes: list[PlannedChange] = []
    problems = list(found.problems)
    unchanged = 0
    seen: dict[str, int] = {}
    for line in found.players:
        known = state.players.get(line.id) if line.id else None
        here = known.division if known else ""
        named, sentence = _division(state, line.division or division or here)
        if sentence:
            problems.append(f"line {line.line}: {sentence}")
            continue
        name = one_line(line.name)
        known = known if line.id else by_name.get((folded(name), named))
        ident = known.id if known else line.id or free_id(taken, state.venue, desk)
        taken.add(ident)
        if ident in seen:
            problems.append(f"line {line.line}: {name} is in line {seen[ident]} already")
            continue
        seen[ident] = line.line
        if not known and not line.id:
            by_name[folded(name), named] = Player(ident, name, named, 0, "")
        player = _told(line, known or Player(ident, name, named, 0, ""), name, named)
        player = _aged(state, player, str(line.private.get("born", "")), today)
        noted = private_cells.noted(line.private, private.get(ident, NOTHING_KNOWN))
        if player == known and not noted:
            unchanged += 1
        else:
            changes.append(PlannedChange(player, known, noted))
    return Plan(
        tuple(changes), unchanged, tuple(problems), {line: ident for ident, line in seen.items()}
    )


def _told(line: PlayerLine, before: Player, name: str, division: str) -> Player:
    """Return a player with what a line says; the rest stays as it was."""
    return msgspec.structs.replace(
        naming(before, division),
        name=name,
        rating=before.rating if line.rating is None else line.rating,
        club=before.club if line.club is None else one_line(line.club),
    )


def _aged(state: HallState, player: Player, born: str, today: str) -> Player:
    """Return the player with the flag that their birth date makes; tables see no date."""
    division = state.divisions[player.division]
    day = division.first_day or today
    if not day or division.unreadable:
        return player
    return msgspec.structs.replace(player, flags=with_age(player.flags, division.book, born, day))


def one_line(text: str) -> str:
    """Return ``text`` as one line without control and invisible characters."""
    return " ".join(typed(text).split())


def _division(state: HallState, wanted: str) -> tuple[str, str]:
    """Return the id of a division given by id or name, and what is wrong, "" if nothing is."""
    divisions = state.divisions
    if not wanted:
        if len(divisions) == 1:
            return next(iter(divisions)), ""
        return "", f"name the division: {', '.join(divisions)}; or say one for the whole list"
    if wanted in divisions:
        return wanted, ""
    found = [d.id for d in divisions.values() if folded(wanted) in (folded(d.id), folded(d.name))]
    if len(found) == 1:
        return found[0], ""
    return "", f"there is no division {wanted!r}; there are {', '.join(divisions)}"
