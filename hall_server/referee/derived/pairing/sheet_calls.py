"""The call board of the draw sheets as values: its lines, and what does not fit together.

Pure. Decides nothing.
"""

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import (
    ToCall,
    can_play_now,
    free_tables,
    match_line,
    pair,
    row,
    widths,
    with_board,
)
from shared.core.state import Match
from shared.core.state.floor import finished
from shared.core.text.language import _, pgettext
from shared.pairing.draw_sheet.calls import Call
from shared.pairing.knockout.call_board import Board, call_board, fitting
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible
from shared.tui.names import columns

CALL, NOTE, TOLD = "call:", "note:", "told:"


def call_lines(moment: Moment, board: Board, width: int) -> tuple[ListLine, ...]:
    """Return what is played now, then what comes next: when, who, and what it waits for."""
    lines = []
    for division in board.divisions.values():
        running = [m for m in matches_in(moment.state, division.id) if not finished(m)]
        lines += [match_line(moment, division, match, width) for match in running]
    for call in board.calls:
        names = pair(tuple(moment.name(entry) for entry in call.entries), width)
        if call.can_start:
            late = moment.hall_ms >= call.starts_at
            state = _("can start") if late else pgettext("match", "next")
            tone = "good" if late else "ink"
        else:
            first = ", ".join(ref.match for ref in call.waits_for)
            state, tone = _("waits for {matches}").format(matches=first), "ink-soft"
        length = _(", to {length}").format(length=call.length) if call.length else ""
        cells = (moment.minute(call.starts_at), names, call.ref.match, state + length)
        lines.append(row(call_key(call), cells, width, tone))
    words = _("! A draw sheet does not fit together: Enter says what to do")
    lines += [
        ListLine(f"{NOTE}{n}", f" {words}", "danger") for n, _text in enumerate(board.trouble)
    ]
    told = enumerate(map(moment.said, board.notes))
    lines += [ListLine(f"{TOLD}{number}", f" {sentence}", "caution") for number, sentence in told]
    return tuple(lines)


def call_told(moment: Moment, board: Board, key: str) -> tuple[tuple[str, str], ...]:
    """Return what a line says in full, as lines of a tone and a text: who meets whom, and who of
    them is wanted elsewhere; or a note."""
    if key.startswith(NOTE):
        return (("danger", moment.said(board.trouble[int(key.removeprefix(NOTE))])),)
    if key.startswith(TOLD):
        return (("caution", moment.said(board.notes[int(key.removeprefix(TOLD))])),)
    call = next((call for call in board.calls if call_key(call) == key), None)
    if call is None:
        return ()
    lines = [("accent", f"{call.ref.sheet} · {call.ref.match}")]
    lines += [("ink", moment.name(entry)) for entry in call.entries]
    return (*lines, *(("caution", said) for said in rival_words(moment, call, board)))


def misplaced(moment: Moment) -> tuple[Match, ...]:
    """Return the matches of all sheets that were called or played by others than stand there
    now."""
    found: list[Match] = []
    for division in with_board(moment.state):
        try:
            sheet = fitting(moment.state, division)
        except PairingImpossible:
            continue
        found += sheet.misplaced if sheet is not None else ()
    return tuple(found)


def misplaced_lines(moment: Moment) -> tuple[ListLine, ...]:
    """Return each of them, to be ruled void."""
    words = _("Rule void: {slot}, {names}")
    return tuple(
        ListLine(
            match.uid,
            " "
            + words.format(
                slot=match.slot,
                names=" – ".join(moment.names(match)),
            ),
        )
        for match in misplaced(moment)
    )


def call_key(call: Call) -> str:
    """Return the line of a call: by its sheet and match, for its place moves as others end."""
    return f"{CALL}{call.ref.sheet}:{call.ref.match}"


def called_since(moment: Moment, match: ToCall) -> str:
    """Return why a call that was to be confirmed cannot be made any more, "" where it can.

    Another referee may have given the table away, or called one of the two.
    """
    if match.table not in free_tables(moment, match.division):
        table = moment.table(match.table).capitalize()
        return _("{table} has been taken since.").format(table=table)
    call = match.call
    if call is None:
        return can_play_now(moment, match.division, *match.players)
    same = (c for c in call_board(moment.state).calls if c.ref == call.ref)
    open_ = any(not c.playing and c.entries == match.players for c in same)
    if open_:
        return ""
    return _("{match} has been called or has changed since.").format(match=call.ref.match)


def found_call(moment: Moment, key: str) -> Call | None:
    """Return the call of a line or a question; None once it has been called or has changed."""
    return next((c for c in call_board(moment.state).calls if call_key(c) == key), None)


def rival_words(moment: Moment, call: Call, board: Board) -> tuple[str, ...]:
    """Return who of a match is wanted in others as well: the director chooses which is played
    first."""
    rivals = call.rivals(board.calls)
    playing = _("! A player of this match is playing {match} of {division}.")
    wanted = _("! Wanted for {match} of {division} too, {time}: that match waits then.")
    return (
        *(playing.format(match=ref.match, division=ref.sheet) for ref in call.playing),
        *(
            wanted.format(
                match=rival.ref.match,
                division=rival.ref.sheet,
                time=moment.minute(rival.starts_at),
            )
            for rival in rivals
        ),
    )


def call_heading(width: int) -> str:
    """Return the heading over the columns of ``call_lines``."""
    return columns(
        (
            pgettext("column", "when"),
            pgettext("column", "players"),
            pgettext("column", "match"),
            "",
        ),
        widths(width),
    )
