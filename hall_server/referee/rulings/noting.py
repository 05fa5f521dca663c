"""What the referee saw himself: an incident put on record, or a ruling that no clause covers.

An incident becomes a question like a table's own report. Shows and routes; judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hall_server.referee.ask import Ask, Entry, Left, dialogue
from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions.question import REFEREE, answer
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.rulings.choices import wrong_length
from hall_server.referee.rulings.interest import interest
from hall_server.referee.standings.results_words import result_line
from shared.core import entities
from shared.core.events import ReportFiled
from shared.core.floor import hall_order
from shared.core.language import _
from shared.core.reported import WORDS, rule_of, shown_words
from shared.core.rulebooks.incidents import What
from shared.core.state import HallState, Match
from shared.core.words import SEATS, ReportType, Seat
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

OWN, EQUIPMENT, WRONG_LENGTH = "own", "equipment", "length"
KINDS: tuple[ReportType, ...] = ("phone", "touched_piece", "illegal_move", "disturbance")
"""What a referee sees happen at a board."""


@dialogue
async def note_incident(ask: Ask, match: Match | None) -> None:
    """Choose what happened at a match's board, or rule in own words; asks for the match first
    where none is looked at."""
    match = match or await _open_match(ask)
    moment = ask.app.moment()
    sheet = moment.book(match).sheet
    title = _("What happened at {table}?").format(table=moment.table(match.table))
    key = await ask.pick(title, incident_choices(moment, match))
    if key == OWN:
        await _in_own_words(ask, match, sheet.authority)
    elif key == EQUIPMENT:
        await _in_own_words(ask, match, sheet.equipment)
    elif key == WRONG_LENGTH:
        await _in_own_words(ask, match, sheet.wrong_length, in_english(wrong_length))
    else:
        _file(ask.app, match, key)


async def _open_match(ask: Ask) -> Match:
    moment = ask.app.moment()
    open_ones = sorted(
        (m for m in moment.playing if not m.result.counts), key=lambda m: hall_order(m.table)
    )
    if not open_ones:
        words = (_("No match is open: there is nothing to note."),)
        await ask.read(_("What happened?"), words)
        raise Left
    lines = [Line(m.uid, result_line(moment, m)) for m in open_ones]
    return ask.app.hall.matches[await ask.pick(_("At which table?"), lines, filtered=True)]


def latest_match(state: HallState, player: str) -> Match | None:
    """The match that a player sits at, else his last one; None while he has had none."""
    mine = [m for m in state.matches.values() if player in m.players and m.standing == "in_force"]
    return max(mine, key=lambda m: (not m.result.counts, m.key.round_no, m.starts_at), default=None)


def incident_choices(moment: Moment, match: Match) -> tuple[Line, ...]:
    """A ruling in own words, then every incident that the sheet knows, with its clause."""
    book, names = moment.book(match), moment.names(match)
    own = _(" Your own ruling, where no clause is ({clause})")
    sheet = book.sheet
    found = [Line(OWN, own.format(clause=sheet.authority))]
    if sheet.equipment:
        words = _(" Other equipment, from now on ({clause})")
        found.append(Line(EQUIPMENT, words.format(clause=sheet.equipment)))
    if sheet.wrong_length:
        words = _(" A wrong match length was played to ({clause})")
        found.append(Line(WRONG_LENGTH, words.format(clause=sheet.wrong_length)))
    for kind in KINDS:
        for what in [line.what for line in sheet.exactly(kind)] or [What(kind)]:
            clause, _course = rule_of(book, kind, what.code)
            seats: tuple[Seat | None, ...] = SEATS
            if not what.of_player:
                seats = (None,)
            for seat in seats:
                # The name first: it is what a narrow screen must not cut away.
                who = "" if seat is None else f"{names[seat]} – "
                words = f" {who}{_(what.words or WORDS[kind])} ({clause})"
                found.append(Line(f"{kind}/{what.code}/{'' if seat is None else seat}", words))
    return tuple(found)


def _file(app: RefereeDesk, match: Match, key: str) -> None:
    """The incident is on record; what it costs is asked in the queue, as after any report."""
    kind, code, seat = key.split("/")
    about: Seat | None = None if not seat else 1 if seat == "1" else 0
    moment = app.moment()
    body = ReportFiled(
        cast("ReportType", kind), None, about, which=code, game=moment.game_now(match)
    )
    said = _("{what}, seen by the referee at {table}").format(
        what=shown_words(body.type, code), table=moment.table(match.table)
    )
    app.note(Entry(said, (Draft(entities.match_report(match.key, app.token()), body, REFEREE),)))


async def _in_own_words(ask: Ask, match: Match, clause: str, begun: str = "") -> None:
    """USBGF-1: the director decides what is not covered; the reason is kept and read there.

    ``begun`` stands in the field to begin with.
    """
    app, moment = ask.app, ask.app.moment()
    hint = _("What is ruled, and why. The players read it at the table, and it is kept.")
    text = await ask.text(_("Your ruling"), hint=hint, value=begun)
    table, ent = moment.table(match.table), entities.match_report(match.key, app.token())
    filed = ReportFiled("call", game=moment.game_now(match))
    entry = Entry(
        _("ruling at {table}: {words}").format(table=table, words=text),
        (Draft(ent, filed, REFEREE), answer(ent, "ruled", clause, text)),
    )
    fact = _("{table}: {words} ({clause})?").format(
        table=table[:1].upper() + table[1:], words=text, clause=clause
    )
    about = interest(moment, app.port.node_id, match)
    app.rule(await ask.confirm(f"{about} {fact}".strip(), entry, yes=_("Rule")))
