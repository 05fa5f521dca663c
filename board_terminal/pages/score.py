"""After the games: the score in words, two signatures, and what happens when they differ."""

from typing import Final

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Signature, unsigned
from board_terminal.pages.codes import different
from board_terminal.pages.look import STATE_WORDS, Look, Page, on_disks, seat_of
from board_terminal.pages.signing import sign
from board_terminal.view.keys import DIFFERENT, SIDE_KEYS, SIDES, named
from board_terminal.view.view import Half, Tone, View
from shared.core.backgammon.state import DecidedBy
from shared.core.clock import face
from shared.core.day import outcome
from shared.core.match.outcome import SEATS, Code, Outcome, Seat
from shared.core.standings.scoring import in_words
from shared.core.text.language import N_, _, headed, ngettext

_TONES: dict[str, Tone] = {
    "": "ask",
    "saving": "",
    "not_saved": "alarm",
    "held": "done",
    "at_hall": "done",
}


def _scoring(look: Look) -> View:
    """Ask both sides to confirm, each on its own half (ACF-3.II.I)."""
    played = outcome(look.session)
    if played is None:
        return _undecided(look)
    open_sides = unsigned(look.desk)
    halves = (_half(look, 0, played), _half(look, 1, played))
    question = _("{result}. Correct?").format(result=look.outcome_words(played))
    if len(open_sides) == 2:
        then = (
            _flag_words(look) or _decided_words(look) or _("Each player presses on their own side.")
        )
        other_score = named(DIFFERENT, _("Not correct"))
    elif open_sides:
        then = _("Now {name} presses on their own side.").format(name=look.names[open_sides[0]])
        other_score = named(DIFFERENT, _("Another score"))
    else:
        then = _("Saving…") if any(s.state == "saving" for s in look.desk.signatures) else ""
        other_score = named(DIFFERENT, _("Another score"))
    return View(
        "scoring",
        corner=_("All games over"),
        headline=question,
        halves=halves,
        message=look.foot or ((then,) if then else ()),
        alarm=_not_signed(look),
        sides=SIDES,
        choices=look.with_reports(other_score),
        asks=(0 in open_sides, 1 in open_sides),
    )


def _disputed(look: Look) -> View:
    """Show both versions side by side; the referee decides."""
    signatures = look.desk.signatures
    at_hall = all(sign.state == "at_hall" for sign in signatures)
    if at_hall:
        where = _("The referee has both versions.")
    else:
        where = _("The referee gets both versions as soon as they are at the hall.")
    halves = (_version(look, 0, signatures[0]), _version(look, 1, signatures[1]))
    return View(
        "disputed",
        corner=_("All games over"),
        headline=_("The two scores differ."),
        halves=halves,
        message=(where, *look.foot),
        alarm=_not_signed(look),
        choices=look.with_reports(named(DIFFERENT, _("Enter again"))),
    )


def _half(look: Look, seat: Seat, played: Outcome) -> Half:
    sign = look.desk.signatures[seat]
    words = {
        "": _("Correct? Press here"),
        "saving": _("saving…"),
        "not_saved": _("NOT SAVED"),
        "held": _("✓ signed – held here"),
        "at_hall": _("✓ signed – at the hall"),
    }
    word = words[sign.state]
    if disks := on_disks(sign.disks, sign.known):
        word = _("✓ signed – {disks}").format(disks=disks)
    key = SIDE_KEYS[seat] if not sign.state else ""
    games_line = "  ".join(
        headed(str(number), _(_GAME[code.played])) for number, code in _games(played, seat)
    )
    if played.points is not None:
        length = look.session.info.length
        games_line = ngettext("of {count} point", "of {count} points", length).format(count=length)
    if played.captures is not None:
        games_line = _("captured {count}").format(count=played.captures[seat])
    clock = look.session.clock
    fallen = clock.fallen if clock is not None else (False, False)
    if any(fallen) and look.reading is not None:
        games_line = _("■ FLAG DOWN") if fallen[seat] else face(look.reading.remaining[seat])
    return Half(
        look.names[seat],
        look.side(seat),
        played.scored()[seat],
        word,
        (games_line,),
        _TONES[sign.state],
        key,
    )


def _version(look: Look, seat: Seat, sign: Signature) -> Half:
    said = in_words(sign.outcome, look.names) if sign.outcome else _("nothing signed")
    tone: Tone = "alarm" if sign.state == "not_saved" else ""
    return Half(
        look.names[seat],
        look.side(seat),
        word=_("says: {score}").format(score=said),
        lines=(_(STATE_WORDS[sign.state]),),
        tone=tone,
    )


def _undecided(look: Look) -> View:
    """Show that the referee has to decide: two flags at once, or still equal."""
    why = _("Both flags are down.") if look.session.captures is None else _("Still equal.")
    return View(
        "undecided",
        headline=_("{why} The referee decides.").format(why=why),
        halves=(Half(look.names[0], look.side(0)), Half(look.names[1], look.side(1))),
        message=look.foot,
        choices=look.with_reports(named(DIFFERENT, _("Enter score"))),
    )


def _flag_words(look: Look) -> str:
    """Return whose flag fell, and the clause that the score follows from."""
    flag = look.reading.flag if look.reading is not None else None
    if flag is None or look.session.proposed_outcome is None:
        return ""
    clause = look.book.clauses["flag_costs"]
    return _("{side}'s flag is down: the score follows from {clause}.").format(
        side=look.side(flag), clause=clause
    )


_DECIDED: Final[dict[DecidedBy, str]] = {
    "flag": N_("Decided by the flag ({clause})."),
    "penalties": N_("Decided by penalty points ({clause})."),
    "wrong_length": N_("Decided at a wrong length ({clause})."),
}


def _decided_words(look: Look) -> str:
    """Return what decided a match of points, "" if the points of its last game did."""
    board, book = look.session.board, look.book
    if board is None or board.decided_by == "points":
        return ""
    clauses = {
        "flag": book.clause("flag_costs"),
        "penalties": book.clause("usbgf_time.points_to_opponent"),
        "wrong_length": book.sheet.wrong_length,
    }
    by = board.decided_by
    return _(_DECIDED[by]).format(clause=clauses.get(by, ""))


def _not_signed(look: Look) -> tuple[str, ...]:
    """Return an alarm for each signature that was not saved."""
    return tuple(
        _("{name} HAS NOT SIGNED: it could not be saved.").format(name=look.names[seat])
        for seat in SEATS
        if look.desk.signatures[seat].state == "not_saved"
    )


_GAME = {Code.WIN: N_("won"), Code.DRAW: N_("draw"), Code.LOSS: N_("lost")}


def _games(played: Outcome, seat: Seat) -> list[tuple[int, Code]]:
    return list(enumerate(played.for_seat(seat).games, start=1))


def _sign(change: Change, rest: str) -> None:
    """Sign what is shown (ACF-3.II.I)."""
    played, seat = outcome(change.session), seat_of(rest)
    if played is not None and seat in unsigned(change.desk):
        sign(change, seat, played)


SCORING = Page(_scoring, {"side": _sign, "different": different})
DISPUTED = Page(_disputed, {"different": different})
