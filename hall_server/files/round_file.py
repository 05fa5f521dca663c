"""Reads a crosstable, a tournament report or an event file as the field before a round."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from hall_server.eventfile import DivisionSection, EventFile, PlayerSection, parse_event_file
from hall_server.files.given import STANDARD_INPUT, read_given
from hall_server.files.round_rows import (
    BadRoundFile,
    FileRow,
    crosstable_rows,
    event_rows,
    trf_rows,
)
from hall_server.files.trf_reading import TrfFile, parse_trf
from shared.core.events import BracketPlan
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.standings.crosstable import Crosstable, parse_crosstable
from shared.core.state import EMPTY, Division, OptOut, Player
from shared.pairing import Drawn, Entrant, FieldOfFile
from shared.pairing.by_hand.checked import as_drawn

DEFAULT = RULEBOOKS["acf-majors"]
"""The rules of a file that names none."""
NO_LENGTHS = BracketPlan(main=(1,))
"""The draw sheet of a file that posts no match lengths."""

FORMATS = """\
FILE is one of three kinds: a crosstable with tabs, as standings reads it; a tournament report
(TRF16 or TRF26); or an event file in TOML, for round 1. With - it is read from standard input."""


@dataclass(frozen=True, slots=True)
class RoundFile:
    """The field before a round. ``rows`` has every player of the file by id."""

    rows: Mapping[str, FileRow]
    entrants: tuple[Entrant, ...]
    """The players who can be paired."""
    opted_out: tuple[str, ...]
    """The players who skip the last round (ACF-2.V.F)."""
    standing: Drawn | None
    """The pairing of the round in the file, None if it has none."""
    more_byes: tuple[str, ...]
    """Players with a bye in the round beside the bye of ``standing``."""
    division: Division
    """The field's division, as in a hall."""
    round_no: int
    from_report: bool
    """Whether the file is a tournament report."""
    notices: tuple[str, ...]
    """What the reader of the pairing should know about the file, in sentences."""

    @property
    def rulebook(self) -> Rulebook:
        """Return the rules of the division with the event's overrides."""
        return self.division.book

    @property
    def total_rounds(self) -> int:
        """Return how many rounds are played."""
        return self.division.rounds

    @property
    def field(self) -> FieldOfFile:
        """Return the field as the pairing systems read it."""
        here = {entrant.player for entrant in self.entrants}
        players = {
            row.id: Player(
                row.id,
                row.name,
                self.division.id,
                row.rating or 0,
                "",
                None if row.id in here or row.id in self.opted_out else 0,
                seed=row.seed,
                opt_out=OptOut(self.round_no, True) if row.id in self.opted_out else None,
            )
            for row in self.rows.values()
        }
        divisions = {self.division.id: self.division}
        state = msgspec.structs.replace(EMPTY, divisions=divisions, players=players)
        return FieldOfFile(state, self.entrants, tuple(self.rows))

    def called(self, player: str) -> str:
        """Return a player's number and name, for sentences."""
        row = self.rows.get(player)
        return f"{row.no} {row.name}" if row else player


def load_round(
    path: Path,
    round_no: int,
    *,
    rulebook: Rulebook | None = None,
    division: str = "",
    total_rounds: int | None = None,
    without: Collection[int] = (),
) -> RoundFile:
    """Return the field before round ``round_no`` from a file.

    ``rulebook`` replaces an event file's own; without both, DEFAULT counts. ``without`` holds the
    numbers of players who do not play. Raises BadRoundFile, BadEventFile, CrosstableError and
    TrfError.
    """
    text = _text(path)
    notices: list[str] = []
    overrides, plan = "", NO_LENGTHS
    if _is_trf(text):
        report = parse_trf(text)
        book = rulebook or DEFAULT
        total = total_rounds or report.total_rounds or max(round_no, book.rounds)
        rows = trf_rows(report, round_no)
        notices += _about_report(report, rows, round_no)
    elif _is_crosstable(text):
        table = parse_crosstable(text)
        book = rulebook or DEFAULT
        later = max(round_no, book.rounds)
        total = total_rounds or (table.rounds if round_no <= table.rounds else later)
        rows = crosstable_rows(table, text, round_no)
        notices += _about_table(table, book, round_no)
        if total_rounds is None:
            notices += _about_end(total, round_no, book)
    else:
        event = _event(text, path)
        section = _division(event, division)
        own = rulebook is None or rulebook.name == section.book.name
        book = section.book if rulebook is None or own else rulebook
        if own:
            overrides, plan = section.overrides, section.bracket.plan()
        total = total_rounds or section.rounds
        if round_no > 1 and book.pairing_system != "round_robin":
            raise BadRoundFile(
                f"an event file knows no results, so it gives round 1 and not round {round_no}; "
                "name a crosstable or a tournament report"
            )
        rows = event_rows(_players(event, section, text))
        notices += _about_event(section, book)
    if division and (_is_trf(text) or _is_crosstable(text)):
        raise BadRoundFile("no event file, so it has no divisions; leave out --division")
    drawn = Division(division or "field", book.title, book.name, total, "", overrides, bracket=plan)
    return replace(_round_file(rows, round_no, drawn, notices, without), from_report=_is_trf(text))


def _round_file(
    rows: Sequence[FileRow],
    round_no: int,
    division: Division,
    notices: list[str],
    without: Collection[int],
) -> RoundFile:
    book = division.book
    if round_no > division.rounds:
        raise BadRoundFile(f"round {round_no} comes after the last, which is {division.rounds}")
    unknown = sorted(set(without) - {row.no for row in rows})
    if unknown:
        raise BadRoundFile(f"no player has the number {unknown[0]}; leave out players of the file")
    _each_once(rows)
    notices += _one_sided(rows)
    missing = [row for row in rows if row.open_round is not None]
    if missing:
        named = ", ".join(f"{r.no} {r.name} (round {r.open_round})" for r in missing)
        raise BadRoundFile(
            f"line {missing[0].line}: round {round_no} cannot be paired while results are "
            f"missing: {named}. Enter them first"
        )
    plays = [row for row in rows if row.out is None and row.no not in without]
    notices += [
        f"{row.no} {row.name} (line {row.line}) missed the round before and is taken to play; "
        f"if not, say --without {row.no}."
        for row in plays
        if row.idle
    ]
    by_no = {row.no: row for row in rows}
    for row in rows:
        other = by_no.get(row.now.opponent) if row.now is not None else None
        if row.now is not None and (
            other is None or other.now is None or other.now.opponent != row.no
        ):
            notices.append(
                f"{row.no} {row.name} (line {row.line}) names opponent {row.now.opponent} in round "
                f"{round_no}, who does not name {row.no}."
            )
    return RoundFile(
        rows={row.id: row for row in rows},
        entrants=_entrants(plays, rows, book),
        opted_out=tuple(row.id for row in rows if row.out == "opt_out"),
        standing=_standing(plays, rows, book),
        more_byes=tuple(row.id for row in plays if row.bye_now)[1:],
        division=division,
        round_no=round_no,
        from_report=False,
        notices=tuple(notices),
    )


def _entrants(
    plays: Sequence[FileRow], rows: Sequence[FileRow], book: Rulebook
) -> tuple[Entrant, ...]:
    id_of = {row.no: row.id for row in rows}
    forfeits_count = book.swiss is None or book.swiss.forfeited_pairing_counts
    return tuple(
        Entrant(
            row.id,
            row.points,
            row.rating,
            row.byes > 0,
            frozenset(
                id_of[meeting.opponent]
                for meeting in row.meetings
                if forfeits_count or not meeting.forfeited
            ),
            max(0, row.byes - 1),
        )
        for row in plays
    )


def _standing(plays: Sequence[FileRow], rows: Sequence[FileRow], book: Rulebook) -> Drawn | None:
    """Return the round of the file: pairs who name each other, and the first bye."""
    id_of = {row.no: row.id for row in rows}
    named = {row.no: row.now.opponent for row in rows if row.now is not None}
    pairs = [(id_of[a], id_of[b]) for a, b in named.items() if named.get(b) == a and (a < b)]
    byes = [row.id for row in plays if row.bye_now]
    if not named and not byes:
        return None
    return as_drawn(_entrants(plays, rows, book), pairs, byes[0] if byes else None)


def _each_once(rows: Sequence[FileRow]) -> None:
    known: dict[str, FileRow] = {}
    for row in rows:
        other = known.setdefault(" ".join(row.name.casefold().split()), row)
        if other is not row:
            raise BadRoundFile(
                f"line {row.line}: {row.name} is in the field twice, as {other.no} (line "
                f"{other.line}) and {row.no}; take one out, or give them different names"
            )


def _one_sided(rows: Sequence[FileRow]) -> list[str]:
    """Return notes on earlier rounds in which a player names an opponent who names another.

    The two count as having met, so that a table with a wrong cell can be paired without a
    re-pairing. Raises BadRoundFile for an opponent who is not in the file.
    """
    said: list[str] = []
    by_no = {row.no: row for row in rows}
    for row in rows:
        for meeting in row.meetings:
            other = by_no.get(meeting.opponent)
            start = f"line {row.line}, round {meeting.round_no}: {row.no} {row.name} names opponent"
            if other is None or other is row:
                raise BadRoundFile(
                    f"{start} {meeting.opponent}, who is no other player of the file; mend it"
                )
            back = [m.opponent for m in other.meetings if m.round_no == meeting.round_no]
            if back != [row.no]:
                names = f"names {back[0]}" if back else "names nobody"
                said.append(
                    f"{start} {other.no} {other.name}, who {names} (line {other.line}): one of the "
                    "two is wrong. They are taken to have met."
                )
    return said


def _about_table(table: Crosstable, book: Rulebook, round_no: int) -> list[str]:
    names = {entry.number: entry.name for entry in table.entries}
    return [
        f"{found.player} {names[found.player]}, round {found.round}: {found.sentence}."
        for found in table.problems(book)
        # ``_one_sided`` reports opponents, for every kind of file.
        if found.round < round_no and not found.sentence.startswith("names opponent")
    ]


def _about_end(total: int, round_no: int, book: Rulebook) -> list[str]:
    """Return a note near the end, where other rules hold and a table may lack columns."""
    to_come = total - round_no
    if book.swiss is None or total >= book.rounds or to_come > book.swiss.re_pairing_rounds:
        return []
    place = f"{to_come} before the last" if to_come else "the last"
    return [
        f"The table has {total} rounds, so round {round_no} is taken as {place}; if it is not, say "
        "--rounds."
    ]


def _about_report(report: TrfFile, rows: Sequence[FileRow], round_no: int) -> list[str]:
    said = [*report.doubts]
    said += [f"The report holds {what}: not taken into account." for what in report.ignored]
    players = {player.number: player for player in report.players}
    for row in rows:
        from_results = report.points_before(players[row.no], round_no)
        if row.points != from_results:
            said.append(
                f"{row.no} {row.name} (line {row.line}) has {row.points} points, but results "
                f"for {from_results}: the points stated are taken."
            )
    return said


def _about_event(section: DivisionSection, book: Rulebook) -> list[str]:
    if book.name == section.book.name:
        return [f"Set by the event: {', '.join(book.overridden)}."] if book.overridden else []
    dropped = " and its overrides" if section.book.overridden else ""
    return [f"By {book.title}, as asked; the event's {section.book.title}{dropped} are left aside."]


def _players(
    event: EventFile, section: DivisionSection, text: str
) -> list[tuple[PlayerSection, int]]:
    heads = re.finditer(r"^[ \t]*\[\[[ \t]*player[ \t]*\]\]", text, re.MULTILINE)
    lines = [text.count("\n", 0, head.start()) + 1 for head in heads]
    players = event.players()
    # Players written as an inline list have no line of their own.
    lines = lines if len(lines) == len(players) else [1] * len(players)
    return [
        (player, line)
        for player, line in zip(players, lines, strict=True)
        if player.division == section.id
    ]


def _division(event: EventFile, wanted: str) -> DivisionSection:
    sections = {section.id: section for section in event.divisions()}
    if wanted in sections:
        return sections[wanted]
    if not wanted and len(sections) == 1:
        return next(iter(sections.values()))
    names = ", ".join(sections)
    if wanted:
        raise BadRoundFile(f"there is no division {wanted!r}; there are {names}")
    raise BadRoundFile(f"there are the divisions {names}; say which one with --division")


def _text(path: Path) -> str:
    try:
        raw = read_given(path)
    except OSError as error:
        raise BadRoundFile(f"cannot be read: {error.strerror}. Name a file that is there") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
        if _is_trf(text):  # older programs write reports in Latin-1
            return text
    raise BadRoundFile("not text in UTF-8. Save it as UTF-8")


def _is_trf(text: str) -> bool:
    return re.search(r"^\ufeff?001 ", text, re.MULTILINE) is not None


def _is_crosstable(text: str) -> bool:
    header = re.search(r"^\ufeff?[^#\s].*$", text, re.MULTILINE)
    return header is not None and "\t" in header[0]


def _is_event(path: Path) -> bool:
    return path.suffix == ".toml" or path == STANDARD_INPUT


def _event(text: str, path: Path) -> EventFile:
    if not _is_event(path):
        raise BadRoundFile(f"of no kind that is known here. {FORMATS}".replace("\n", " "))
    return parse_event_file(text, str(path))
