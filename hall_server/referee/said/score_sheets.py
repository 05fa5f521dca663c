"""Score sheets as lines: whose copies are at the desk, and what two sheets of a game come to. Pure.

Never says who is right.
"""

from hall_server.derived.prizes import copies_missing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import path_text
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.record import Made
from shared.core.draughts.rules import Rules
from shared.core.draughts.sheets import compare, read_score_sheet
from shared.core.events import SheetsHandedIn, entities
from shared.core.match.outcome import SEATS, Seat
from shared.core.rulebooks import Rulebook
from shared.core.standings.records import division_rounds, round_matches
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _, listed, ngettext, pgettext
from shared.port import Draft
from shared.tui.names import clip, columns

Sentence = tuple[str, str]
"""A tone of the theme, and words."""


def compared(
    rules: Rules, book: Rulebook, texts: tuple[str, str], names: tuple[str, str]
) -> tuple[Sentence, ...]:
    """Return where the sheets differ first, and what on either cannot be (ACF-1.X.A.g,
    ACF-1.XII)."""
    read = []
    for text, name in zip(texts, names, strict=True):
        try:
            read.append(read_score_sheet(text))
        except ValueError as wrong:
            return (("danger", _("{name}'s sheet: {wrong}.").format(name=name, wrong=wrong)),)
    if not read[0] and not read[1]:
        ask = _("Type both sheets from the first move on, or load the table's.")
        return (("ink-soft", ask),)
    found = compare(rules, (read[0], read[1]))
    said: list[Sentence] = []
    if found.difference is not None:
        at = found.difference
        side = book.sides[0] if at.side == "first" else book.sides[1]
        ours, theirs = (text or _("nothing more") for text in at.texts)
        words = _("Move {number}, {side}: {one} has {ours}, {other} has {theirs}.").format(
            number=(at.half_move + 1) // 2,
            side=pgettext("side", side),
            one=names[0],
            ours=ours,
            other=names[1],
            theirs=theirs,
        )
        said.append(("danger", words))
    for name, impossible in zip(names, found.impossible, strict=True):
        for one in impossible:
            words = _("{name}, half-move {number}: {move}: {fault}.").format(
                name=name, number=one.half_move, move=one.text, fault=_(WORDS[one.fault])
            )
            said.append(("caution", words))
    if not said:
        count = max(found.lengths)
        words = ngettext(
            "Both sheets agree: {count} half-moves.",
            "Both sheets agree: {count} half-moves.",
            count,
        )
        said.append(("good", words.format(count=count)))
    if found.ticked_from is not None:
        words = _("From half-move {number} on both are only ticked.")
        said.append(("ink-soft", words.format(number=found.ticked_from)))
    return tuple(said)


def on_record(match: Match, game: int) -> str:
    """Return the moves of a game that is over, to lay beside a sheet: the table's before the
    desk's."""
    entered = {moves.game: moves.pdn for moves in match.entered.values()}
    logged = {moves.game: moves.pdn for moves in match.moves.values()}
    try:
        games = read_pdn((entered | logged).get(game, ""))
    except PdnError:
        return ""
    made = (one for game in games[:1] for one in game.game.record.entries if isinstance(one, Made))
    return " ".join(path_text(one.path) for one in made if one.path)


def texts_of(match: Match) -> dict[int, str]:
    """Return the PDN of each game that is over and whose moves are known, by its number.

    Where a table logged a game that was entered at the desk as well, both stand below each other.
    """
    texts = {moves.game: moves.pdn for moves in match.moves.values()}
    for moves in match.entered.values():
        source = _("Entered from {source}").format(source=moves.source)
        heading = source if moves.source else _("Entered at the desk")
        logged = texts.get(moves.game)
        text = f"; {heading}\n{moves.pdn}"
        if logged is not None:
            heading = _("Logged by the table")
            text = f"; {heading}\n{logged}\n{text}"
        texts[moves.game] = text
    return dict(sorted(texts.items()))


_HERE, _DUE, _OPEN = "√", "‼", "·"
_NAMED_AT_MOST = 4


def sheet_lines(moment: Moment, division: str, width: int) -> tuple[ListLine, ...]:
    """Return one line a match, the newest round first; a copy that is due and not there is
    marked."""
    lines = []
    for paired in reversed(division_rounds(moment.state, division)):
        due = set(copies_missing(moment.state, division, paired.number))
        matches = round_matches(moment.state, paired)
        for match in sorted(matches, key=lambda match: hall_order(match.table)):
            missing = [(match.uid, player) in due for player in match.players]
            cells = [_("R{number}").format(number=paired.number), moment.label(match.table)]
            cells += [_copy(moment, match, seat, missing[seat]) for seat in SEATS]
            side = max(8, (width - 3 - 4 - 8) // 2)
            text = columns(cells, (3, 4, side, side), "<><<")
            lines.append(ListLine(match.uid, text, "danger" if any(missing) else "ink"))
    return tuple(lines)


def sheets_heading(width: int) -> str:
    """Return the heading over the columns of ``sheet_lines``."""
    side = max(8, (width - 3 - 4 - 8) // 2)
    cells = ("", _("tbl"), _("1 left copy"), _("2 right copy"))
    return " " + columns(cells, (3, 4, side, side), "<><<")


def side_name(moment: Moment, match: Match, seat: Seat) -> str:
    """``Red Ann Lee``; the name alone before the draw (ACF-1.VIII.A)."""
    return f"{moment.colour(match, seat)} {moment.names(match)[seat]}".strip()


def ticked(moment: Moment, match: Match, seats: tuple[Seat, ...]) -> tuple[Draft, str]:
    """Return the copies of ``seats`` handed in, or taken off where all of them are, and it in
    words."""
    before = moment.state.awards.sheets.get(match.uid, (False, False))
    there = not all(before[seat] for seat in seats)
    left, right = (there if seat in seats else before[seat] for seat in SEATS)
    one = len(seats) == 1
    if there:
        said = (
            _("round {number}, copy handed in by {names}")
            if one
            else _("round {number}, copies handed in by {names}")
        )
    else:
        said = (
            _("round {number}, copy taken off the list of {names}")
            if one
            else _("round {number}, copies taken off the list of {names}")
        )
    names = listed([side_name(moment, match, seat) for seat in seats])
    words = said.format(number=match.key.round_no, names=names)
    return Draft(entities.sheets(match.key), SheetsHandedIn((left, right)), REFEREE), words


def missing_in(moment: Moment, division: str) -> tuple[str, ...]:
    """Return each copy that is due and not at the desk, as ``round 2, table 4: Red Ann Lee``."""
    found = []
    for paired in division_rounds(moment.state, division):
        for uid, player in copies_missing(moment.state, division, paired.number):
            match = moment.state.matches[uid]
            seat = match.seat_of(player)
            who = side_name(moment, match, seat) if seat is not None else moment.name(player)
            found.append(
                _("round {number}, {table}: {name}").format(
                    number=paired.number, table=moment.table(match.table), name=clip(who, 30)
                )
            )
    return tuple(found)


def warning(moment: Moment, division: str, *, named: bool = True) -> str:
    """Return what is said of the missing copies before the next pairing; it blocks nothing."""
    found = missing_in(moment, division)
    if not found:
        return ""
    book = moment.state.divisions[division].book
    count = ngettext(
        "! {count} score sheet is missing ({clause})",
        "! {count} score sheets are missing ({clause})",
        len(found),
    ).format(count=len(found), clause=book.clause("prizes.sheet_copies"))
    if not named:
        return f"{count}."
    first = "; ".join(found[:_NAMED_AT_MOST])
    if len(found) > _NAMED_AT_MOST:
        more = _("{names}; and {count} more")
        first = more.format(names=first, count=len(found) - _NAMED_AT_MOST)
    return _("{missing}: {names}. You may pair.").format(missing=count, names=first)


def count_words(moment: Moment, division: str) -> str:
    """Return how the desk stands, for its headline."""
    rule = moment.state.divisions[division].book.prizes
    if rule is None or not rule.sheet_copies:
        return _("no copies are due")
    missing = len(missing_in(moment, division))
    return _("{count} missing").format(count=missing) if missing else _("all there")


def _copy(moment: Moment, match: Match, seat: Seat, missing: bool) -> str:
    here = moment.state.awards.sheets.get(match.uid, (False, False))[seat]
    mark = _HERE if here else _DUE if missing else _OPEN
    return f"{mark} {side_name(moment, match, seat)}"
