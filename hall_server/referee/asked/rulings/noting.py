"""What the referee saw: an incident put on record, or a ruling that no clause covers.

An incident becomes a question like a table's own report. Shows and routes; judges nothing.
"""

from typing import cast

from hall_server.referee.asked.ask import Ask, Left, dialogue
from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.asked.rulings.deciding import deciding_case
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.results_words import result_line
from shared.core.decisions.options import Asks, Option
from shared.core.decisions.writing import REFEREE
from shared.core.events import ReportFiled, entities
from shared.core.events.measures import Measure, OtherEquipment, OwnWords, WrongLength
from shared.core.events.reported import WORDS, rule_of, shown_words
from shared.core.match.outcome import SEATS, ReportType, Seat
from shared.core.rulebooks.sheet import What
from shared.core.state import HallState, Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _
from shared.port import Draft
from shared.tui.names import clip, pad

OWN, EQUIPMENT, WRONG_LENGTH = "own", "equipment", "length"
_MEASURES: dict[str, Measure] = {
    OWN: OwnWords(), EQUIPMENT: OtherEquipment(), WRONG_LENGTH: WrongLength(),
}  # fmt: skip
_NAME = 20
"""Cells of a name at most: what happened stands beside it."""
KINDS: tuple[ReportType, ...] = ("phone", "touched_piece", "illegal_move", "disturbance")
"""What a referee sees happen at a board."""


@dialogue
async def note_incident(ask: Ask, match: Match | None) -> None:
    """Choose what happened at a match's board, or rule in own words; asks for the match first
    where none is looked at."""
    match = match or await _open_match(ask)
    moment = ask.desk.moment()
    sheet = moment.book(match).sheet
    title = _("What happened at {table}?").format(table=moment.table(match.table))
    key = await ask.pick(title, incident_choices(moment, match))
    if key in _MEASURES:
        case = case_of(moment, "clock", match, ident=ask.desk.token())
        clause = {EQUIPMENT: sheet.equipment, WRONG_LENGTH: sheet.wrong_length}.get(key)
        asks: Asks = "" if key == WRONG_LENGTH else "words"
        option = Option((_MEASURES[key],), clause or sheet.authority, asks)
        await deciding_case(ask, case, option)
    else:
        _file(ask.desk, match, key)


async def _open_match(ask: Ask) -> Match:
    moment = ask.desk.moment()
    open_ones = sorted(
        (m for m in moment.playing if not m.result.counts), key=lambda m: hall_order(m.table)
    )
    if not open_ones:
        words = (_("No match is open: there is nothing to note."),)
        await ask.read(_("What happened?"), words)
        raise Left
    lines = [result_line(moment, match, ask.room) for match in open_ones]
    return ask.desk.hall.matches[await ask.pick(_("At which table?"), lines, filtered=True)]


def latest_match(state: HallState, player: str) -> Match | None:
    """Return the match that a player sits at, else the last one; None where there was none."""
    mine = [m for m in state.matches.values() if player in m.players and m.standing == "in_force"]
    return max(mine, key=lambda m: (not m.result.counts, m.key.round_no, m.starts_at), default=None)


def incident_choices(moment: Moment, match: Match) -> tuple[ListLine, ...]:
    """Return a ruling in own words, then every incident that the sheet knows, with its clause."""
    book, names = moment.book(match), [clip(name, _NAME) for name in moment.names(match)]
    own = _(" Your own ruling, where no clause is ({clause})")
    sheet = book.sheet
    found = [ListLine(OWN, own.format(clause=sheet.authority))]
    if sheet.equipment:
        words = _(" Other equipment, from now on ({clause})")
        found.append(ListLine(EQUIPMENT, words.format(clause=sheet.equipment)))
    if sheet.wrong_length:
        words = _(" A wrong match length was played to ({clause})")
        found.append(ListLine(WRONG_LENGTH, words.format(clause=sheet.wrong_length)))
    for kind in KINDS:
        for what in [line.what for line in sheet.exactly(kind)] or [What(kind)]:
            clause, _course = rule_of(book, kind, what.code)
            seats: tuple[Seat | None, ...] = SEATS
            if not what.of_player:
                seats = (None,)
            for seat in seats:
                # The name first: it is what a narrow screen must not cut away.
                who = "" if seat is None else f"{pad(names[seat], 0)} – "
                words = f" {who}{_(what.words or WORDS[kind])} ({clause})"
                found.append(ListLine(f"{kind}/{what.code}/{'' if seat is None else seat}", words))
    return tuple(found)


def _file(desk: RefereeDesk, match: Match, key: str) -> None:
    """Put the incident on record; the queue asks what it costs, as after any report."""
    kind, code, seat = key.split("/")
    about: Seat | None = None if not seat else 1 if seat == "1" else 0
    moment = desk.moment()
    body = ReportFiled(
        cast("ReportType", kind), None, about, which=code, game=moment.game_now(match)
    )
    said = _("{what}, seen by the referee at {table}").format(
        what=shown_words(body.type, code), table=moment.table(match.table)
    )
    desk.note(
        Writing(said, (Draft(entities.match_report(match.key, desk.token()), body, REFEREE),))
    )
