"""Plans the import of rounds that were played elsewhere. Writes nothing.

Pairings become rounds that a referee publishes, and results become the referee's rulings. The plan
also names what the rulebook cannot express.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from hall_server.files.intake import one_line
from hall_server.files.sources import PastCell, PastPlayer, PastRounds, points_text
from shared.core.events import (
    Actor,
    DecisionMade,
    Draft,
    FieldEntry,
    PairedMatch,
    PlayerOptedOut,
    PlayerWithdrawn,
    RoundPaired,
    entities,
)
from shared.core.events.entities import MatchKey, at_venue
from shared.core.events.measures import Imported, MatchDecided, taken
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import match_points, played_out
from shared.core.state import Division, HallState, Match, OptOut, Result, Round, Version
from shared.core.text.fields import noted
from shared.core.text.for_people import counted
from shared.pairing.log.lines import FromFile, written
from shared.pairing.places import division_standings
from shared.pairing.seating import SeatingImpossible, seat

ALGORITHM: Final = "imported"
"""The name of the draw of a round that was drawn elsewhere."""
_BY: Final = Actor("referee", "key")
_SOURCE_LETTERS: Final = 80


@dataclass(frozen=True, slots=True)
class RoundsPlan:
    """What an import of rounds would write: all of ``drafts``, or none if there are ``problems``.

    ``rounds`` says what each round holds, ``differing`` what the rulebook cannot express, line by
    line. ``after`` is the hall as it would be.
    """

    drafts: tuple[Draft, ...]
    rounds: tuple[str, ...]
    notes: tuple[str, ...]
    differing: tuple[str, ...]
    problems: tuple[str, ...]
    after: HallState


def why_not(state: HallState, division: Division) -> str:
    """Return why a division takes no rounds, "" if it does."""
    system = division.book.pairing_system
    if division.unreadable:
        return f"{division.name} has rules that this software cannot read"
    if not state.pairs(division.id):
        return f"{division.name} is paired at {division.led_by or 'headquarters'}"
    if system != "swiss":
        said = system.replace("_", " ")
        return (
            f"{division.name} is played as {said}, which follows from its own first draw; rounds"
            " of another program fit only into the Swiss system"
        )
    here = sum(key[0] == division.id for key in state.rounds)
    if here:
        return f"{division.name} has {counted(here, 'round')} of its own already"
    return ""


class Origin(NamedTuple):
    """The file that rounds come from, now (UTC ms), and what gives fresh match uids."""

    file: str
    at: int
    token: Callable[[], str]


def plan_rounds(
    state: HallState,
    past: PastRounds,
    ids: Mapping[int, str],
    division: Division,
    origin: Origin,
) -> RoundsPlan:
    """Return the plan that imports ``past`` into ``division``, where its players are registered.

    ``ids`` has the player of each number of the file.
    """
    book = division.book
    origin = origin._replace(file=one_line(origin.file)[:_SOURCE_LETTERS])
    problems = [f"{sentence}." for sentence in past.problems]
    if past.rounds > division.rounds:
        problems.append(
            f"The file tells of {past.rounds} rounds, and {division.name} has {division.rounds}."
        )
    problems += [
        f"line {p.line}: {p.name} plays {elsewhere}, and the rounds are those of {division.name}."
        for p in past.players
        if (elsewhere := state.players[ids[p.number]].division) != division.id
    ]
    if problems:
        return RoundsPlan((), (), past.notes, (), tuple(problems), state)
    reading = _Taking(state, past, ids, division, origin)
    for number in range(1, past.rounds + 1):
        reading.round(number)
    reading.departures()
    after = reading.after()
    differing = (*reading.differing, *_totals(after, past, ids, division.id, book))
    if past.idle and past.rounds < division.rounds:
        names = ", ".join(past.idle)
        reading.notes.append(
            "Without a match in the file's last round, and in the next one unless you withdraw"
            f" them: {names}."
        )
    return RoundsPlan(
        tuple(reading.drafts),
        tuple(reading.said),
        (*past.notes, *reading.notes),
        differing,
        tuple(reading.problems),
        after,
    )


class _Taking:
    """The import as it goes on, one round after the other."""

    def __init__(
        self,
        state: HallState,
        past: PastRounds,
        ids: Mapping[int, str],
        division: Division,
        origin: Origin,
    ) -> None:
        self.state, self.past, self.ids, self.division = state, past, ids, division
        self.book = division.book
        self.source, self.at, self.token = origin
        self.drafts: list[Draft] = []
        self.said: list[str] = []
        self.notes: list[str] = []
        self.differing: list[str] = []
        self.problems: list[str] = []
        self._rounds: dict[tuple[str, int], Round] = {}
        self._matches: dict[str, Match] = {}
        self._players = dict(state.players)
        self._byes: dict[int, int] = {}
        self._entered: set[int] = set()

    def round(self, number: int) -> None:
        """Import one round."""
        pairs = self.past.pairs(number)
        players = [(self.ids[one.number], self.ids[other.number]) for one, other in pairs]
        try:
            tables = self._tables(players)
        except SeatingImpossible as error:
            self.problems.append(f"Round {number}: {error}")
            return
        field = tuple(
            FieldEntry(
                self.ids[p.number], int(p.points_before(number)), self._byes.get(p.number, 0)
            )
            for p in self.past.players
            if p.cells[number - 1].kind not in ("absent", "withdrawn", "opt_out")
        )
        byes = tuple(
            self.ids[p.number] for p in self.past.players if p.cells[number - 1].kind == "bye"
        )
        for player in self.past.players:
            self._without_game(player, number)
        matches = tuple(
            PairedMatch(at_venue(self.token(), self.division.venue), table, *pair)
            for pair, table in zip(players, tables, strict=True)
        )
        key = (self.division.id, number)
        trace = written((FromFile(noted(self.source)),))
        body = RoundPaired(self.at, "", matches, byes, (), trace, ALGORITHM, field)
        self.drafts.append(Draft(entities.pairing(*key), body, _BY))
        self._rounds[key] = Round(
            *key, self.at, "", matches, byes, False, trace, (), "imported", ALGORITHM, field
        )
        still = 0
        for paired, (one, other) in zip(matches, pairs, strict=True):
            still += not self._match(number, paired, one, other)
        parts = [
            counted(len(matches), "match", "matches"),
            counted(len(matches) - still, "result"),
        ]
        parts += [counted(len(byes), "bye")] if byes else []
        parts += [f"{still} still to be played"] if still else []
        self.said.append(f"+ round {number}: {', '.join(parts)}")

    def _tables(self, pairs: list[tuple[str, str]]) -> tuple[str, ...]:
        up = self.state.tables_up
        known = [table for table in self.division.tables or up if table in up]
        return seat(pairs, tables=known, fixed={}, taken={})

    def _without_game(self, player: PastPlayer, number: int) -> None:
        """Note where a round without an opponent brings other points than in the file."""
        cell, book = player.cells[number - 1], self.book
        earlier = self._byes.get(player.number, 0)
        gives = 0
        what = ""
        if cell.opponent is not None:
            self._entered.add(player.number)
            return
        if cell.kind == "bye":
            self._entered.add(player.number)
            self._byes[player.number] = earlier + 1
            gives = book.bye_points[min(earlier, len(book.bye_points) - 1)]
            what = "a bye"
        elif cell.kind == "opt_out" or self._skips(cell, number):
            self._opt_out(player, number)
            return
        elif cell.kind == "absent":
            gives = 0 if player.number in self._entered else book.late_entry_points
            what = "a round missed"
        if cell.points != gives or cell.word:
            says = f" for {points_text(cell.points)}" if cell.points != gives else ""
            named = cell.word or what or "nothing"
            self.differing.append(
                f"line {player.line}, round {number}: {player.name} has {named}{says}; by"
                f" {book.title} it is {what or 'nothing'} and brings {gives}."
            )

    def _skips(self, cell: PastCell, number: int) -> bool:
        """Return whether the points are those of a last round that is skipped by leave."""
        allowed = self.book.opt_out_points is not None and number == self.division.rounds
        return allowed and cell.points == self.book.opt_out_points and cell.points > 0

    def _opt_out(self, player: PastPlayer, number: int) -> None:
        ident, in_time = self.ids[player.number], True
        if self.book.opt_out_points is None or number != self.division.rounds:
            self.problems.append(
                f"line {player.line}, round {number}: {self.book.title} lets no player skip this"
                f" round; write - where {player.name} did."
            )
            return
        in_time = player.cells[number - 1].points == self.book.opt_out_points
        self.drafts.append(Draft(entities.opt_out(ident), PlayerOptedOut(number, in_time), _BY))
        known = self._players[ident]
        self._players[ident] = msgspec.structs.replace(known, opt_out=OptOut(number, in_time))

    def _match(self, number: int, paired: PairedMatch, one: PastPlayer, other: PastPlayer) -> bool:
        """Import a match and its result; return False if it has none."""
        key = MatchKey(self.division.id, number, paired.uid)
        match = Match(key, paired.table, paired.players, self.at, "in_force")
        self._matches[paired.uid] = match
        mine, theirs = one.cells[number - 1], other.cells[number - 1]
        said = f"{points_text(mine.points)}–{points_text(theirs.points)}"
        if mine.kind == "open":
            return False
        outcome = _outcome(self.book, mine, theirs)
        if outcome is None:
            self.problems.append(
                f"line {one.line}, round {number}: no match under {self.book.title} ends"
                f" {said}, as this one with {other.name}."
            )
            return False
        gives = match_points(self.book, outcome)
        if gives != (mine.points, theirs.points):
            self.differing.append(
                f"line {one.line}, round {number}: {one.name} – {other.name} brings"
                f" {gives[0]}–{gives[1]} by {self.book.title}, and {said} in the file."
            )
        clause = self.book.sheet.authority
        ent = entities.match_decision(key)
        decided = (Imported(noted(self.source), said), MatchDecided.by(outcome))
        body = DecisionMade(taken(ent, *decided), clause)
        self.drafts.append(Draft(ent, body, _BY))
        version = Version(None, outcome, "imported", "", self.at, _BY.how, clause)
        result = Result("ruled", outcome, (version,))
        self._matches[paired.uid] = msgspec.structs.replace(match, result=result)
        return True

    def departures(self) -> None:
        """Withdraw the players who have left according to the file."""
        for player in self.past.players:
            gone = [n for n, cell in enumerate(player.cells, start=1) if cell.kind == "withdrawn"]
            if gone:
                ident = self.ids[player.number]
                body = PlayerWithdrawn(gone[0] - 1, noted(self.source))
                self.drafts.append(Draft(entities.withdrawal(ident), body, _BY))
                self._players[ident] = msgspec.structs.replace(
                    self._players[ident], withdrawn_after=gone[0] - 1
                )

    def after(self) -> HallState:
        """Return the hall as it would be."""
        return msgspec.structs.replace(
            self.state,
            players=self._players,
            rounds={**self.state.rounds, **self._rounds},
            matches={**self.state.matches, **self._matches},
        )


def _outcome(book: Rulebook, mine: PastCell, theirs: PastCell) -> Outcome | None:
    """Return the simplest games that bring the points of the two cells, None if none do."""
    points = (mine.points, theirs.points)
    void = Outcome((), "agreed")
    if mine.kind == "forfeit":
        won = Code.WIN_BY_FORFEIT if mine.points else Code.LOSS_BY_FORFEIT
        code = won if any(points) else Code.LOST_BY_BOTH
        return Outcome((code,) * book.games_per_match)
    fitting = [each for each in played_out(book) if match_points(book, each) == points]
    plainest = min(fitting, key=lambda each: len(set(each.games)), default=None)
    if plainest is None and points == match_points(book, void):
        return void
    return plainest


def _totals(
    after: HallState, past: PastRounds, ids: Mapping[int, str], division: str, book: Rulebook
) -> Iterator[str]:
    """Yield each player whose points would differ from the file's totals."""
    points = {row.player: row.match_points for row in division_standings(after, division)}
    for player in past.players:
        here = points.get(ids[player.number])
        if player.stated is not None and here != player.stated:
            yield (
                f"line {player.line}: {player.name} has {points_text(player.stated)} points in the"
                f" file and {here} by {book.title}."
            )
