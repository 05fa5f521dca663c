"""Takes in what the hall says: which match is on the table, and which device serves it."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.changes.unasked import take_answer, take_orders
from board_terminal.desk.due import flags_down
from board_terminal.desk.languages import Languages
from board_terminal.desk.messages import ReadNotes, RecallLanguages
from board_terminal.desk.setting import match_info, names_of, replaced_by
from board_terminal.hall.takeover import lobby, takeover
from board_terminal.notes import read_notes, unlogged
from shared.core.clock import Cause, Here, Pause
from shared.core.day import Phase, drawn, step
from shared.core.day.entries import Clocked
from shared.core.events import ReportFiled
from shared.core.state import Match
from shared.core.state.floor import current_match, spare_device, table_of, taken_away
from shared.core.text.language import N_
from shared.core.text.sentence import Sentence
from shared.port import HallChanged, JournalLoaded

_THEIR_OWN = N_("Now paired here: {one} – {other}. Everything stands, play on.")
TAKEN_OVER = Sentence("Taken over from the hall's log: no move of this game is in it yet.")


def take_hall(change: Change, told: HallChanged) -> None:
    """Take in a new state of the hall: the match, its draw, the referee's decisions."""
    change.desk = replace(
        change.desk,
        state=told.state,
        unsent=told.unsent,
        few=told.few,
        keepers=told.keepers,
        known=True,
    )
    _note_place(change)
    _note_service(change)
    _find_match(change)
    if change.desk.session is not None:
        _take_draw(change)
        _take_over(change)
        take_answer(change)
        take_orders(change)
        change.write_missing()


def take_notes(change: Change, told: JournalLoaded) -> None:
    """Take up the match where its notes end."""
    match = change.desk.match
    if match is None or match.uid != told.uid or change.desk.session is not None:
        return
    notes = read_notes(match_info(change.desk.state, match), told.entries, told.reading)
    change.take_up(notes.session)
    change.desk = replace(change.desk, damaged=notes.damaged)
    change.go_on_with_notes(notes.lines)
    if not change.desk.serves:
        change.take_up(step(notes.session, notes.recovered()))
        return
    if change.desk.done:
        change.write_missing()
        return
    # A restart that was being asked about is asked about again: this process hears that answer.
    ran = notes.session.phase in (Phase.PLAYING, Phase.ABSENT, Phase.RECOVERING)
    if notes.lines:
        change.enter(notes.recovered())
    taken_over = _take_over(change)
    if notes.lines and not taken_over:
        change.save_reading()
        change.notice_flag()
        for game, presses in unlogged(notes.presses, match.presses - notes.logged).items():
            change.log_batch(game, presses, "restart")
    if (ran and not taken_over) or notes.damaged:
        found, numbers = ("damaged", (notes.damaged,)) if notes.damaged else ("restarted", ())
        change.report(ReportFiled("restart", found=found, numbers=numbers))
    change.write_missing()


def _find_match(change: Change) -> None:
    """Keep a match that is played here until it is signed or ruled; else find the next one."""
    desk = change.desk
    if desk.match is not None:
        known = desk.state.matches.get(desk.match.uid, desk.match)
        called = desk.match.players
        desk = change.desk = replace(desk, match=known)
        if known.players != called and desk.session is not None:
            # The two who sit here have been paired as they sit.
            one, other = names_of(desk.state, known)
            change.say(Sentence(_THEIR_OWN, one=one, other=other))
            desk = change.desk
    if desk.playing_here:
        return
    match = current_match(desk.state, desk.table)
    if match is not None and (desk.match is None or match.uid != desk.match.uid):
        _open(change, match)
    elif match is None:
        home = Languages(desk.languages.home)
        change.desk = replace(desk, match=None, session=None, languages=home)
    else:
        change.desk = replace(desk, match=match)


def _open(change: Change, match: Match) -> None:
    """Put a match on the table, from memory or, once a start, from its notes on the disk."""
    change.forget_clock()
    desk = change.desk
    change.desk = replace(
        desk,
        match=match,
        session=None,
        ask=None,
        hint="",
        told=(),
        damaged=0,
        languages=Languages(desk.languages.home),
    )
    change.effects.append(RecallLanguages(match.uid))
    known = next((session for session in desk.sessions if session.info.uid == match.uid), None)
    if known is None:
        change.effects.append(ReadNotes(match.uid))
    else:
        change.go_on_with_notes()
        change.take_up(known)


def _note_place(change: Change) -> None:
    """Go on at another table, if the referee has moved this device.

    Stop a running clock first, so that the match can be taken up if the device comes back.
    """
    desk = change.desk
    table = table_of(desk.state, desk.node, desk.table)
    if table == desk.table:
        return
    _stop_clock(change, "another_device")
    change.forget_clock()
    change.forget_sessions()
    change.desk = replace(change.desk, table=table, ask=None, hint="", told=(), typed="", came=True)


def _note_service(change: Change) -> None:
    """Note whether this device serves a table. If not, nothing entered here counts.

    It does not while another device holds its table, it has none, or the hall does not use it.
    The clock is then paused and everything kept, so that the table can come back.
    """
    desk = change.desk
    holder = replaced_by(desk.state, desk.table, desk.node)
    spare = spare_device(desk.state, desk.node, desk.table) if holder is None else None
    away = not desk.playing_here and taken_away(desk.state, desk.table)
    serves = holder is None and spare is None and not away
    if desk.serves and not serves:
        _stop_clock(change, "no_table" if holder is None else "another_device")
        change.desk = replace(change.desk, ask=None, hint="", told=())
    elif serves and not desk.serves:
        change.forget_sessions()
    came = desk.came or (serves and (desk.spare is not None or desk.away))
    change.desk = replace(change.desk, holder=holder, spare=spare, away=away, came=came)


def _stop_clock(change: Change, cause: Cause) -> None:
    if change.phase in (Phase.PLAYING, Phase.ABSENT):
        change.enter(Clocked(Pause(change.at, Here(cause))))


def _take_over(change: Change) -> bool:
    """Go on from the hall's log if it knows more than this device; return whether it did."""
    desk = change.desk
    if desk.session is None or not desk.serves or desk.done:
        return False
    entry = takeover(desk.state, change.match, desk.session)
    if entry is None or not change.enter(entry):
        known = [change.enter(one) for one in lobby(change.match, change.session)]
        if any(known):
            change.say(TAKEN_OVER)
        return False
    change.forget_clock()
    change.ask(None)
    if not (entry.over or flags_down(change.session, change.at)):
        change.report(ReportFiled("restart", found="taken_over"))
    change.save_reading()
    change.notice_flag()
    return True


def _take_draw(change: Change) -> None:
    """Take colors and opening from the hall's state, once they are there."""
    session, draw = change.session, change.match.draw
    if draw is not None and session.info.first_seat is None:
        info = replace(session.info, moves_set_up=len(draw.moves), opening=draw.moves)
        change.take_up(drawn(replace(session, info=info), draw.first_seat, draw.opening))
