"""Checks of an event file; each error names the line and the remedy."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from hall_server.eventfile.hall_plan import spots
from hall_server.eventfile.sections import (
    SCHEMA,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    PrizeSection,
    ScheduleSection,
    TableSection,
)
from shared.core.clock import new_clock
from shared.core.events.eligibility import is_day
from shared.core.events.entities import checked
from shared.core.match.controls import parse_time_control
from shared.core.match.schedule import instant
from shared.core.rulebooks import (
    RULEBOOKS,
    BadOverride,
    UnknownRulebook,
    apply_overrides,
    rulebook,
)
from shared.core.text.faults import field_of
from shared.core.text.for_people import ForPeople
from shared.pairing.seating import overlaps

_SECTIONS = {
    "event": EventSection,
    "division": DivisionSection,
    "player": PlayerSection,
    "table": TableSection,
    "schedule": ScheduleSection,
    "prize": PrizeSection,
}
DEEPEST = 12
"""Parts of the longest key. A parser can need the square of them: 32,000 take half a minute."""
_QUOTED = r'"(?:\\.|[^"\\\n])*+"'
_PLAIN = r"'[^'\n]*+'"
_PART = rf"(?:[\w-]++|{_QUOTED}|{_PLAIN})"
_PASSED = (r'"""(?:\\.|[^\\])*?(?:"""|\Z)', rf"{_QUOTED}?", r"'{3}.*?(?:'{3}|\Z)", rf"{_PLAIN}?",
           r"#[^\n]*+", r"[\w-]++")  # fmt: skip
_TOKEN = re.compile(
    rf"(?P<deep>(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}})|" + "|".join(_PASSED), re.DOTALL
)
"""A key with too many parts, or a string, a comment or a word, which are skipped."""


def place(name: str, text: str, complaint: str) -> str:
    """Return file and line of the field that a validation error names."""
    where = complaint.partition(" - at ")[2]
    section = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", where)
    start = start_of(text, section[1], int(section[2] or 0)) if section else 0
    unknown = re.search(r"unknown field `([^`]+)`", complaint)
    field = unknown[1] if unknown else field_of(complaint)
    line = line_of(text, rf"^[ \t]*\[*{re.escape(field)}\b", start) if field else ""
    return name + (line or (line_of(text, r"\S", start) if section else ""))


def start_of(text: str, section: str, number: int) -> int:
    """Return where the ``number``-th section of a name begins, counted from 0; 0 for none."""
    heads = re.finditer(rf"^[ \t]*\[+[ \t]*{re.escape(section)}[ \t]*\]", text, re.MULTILINE)
    return next((head.start() for at, head in enumerate(heads) if at == number), 0)


def override_line(text: str, division: int, path: str) -> str:
    """Return the line of a field that a division overrides, dotted or in a table."""
    start = start_of(text, "division", division)
    end = start_of(text, "division", division + 1) or len(text)
    group, _, leaf = (re.escape(part) for part in path.rpartition("."))
    key = rf"^[ \t]*(?:[\w.\"']*\.)?[\"']?{leaf}[\"']?[ \t]*="
    written = [
        (rf"^[ \t]*\[[ \t]*division\.override\.{group}[ \t]*\]", key),
        (r"^[ \t]*\[[ \t]*division\.override[ \t]*\]", key),
        (r"", rf"^[ \t]*override\b.*\b{leaf}\b"),
    ]
    for head, field in written:
        found = re.compile(head, re.MULTILINE).search(text, start, end)
        line = found and re.compile(field, re.MULTILINE).search(text, found.end(), end)
        if line:
            return _line_at(text, line.start())
    return line_of(text, r"\S", start)


def line_of(text: str, pattern: str, start: int = 0) -> str:
    """Return ``, line N`` of the first match of ``pattern``, "" without one."""
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return _line_at(text, found.start()) if found else ""


def _line_at(text: str, at: int) -> str:
    return f", line {text.count(chr(10), 0, at) + 1}"


def too_deep(text: str) -> str:
    """Return the line of the first key with too many parts, "" if none has."""
    found = next((token for token in _TOKEN.finditer(text) if token["deep"]), None)
    return _line_at(text, found.start()) if found else ""


def nested(text: str) -> str:
    """Return the line with the most brackets and digits: it is the one that cannot be read."""
    lines = text.split("\n")
    worst = max(range(len(lines)), key=lambda at: len(re.findall(r"[\[{.\d]", lines[at])))
    return f", line {worst + 1}"


def allowed(error: msgspec.ValidationError) -> str:
    """Return a sentence with the allowed fields, "" if no field is unknown."""
    if "unknown field" not in str(error):
        return ""
    where = str(error).partition(" - at ")[2]
    section = next((kind for key, kind in _SECTIONS.items() if f"$.{key}" in where), EventFile)
    return f" Allowed here: {', '.join(section.__struct_fields__)}."


class BadEventFile(ForPeople, ValueError):
    """The event file cannot be used; the sentence names file, line and remedy."""


Refuse = Callable[[object, str], BadEventFile]


@contextmanager
def _sound(refuse: Refuse, value: object, words: str = "{}.") -> Iterator[None]:
    """Refuse ``value`` if the block raises ValueError; ``words`` stand around its sentence."""
    try:
        yield
    except ValueError as error:
        raise refuse(value, words.format(error)) from error


def check(event: EventFile, text: str, name: str) -> None:
    """Raise BadEventFile for the first impossible value; ``name`` is the file's."""

    def refuse(value: object, sentence: str) -> BadEventFile:
        line = line_of(text, re.escape(str(value)))
        return BadEventFile(f"{name}{line}: {sentence}")

    if event.schema > SCHEMA:
        raise refuse(
            "schema",
            f"it is of schema {event.schema}, for a newer version of the playing hall; this one"
            f" reads up to {SCHEMA}. Install the newer version, or write the file anew.",
        )
    if event.schema < 0:
        raise refuse("schema", f"there is no schema {event.schema}; write schema = {SCHEMA}.")
    try:
        ZoneInfo(event.event.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise refuse(
            event.event.zone,
            f"{event.event.zone!r} is no time zone; write one like 'America/Chicago'.",
        ) from error
    _check_rules(event, text, name, refuse)
    _check_decks(event, refuse)
    _check_places(event, refuse)
    divisions = {division.id for division in event.division}
    _check_prizes(event, divisions, refuse)
    for player in event.player:
        if not player.name.strip():
            raise refuse('name = "' + player.name, "a player has no name; write one.")
        if player.division not in divisions:
            raise refuse(
                player.name,
                f"{player.name} is in division {player.division!r}, which is not in the file;"
                f" there are {', '.join(sorted(divisions))}.",
            )
        if player.born and not is_day(player.born):
            raise refuse(player.born, "write the day of birth as YYYY-MM-DD, such as 2009-02-28.")
    for kind, idents in (
        ("division", [division.id for division in event.division]),
        ("player", [player.id for player in event.players()]),
        ("table", [table.id for table in event.tables()]),
    ):
        for ident in idents:
            with _sound(refuse, ident, kind + ": {}."):
                checked(ident)
            if idents.count(ident) > 1:
                raise refuse(ident, f"two {kind}s have the id {ident!r}; give each its own.")
    if not event.tables():
        raise refuse("event", "there are no tables; write 'tables = 8' under [event].")


def _check_rules(event: EventFile, text: str, name: str, refuse: Refuse) -> None:
    """Check rulebooks, overrides, rounds and time controls of the divisions."""
    for number, division in enumerate(event.division):
        try:
            book = rulebook(division.rulebook)
        except UnknownRulebook as error:
            raise refuse(
                division.rulebook,
                f"there is no rulebook {division.rulebook!r}; choose one of"
                f" {', '.join(sorted(RULEBOOKS))}.",
            ) from error
        try:
            apply_overrides(book, division.override)
        except BadOverride as error:
            line = override_line(text, number, error.path)
            raise BadEventFile(f"{name}{line}: {error}") from error
        if division.rounds and "rounds" in division.override:
            line = override_line(text, number, "rounds")
            raise BadEventFile(f"{name}{line}: the rounds stand in the division as well; drop one.")
        if division.rounds < 0:
            raise refuse(division.rounds, "a division has at least one round.")
        if division.control:
            with _sound(refuse, division.control, "{}"):
                control = parse_time_control(division.control)
                # A reserve for each point needs a match length, which the draw sheet has.
                new_clock(control.for_length(1) if book.scoring == "points" else control)


def _check_decks(event: EventFile, refuse: Refuse) -> None:
    """Check the decks: two decks of one name would be one deck in the hall."""
    files: dict[str, str] = {}
    for division in event.division:
        if not division.deck:
            continue
        with _sound(refuse, division.deck, "deck: {}."):
            checked(division.deck_name)
        if files.setdefault(division.deck_name, division.deck) != division.deck:
            sentence = f"two decks are called {division.deck_name!r}; rename one of the files."
            raise refuse(division.deck, sentence)
        if division.book.opening_mode == "go_as_you_please":
            raise refuse(
                division.deck,
                "a division with go-as-you-please openings draws from no deck; leave the deck out"
                " or override opening_mode.",
            )


def _check_prizes(event: EventFile, divisions: set[str], refuse: Refuse) -> None:
    """Check that each division has its prizes once, in amounts that can be paid."""
    brackets = {division.id: division.bracket for division in event.division}
    told: set[str] = set()
    for prize in event.prize:
        if prize.division not in divisions:
            sentence = f"there is no division {prize.division!r} to pay prizes in."
            raise refuse(prize.division, sentence)
        if prize.division in told:
            sentence = f"the prizes of {prize.division!r} stand twice; write all places in one."
            raise refuse(prize.division, sentence)
        told.add(prize.division)
        for part, words in (("consolation", "consolation"), ("last_chance", "last chance")):
            if getattr(prize, part) and not getattr(brackets[prize.division], part):
                sentence = f"{prize.division!r} draws no {words} that could pay prizes."
                raise refuse(part, sentence)
        with _sound(refuse, "places"):
            prize.posted()


def _check_places(event: EventFile, refuse: Refuse) -> None:
    """Check tables, days, match lengths and schedule."""
    ranges = {}
    for division in event.division:
        words = '{}. Write the division\'s tables as tables = "1-12, 20".'
        with _sound(refuse, division.tables, words):
            ranges[division.id] = event.tables_of(division)
        if division.first_day:
            with _sound(refuse, division.first_day):
                instant(division.first_day, "12:00", event.event.zone)
        bracket = division.bracket
        if bracket.elimination == "double" and (bracket.consolation or bracket.consolation_lengths):
            raise refuse(
                division.id,
                "in a double elimination the losers play on the losers' side, and there is no"
                ' consolation; leave consolation out, or write elimination = "single".',
            )
        if bracket.last_chance and not bracket.consolation:
            raise refuse(
                division.id,
                "a last chance is for the losers of the consolation; say with consolation = 1"
                " which main rounds have one, or leave last_chance out.",
            )
        on_a_sheet = division.book.pairing_system == "draw_sheet"
        if on_a_sheet and division.book.game == "backgammon" and not bracket.main:
            raise refuse(
                division.id,
                "a draw sheet posts its match lengths; add [division.bracket] with"
                " main = [7, 9, 11], one a round.",
            )
    with _sound(refuse, "map" if event.event.map else "table"):
        spots(event)
    for sentence in overlaps(ranges):
        raise refuse(sentence.split()[1], f"{sentence} Give each division tables of its own.")
    rounds = {division.id: division.rounds for division in event.divisions()}
    for moved in event.schedule:
        if not 1 <= moved.round <= rounds.get(moved.division, 0):
            sentence = f"division {moved.division!r} has no round {moved.round} to schedule."
            raise refuse(moved.division, sentence)
        with _sound(refuse, moved.starts):
            event.starts_at(moved)
    tables = {table.id: table.label for table in event.tables()}
    keeps: dict[tuple[str, str], str] = {}
    for player in event.players():
        if not player.table:
            continue
        if player.table not in tables:
            raise refuse(
                player.name,
                f"{player.name} keeps table {player.table}, which is not there; write the id or the"
                f" label of one of these: {', '.join(tables.values())}.",
            )
        other = keeps.setdefault((player.division, player.table), player.name)
        if other != player.name:
            raise refuse(
                player.name,
                f"{player.name} and {other} both keep table {tables[player.table]} in one division;"
                " give each their own.",
            )
