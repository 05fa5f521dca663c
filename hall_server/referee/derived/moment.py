"""The hall at one moment, and how it is said: names, tables, times of day. Decides nothing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from rich.cells import cell_len

from shared.core.clock import face
from shared.core.decisions.words import sayings
from shared.core.events import FlagLogged, ScoreLogged, entities
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import SEATS, Seat
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import FALLBACK, HallState, Match, Report, ResultStatus, Version
from shared.core.state.floor import hall_order
from shared.core.state.points_words import score_in_log, score_words
from shared.core.state.venue_line import VenueLine
from shared.core.text.language import N_, _, ngettext, pgettext
from shared.core.text.sentence import Sentence
from shared.port import DeviceSeen, Link, LiveSeen, LiveTable
from shared.tui.names import clip
from shared.tui.times import clock_time, local

T = TypeVar("T")

SILENT_MS = 30_000
"""A table that told nothing for so long may be anywhere in its day; one that starts again is back
before that."""
_WIDEST_SIGN = 18
_NAMED = 12
"""Tables that a sentence names; the floor shows them all."""

STATUS_WORDS: dict[ResultStatus, str] = {
    "none": N_("none"),
    "entered": N_("entered"),
    "confirmed": N_("confirmed"),
    "disputed": N_("disputed"),
    "conflict": N_("conflict"),
    "ruled": N_("ruled"),
}
"""How far a result has got."""

_OF_TABLES = (
    N_("unverified press"), N_("software"),
    N_("flag"), N_("game end"), N_("pause"), N_("restart"), N_("sleep"), N_("time called"),
    N_("five minutes"), N_("lowder"), N_("untimed"), N_("clock match"), N_("clock game"),
    N_("set time"), N_("call time"), N_("add time"), N_("resume"), N_("start absent"),
    N_("30 s"),
)  # fmt: skip
"""How a side signed where it was not by its PIN, and why a table logged its clock, as events have
it."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """What a table last told: ``seen_at`` in monotonic ms. In UTC ms, and 0 while it is not so:
    ``flag_at`` since when a flag is down, ``noticed_at`` since when a flag of a match of points
    waits for both signatures, ``claimed_at`` since when a claim of game and match does."""

    live: LiveTable
    seen_at: int
    flag_at: int = 0
    noticed_at: int = 0
    claimed_at: int = 0

    @property
    def flag(self) -> FlagLogged | None:
        """The flag of a match of points that was noticed and that both have not signed."""
        return self.live.score.flag if self.live.score is not None else None


def name_width(width: int) -> int:
    """Return the cells of a name in a line of a list, on a screen of ``width`` cells."""
    return 24 if width >= 70 else 14


def clipped(names: tuple[str, str], width: int) -> tuple[str, str]:
    """Return both names in at most ``width`` cells, as they are where they would then be equal."""
    short = clip(names[0], width), clip(names[1], width)
    return names if short[0] == short[1] else short


def first_of(found: Sequence[T], most: int, say: Callable[[T], str] = str) -> tuple[str, ...]:
    """Say at most so many of what was found, and then how many more there are."""
    lines = tuple(map(say, found[:most]))
    more = _("and {count} more").format(count=len(found) - most)
    return lines if len(found) <= most else (*lines, more)


def read(before: TableReading | None, seen: LiveSeen, now_ms: int) -> TableReading:
    """Return the reading after ``seen``; what stays as it was keeps the time when it was first
    seen."""
    after = TableReading(seen.live, seen.seen_at)
    known = before if before is not None and before.live.uid == seen.live.uid else after
    flag = after.flag
    return replace(
        after,
        flag_at=(known.flag_at or now_ms) if seen.live.flag is not None else 0,
        noticed_at=(known.noticed_at or now_ms) if flag is not None else 0,
        claimed_at=(known.claimed_at or now_ms) if flag is not None and flag.claim else 0,
    )


@dataclass(frozen=True)
class Moment:
    """The state, the link and the clocks as they are now; ``now_ms`` is this node's UTC ms.

    ``live`` holds the last reading of each table, by match uid; ``venues`` how those of a
    championship stand; ``seen`` when the hall heard each device last, by node. ``mono_ms`` is this
    node's monotonic clock.
    """

    state: HallState
    link: Link
    now_ms: int
    live: Mapping[str, TableReading] = field(default_factory=dict)
    venues: tuple[VenueLine, ...] = ()
    seen: Mapping[str, DeviceSeen] = field(default_factory=dict)
    mono_ms: int = 0

    @property
    def hall_ms(self) -> int:
        """UTC ms as the hall counts it: this node's clock less what it is ahead."""
        return self.now_ms - self.link.offset_ms

    def told_by(self, match: Match) -> LiveTable | None:
        """Return what the table of a match told just now; None where it told nothing for a
        while."""
        seen = self.live.get(match.uid)
        fresh = seen is not None and self.mono_ms - seen.seen_at < SILENT_MS
        return seen.live if seen is not None and fresh else None

    def reading_of(self, table: str) -> TableReading | None:
        """Return what a table told last, whichever match it was about."""
        return self._told_last.get(table)

    @cached_property
    def _told_last(self) -> dict[str, TableReading]:
        found: dict[str, TableReading] = {}
        for each in self.live.values():
            known = found.get(each.live.table)
            if known is None or known.seen_at < each.seen_at:
                found[each.live.table] = each
        return found

    def heard_at(self, table: str) -> int | None:
        """Return when the device of a table was heard last (monotonic ms), by what it told of the
        clock or by the hall's word; None for never."""
        known, reading = self.state.tables.get(table), self.reading_of(table)
        seen = self.seen.get(known.device) if known is not None else None
        return max((at.seen_at for at in (seen, reading) if at is not None), default=None)

    def is_on_paper(self, match: Match) -> bool:
        """Return whether the table of a match never had a device, and none told of it: who sits
        there is not known, and the result comes on a slip."""
        known = self.state.tables.get(match.table)
        unheard = known is not None and not known.device and self.heard_at(match.table) is None
        return unheard and not any(match.seated)

    def is_unheard(self, table: str) -> bool:
        """Return whether a table has a device that the hall has never heard; it tells whom it
        has."""
        known = self.state.tables.get(table)
        has_one = known is not None and known.device in self.state.devices
        told = bool(self.seen) and self.link.state == "live"
        return has_one and told and self.heard_at(table) is None

    def is_silent(self, table: str) -> bool:
        """Return whether the device of a table is not heard now: what it has taken in is not
        known."""
        at = self.heard_at(table)
        if at is None:
            return self.is_unheard(table)
        return bool(self.seen) and self.mono_ms - at >= SILENT_MS

    @property
    def zone(self) -> str:
        """The event's IANA zone."""
        return self.state.tournament.zone if self.state.tournament else "UTC"

    def reports_of(self, match: MatchKey | None) -> tuple[Report, ...]:
        """Return every report about a match; about none, those that name no match."""
        return self._reports_of.get(match, ())

    @cached_property
    def _reports_of(self) -> dict[MatchKey | None, tuple[Report, ...]]:
        found: dict[MatchKey | None, list[Report]] = {}
        for report in self.state.reports.values():
            found.setdefault(report.match, []).append(report)
        return {match: tuple(reports) for match, reports in found.items()}

    @cached_property
    def playing(self) -> tuple[Match, ...]:
        """Matches in force of each division's latest round, and earlier ones that are still
        played where matches are called one by one; in table order."""
        latest: dict[str, int] = {}
        for division, number in self.state.rounds:
            latest[division] = max(number, latest.get(division, 0))
        found = [
            match
            for match in self.state.matches.values()
            if match.standing != "withdrawn"
            and (match.key.round_no == latest.get(match.key.division) or not match.result.counts)
        ]
        return tuple(sorted(found, key=lambda match: (hall_order(match.table), match.uid)))

    def match(self, key: MatchKey | None) -> Match | None:
        """Return the match that a key names, or None."""
        return None if key is None else self.state.matches.get(key.uid)

    def book(self, match: Match | None) -> Rulebook:
        """Return the rulebook under which a match is played; the fallback for no match."""
        if match is None:
            return RULEBOOKS[FALLBACK]
        paired = match.key.division, match.key.round_no, match.rules
        if paired not in self._books:
            division = self.state.played_by(match)
            self._books[paired] = RULEBOOKS[FALLBACK] if division is None else division.book
        return self._books[paired]

    @cached_property
    def _books(self) -> dict[tuple[str, int, str], Rulebook]:
        return {}

    def name(self, player: str) -> str:
        """Return a player's name; the id of one who is not registered."""
        known = self.state.players.get(player)
        return known.name if known else player

    def device_name(self, node: str) -> str:
        """Return what a device is called; the beginning of its key where it is not known."""
        device = self.state.devices.get(node)
        return node[:8] if device is None else device.label

    def conflicts(self, *families: str) -> Iterator[tuple[str, entities.Parsed]]:
        """Yield each entity of some families that was written twice apart, and it parsed."""
        for alarm in self.state.alarms:
            parsed = entities.parse(alarm.ent)
            if alarm.kind == "conflict" and parsed is not None and parsed.family in families:
                yield alarm.ent, parsed

    def names(self, match: Match) -> tuple[str, str]:
        """Return both players' names in seat order."""
        return self.name(match.players[0]), self.name(match.players[1])

    def said(self, sentence: Sentence) -> str:
        """Return a sentence in the language spoken, with the names of players and tables in it."""
        return sentence.said(self.name, self.label)

    def round(self, match: Match) -> str:
        """Return which round a match stands in, in a sentence; a playoff stands in none
        (ACF-1.XIII.B)."""
        if match.playoff:
            return pgettext("match", "playoff")
        return _("round {number}").format(number=match.key.round_no)

    def round_sign(self, match: Match) -> str:
        """Return the same in three columns: ``R12``, ``PO``."""
        if match.playoff:
            return pgettext("round", "PO")
        return _("R{number}").format(number=match.key.round_no)

    def colour(self, match: Match, seat: Seat, game: int = 1) -> str:
        """Return the side's name that a seat has in a game, "" before the draw (ACF-1.VIII.A)."""
        if match.draw is None:
            return ""
        moves_first = (match.draw.first_seat == seat) == (game % 2 == 1)
        return pgettext("side", self.book(match).sides[0 if moves_first else 1])

    def label(self, table: str) -> str:
        """Return what stands on the table's sign."""
        known = self.state.tables.get(table)
        return known.label if known else table

    def sign_width(self, least: int) -> int:
        """Return columns for T and a table's sign: at headquarters it names the hall."""
        widest = max((cell_len(table.label) for table in self.state.tables.values()), default=0)
        return max(least, min(1 + widest, _WIDEST_SIGN))

    def table(self, table: str) -> str:
        """Return a table in a sentence: ``table 14``; a label that is a word stands alone."""
        label = self.label(table)
        if label[:1].isdigit():
            return _("table {label}").format(label=label)
        return label or _("no table")

    def tables(self, tables: list[str]) -> str:
        """Return several tables in a sentence: ``tables 4, 9 and 12``; of very many, how many
        more."""
        labels = [self.label(table) for table in sorted(tables, key=hall_order)]
        if len(labels) == 1:
            return self.table(tables[0])
        if len(labels) > _NAMED:
            return _("tables {labels} and {count} more").format(
                labels=", ".join(labels[:_NAMED]), count=len(labels) - _NAMED
            )
        return _("tables {labels} and {last}").format(
            labels=", ".join(labels[:-1]), last=labels[-1]
        )

    def at(self, at_ms: int) -> str:
        """``14:02:10`` in the event's zone."""
        return f"{local(at_ms, self.zone):%H:%M:%S}"

    def minute(self, at_ms: int) -> str:
        """``14:02`` in the event's zone; another day is named."""
        return clock_time(at_ms, self.zone, self.now_ms)

    def says(self, match: Match, version: Version) -> str:
        """Return one version of a result as a line of evidence."""
        words = sayings(version.outcome, self.names(match))
        if version.seat is None:
            ground = f"{version.clause} {version.reason}"
            ruled = _("Ruled {time}: {result} – {ground}")
            return ruled.format(time=self.at(version.at), result=words, ground=ground).strip()
        how = "" if version.how == "pin" else f", {_(version.how)}"
        return _("{name} signed {time}{how}: {result}").format(
            name=self.names(match)[version.seat], time=self.at(version.at), how=how, result=words
        )

    def result_lines(self, match: Match) -> tuple[str, ...]:
        """Return every version of a match's result, then its clocks."""
        versions = (self.says(match, version) for version in match.result.versions)
        return (*versions, *self.clock_lines(match))

    def clock_lines(self, match: Match) -> tuple[str, ...]:
        """Return the evidence of score and clock: the log's last reading and what the table shows
        now."""
        seen = self.live.get(match.uid)
        if seen is None or not seen.live.clocked:
            return (*self.score_lines(match), *self.logged_lines(match))
        shown = _("The table shows, game {game}: {left}").format(
            game=seen.live.game, left=self._left(match, seen.live.remaining_ms)
        )
        return (*self.score_lines(match), *self.logged_lines(match), shown)

    def score_lines(self, match: Match) -> tuple[str, ...]:
        """Score and cube of a match of points: as the table shows them, else as it logged them."""
        score = self.score(match)
        if score is None:
            return ()
        words = score_words(score, self.names(match), max(1, match.length))
        return (f"{words[:1].upper()}{words[1:]}",)

    def score(self, match: Match) -> ScoreLogged | None:
        """Return the scoreboard of a match of points as it is known here; None for other
        matches."""
        seen = self.live.get(match.uid)
        shown = seen.live.score if seen is not None else None
        return shown if shown is not None else score_in_log(match)

    def logged_lines(self, match: Match) -> tuple[str, ...]:
        """Return what the log has of a match's clock."""
        log = match.clock
        if log is None:
            return ()
        reading = _("Clock log, game {game} ({why}): {left}")
        presses = ngettext(
            "{count} press in the log; moves this game {moves}",
            "{count} presses in the log; moves this game {moves}",
            match.presses,
        )
        return (
            reading.format(
                game=log.game,
                why=_(log.why),
                left=self._left(match, log.remaining_ms),
            ),
            presses.format(count=match.presses, moves="–".join(str(count) for count in log.moves)),
        )

    def _left(self, match: Match, remaining_ms: tuple[int, int]) -> str:
        names = self.names(match)
        return ", ".join(f"{names[s]} {face(remaining_ms[s])}" for s in SEATS)

    def game_now(self, match: Match) -> int:
        """Return the game that is being played, from 1: what the table shows, else what it
        logged."""
        seen = self.live.get(match.uid)
        game = seen.live.game if seen else match.clock.game if match.clock else 1
        book = self.book(match)
        # Of a match of points nobody knows how many games it takes.
        return max(game, 1) if book.scoring == "points" else min(max(game, 1), book.games_per_match)
