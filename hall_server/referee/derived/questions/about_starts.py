"""What waits for the referee to begin: rounds whose hour has come, and matches of draw sheets that
can be called (USBGF-2.2c).
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import free_tables
from hall_server.referee.derived.pairing.sheet_calls import NOTE, call_key, rival_words
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import has_begun, latest, matches_of
from shared.core.decisions.writing import REFEREE
from shared.core.events import RoundStarted, entities
from shared.core.state import Division, Round
from shared.core.text.language import _, ngettext
from shared.pairing.draw_sheet.calls import Call
from shared.pairing.knockout.call_board import call_board
from shared.port import Draft
from shared.tui.times import age


def to_start(moment: Moment, division: Division) -> Round | None:
    """Return the division's newest round, if its start was not given and no table plays by itself
    yet."""
    last = latest(moment, division.id)
    if last is None or last.begun_at or last.contested or not last.event:
        return None
    return last if _waits(moment, last) else None


def to_take_back(moment: Moment, division: Division) -> Round | None:
    """Return the division's newest round, if its start was given and no table plays by itself
    yet."""
    last = latest(moment, division.id)
    given = last is not None and bool(last.begun_at) and not last.contested
    return last if last is not None and given and _waits(moment, last) else None


def about_starts(moment: Moment) -> Iterator[Question]:
    """Yield that the hour of a round has come and its start was not given."""
    for division in moment.state.divisions.values():
        paired = to_start(moment, division)
        if (
            paired is None
            or moment.hall_ms < paired.starts_at
            or not moment.state.pairs(division.id)
        ):
            continue
        number, waits = paired.number, moment.hall_ms - paired.starts_at
        yield Question(
            key=f"start:{division.id}:{number}:{paired.event}",
            kind="start",
            since=paired.starts_at,
            title=_("Start round {number}, {division}").format(
                number=number, division=division.name
            ),
            clause=division.book.clause("lateness"),
            evidence=(
                _("Scheduled {time}, {waits} ago; no table has begun.").format(
                    time=moment.minute(paired.starts_at), waits=age(waits)
                ),
            ),
            proposal=_(
                "Start round {number} of {division}: tables and lobby show it, and lateness is"
                " counted from now."
            ).format(number=number, division=division.name),
            drafts=(started(paired, moment.hall_ms),),
            division=division.id,
        )


def started(paired: Round, at: int) -> Draft:
    """Return that the start of a round is given at ``at`` (UTC ms), to be written."""
    return Draft(entities.start(*paired.key), RoundStarted(at, paired.event), REFEREE)


def _waits(moment: Moment, paired: Round) -> bool:
    matches = matches_of(moment, paired)
    return bool(matches) and not any(has_begun(moment, match) for match in matches)


def about_calls(moment: Moment) -> Iterator[Question]:
    """Yield a question for each match that nothing holds back but the call, and for each sheet
    whose results do not agree.

    A knockout that is paired round by round has no calls in the queue.
    """
    board = call_board(moment.state)
    on_a_sheet = any(match.slot for match in moment.state.matches.values())
    for number, sentence in enumerate(board.trouble if on_a_sheet else ()):
        yield Question(
            key=f"{NOTE}{number}",
            kind="to_call",
            since=moment.hall_ms,
            title=_("A draw sheet does not fit together"),
            evidence=(moment.said(sentence),),
            proposal=_("Nothing is called from it until that is put right."),
            opens="call",
        )
    for call in board.calls:
        division = board.divisions[call.ref.sheet]
        by_calls = division.book.pairing_system == "draw_sheet"
        if not call.can_start or not by_calls or not moment.state.pairs(division.id):
            continue
        free = len(free_tables(moment, division))
        names = " – ".join(moment.name(entry) for entry in call.entries)
        due = moment.hall_ms >= call.starts_at
        yield Question(
            key=call_key(call),
            kind="to_call",
            urgency=Urgency.SOON if due and free else Urgency.LATER,
            since=call.starts_at,
            title=_("Call {match}: {names}").format(match=call.ref.match, names=names),
            clause=division.book.clauses.get("draw_sheet.next_start_ms", division.book.draw_clause),
            evidence=(
                _hour(moment, call),
                ngettext("{count} table is free.", "{count} tables are free.", free).format(
                    count=free
                ),
                *rival_words(moment, call, board),
            ),
            proposal=_("Call them to a table, now or at its hour; b shows the board."),
            opens="call",
            division=division.id,
        )


def _hour(moment: Moment, call: Call) -> str:
    if call.length:
        words = _("{division}, to {length} points: can start {time}.")
    else:
        words = _("{division}: can start {time}.")
    return words.format(
        division=call.ref.sheet, length=call.length, time=moment.minute(call.starts_at)
    )
