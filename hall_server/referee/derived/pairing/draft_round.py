"""A round before it is published: who plays whom, where, when, and what stands in its way; and
whether it can be taken back.

Pure: seeds and match uids come from the token of the caller. Publishes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rounds import has_begun, latest, matches_of, missing
from shared.core.decisions.writing import REFEREE
from shared.core.events import ByHand, FieldEntry, PairedMatch, RoundPaired, entities
from shared.core.events.entities import at_venue
from shared.core.rulebooks.acf import MASTERS
from shared.core.rulebooks.groups import SwissRule
from shared.core.state import Division, HallState
from shared.core.state.persons import find, folded
from shared.core.text.language import _, ngettext
from shared.core.text.sentence import Sentence
from shared.pairing import Proposal
from shared.pairing.by_hand.checked import BY_HAND
from shared.pairing.log.lines import LogLine, written
from shared.pairing.seating import SeatingImpossible, seat
from shared.port import Draft

MINUTE_MS = 60_000
NOTICE_MS = 10 * MINUTE_MS
_STEP_MS = 5 * MINUTE_MS
_SHORTEST_SEED = 4
_LONGEST_SEED = 64


@dataclass(frozen=True, slots=True)
class Seats:
    """Tables for a round, top pairing first; ``trouble`` says why there are none."""

    tables: tuple[str, ...]
    trouble: Sentence | None = None


def seats(moment: Moment, division: str, pairs: Sequence[tuple[str, str]]) -> Seats:
    """Return a table for each pair: the division's own in natural order, but a player who keeps a
    table keeps it. Tables at which another division still plays are not given."""
    state = moment.state
    own = state.divisions[division].tables
    # A table that a player of another division keeps is not ours to give.
    kept = {p.table for p in state.players.values() if p.table and p.division != division}
    up = state.tables_up
    tables = [t for t in own or up if t in up and t not in kept]
    try:
        return Seats(
            seat(
                pairs,
                tables=tables,
                fixed=fixed_tables(state),
                taken=taken_tables(moment, division),
            )
        )
    except SeatingImpossible as impossible:
        return Seats((), impossible.sentence)


def taken_tables(moment: Moment, division: str) -> dict[str, Sentence]:
    """Return the tables at which another division still plays, and what is said of each."""
    divisions = moment.state.divisions
    return {
        match.table: Sentence(
            "{division} still plays there", division=divisions[match.key.division].name
        )
        for match in moment.playing
        if match.key.division != division
        and match.key.division in divisions
        and not match.result.counts
    }


def fixed_tables(state: HallState) -> dict[str, str]:
    """Return the table of each player who keeps one."""
    up = state.tables_up
    return {p.id: p.table for p in state.players.values() if p.table in up}


def open_tables(moment: Moment, division: str) -> list[str]:
    """Return tables of the division's last round whose results do not count yet."""
    last = latest(moment, division)
    if last is None:
        return []
    return [match.table for match in missing(moment, last)]


def on_one_disk(moment: Moment, division: str, copies: Callable[[str], int | None]) -> list[str]:
    """Return tables of the last round with a result of which fewer than two lasting copies are
    known."""
    last = latest(moment, division)
    if last is None:
        return []
    copies_at = {
        match.table: [copies(version.event) for version in match.result.versions]
        for match in matches_of(moment, last)
    }
    return [
        table for table, found in copies_at.items() if any(n is not None and n < 2 for n in found)
    ]


class Start(NamedTuple):
    """When a round starts, in UTC ms; ``now`` says that its publication is its start."""

    at: int
    now: bool = False


def next_start(now_ms: int, notice_ms: int = NOTICE_MS) -> int:
    """``notice_ms`` from now, rounded up to five minutes; without notice, now (UTC ms)."""
    return -(-(now_ms + notice_ms) // _STEP_MS) * _STEP_MS if notice_ms else now_ms


def witnesses(state: HallState, text: str) -> tuple[str, ...]:
    """Return names typed with commas, semicolons or "and" between them, in English or in the
    language spoken. One word of a player's name stands for the player."""
    for mark in (";", " and ", _(" and "), "&"):
        text = text.replace(mark, ",")
    typed = (" ".join(part.split()) for part in text.split(","))
    known = ((name, set(_players_called(state, name))) for name in typed if name)
    return tuple(dict.fromkeys(found.pop() if len(found) == 1 else name for name, found in known))


def _players_called(state: HallState, name: str) -> list[str]:
    """Return the players of whose name the words typed are the whole or one word."""
    one = folded(name)
    names = [player.name for player in find(state.players.values(), name)]
    whole = [found for found in names if folded(found) == one]
    return whole or [found for found in names if one in folded(found).split()]


def witnesses_missing(
    names: Sequence[str], is_player: Callable[[str], bool], rule: SwissRule
) -> str:
    """ "" where enough assistant referees or players watch (ACF-3.VIII), else what is missing."""
    playing = sum(is_player(name) for name in names)
    if len(names) - playing >= rule.witness_assistants or playing >= rule.witness_players:
        return ""
    more = rule.witness_players - playing
    wanted = (
        ngettext("{count} player more", "{count} players more", more)
        if playing
        else ngettext("{count} player", "{count} players", more)
    )
    assistants = ngettext(
        "{count} assistant referee", "{count} assistant referees", rule.witness_assistants
    )
    asked = _("Name {players}, or {assistants}.").format(
        players=wanted.format(count=more),
        assistants=assistants.format(count=rule.witness_assistants),
    )
    if not names:
        return asked
    watching = ngettext("{names} watches.", "{names} watch.", len(names))
    return watching.format(names=_(" and ").join(names)) + f" {asked}"


def witness_trouble(state: HallState, division: str, names: Sequence[str]) -> str:
    """Return why a round of the division cannot be witnessed by these; "" where it can
    (ACF-3.VIII)."""
    for name in names:
        if len(several := sorted(set(_players_called(state, name)))) > 1:
            return _("{name} may be {names}: type the whole name.").format(
                name=name, names=_(" or ").join(several)
            )
    players = {player.name.casefold() for player in state.players.values()}
    rule = state.divisions[division].book.swiss or MASTERS.swiss
    assert rule is not None  # The ACF's own sheet says who has to watch.
    return witnesses_missing(names, lambda name: name.casefold() in players, rule)


def seed_trouble(state: HallState, key: tuple[str, int], seed: str) -> str:
    """Return why a seed read out by the witnesses cannot be taken; "" where it can (ACF-3.VIII)."""
    if len(seed) > _LONGEST_SEED or not seed.isprintable():
        return _("Type at most {count} letters and numbers.").format(count=_LONGEST_SEED)
    if sum(char.isalnum() for char in seed) < _SHORTEST_SEED:
        short = _("Too short to be chance: read out at least {count} dice or cards.")
        return short.format(count=_SHORTEST_SEED)
    for paired in state.rounds.values():
        if paired.seed == seed and paired.key != key:
            used = _("Round {number} was drawn from it: throw again.")
            return used.format(number=paired.number)
    return ""


class HowDrawn(NamedTuple):
    """How a round came about: its seed, who witnessed it, redraws and overrides with their
    reasons, and what was changed by hand."""

    seed: str
    witnesses: tuple[str, ...] = ()
    notes: Sequence[LogLine] = ()
    by_hand: ByHand | None = None


def publication(
    division: Division,
    number: int,
    seated: tuple[Proposal, Sequence[str]],
    drawn: HowDrawn,
    start: Start,
    token: Callable[[], str],
) -> Draft:
    """Return round ``number`` with its tables as it is published, to be written.

    Its matches are named under the venue of ``division``, and played by what that is now.

    Raises ValueError where there are too few tables.
    """
    proposal, tables = seated
    places = proposal.slots or (("", 0),) * len(proposal.pairs)
    matches = tuple(
        PairedMatch(
            at_venue(token(), division.venue), table, *pair, *place, decisive=proposal.decisive
        )
        for pair, table, place in zip(proposal.pairs, tables, places, strict=True)
    )
    body = RoundPaired(
        start.at,
        drawn.seed,
        matches,
        proposal.byes,
        drawn.witnesses,
        written((*drawn.notes, *proposal.trace)),
        proposal.algorithm,
        tuple(
            FieldEntry(each.player, int(each.match_points), each.byes) for each in proposal.field
        ),
        by_hand=drawn.by_hand,
        rules=division.rules_at(number),
        begun=start.now,
    )
    return Draft(entities.pairing(division.id, number), body, REFEREE)


def may_take_back(moment: Moment, division: str) -> str:
    """Return why the division's last round cannot be taken back; "" where no game of it has
    begun."""
    last = latest(moment, division)
    if last is None or last.contested or not last.event:
        return _("No round is published that could be taken back.")
    begun = [match.table for match in matches_of(moment, last) if has_begun(moment, match)]
    if not begun:
        return ""
    return _("Round {number} has begun at {tables}.").format(
        number=last.number, tables=moment.tables(begun)
    )


def may_postpone(moment: Moment, division: str) -> bool:
    """Return whether the division's last round can begin later: no game of it has begun. On a sheet
    each match has an hour of its own."""
    by_hand = moment.state.divisions[division].book.pairing_system in BY_HAND
    return by_hand and not may_take_back(moment, division)
