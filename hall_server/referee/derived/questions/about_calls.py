"""Matches of draw sheets that can be played: each waits to be called (USBGF-2.2c)."""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import free_tables
from hall_server.referee.derived.pairing.sheet_calls import NOTE, call_key, rival_words
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.text.language import _, ngettext
from shared.pairing.draw_sheet.calls import Call
from shared.pairing.knockout.call_board import call_board


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
            urgency=Urgency.SOON,
            since=moment.hall_ms,
            title=_("A draw sheet does not fit together"),
            clause="",
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
