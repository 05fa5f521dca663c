"""Before a game: sitting down, the language, the draw, the choice of a clock, the board set up."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.desk.languages import spoken
from board_terminal.desk.setting import control_words, side_named
from board_terminal.pages import signing
from board_terminal.pages.drawing import BY_HAND, by_hand
from board_terminal.pages.look import Look, Page, asking, seat_of
from board_terminal.pages.moves import ENTER_MOVES, ONLY_PRESS, enter_moves
from board_terminal.pages.points.terms import clock_words
from board_terminal.view.keys import BACK, GAP, LANGUAGE, REPORTS, SIDE_KEYS, SIDES
from board_terminal.view.view import Choice, Half, Tone, View
from shared.core.clock import face
from shared.core.day import Session
from shared.core.day.entries import ControlChosen, ControlSet, Seated, Started
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import SEATS, Seat, other
from shared.core.match.preferences import is_used
from shared.core.text.language import N_, _, headed
from shared.core.text.sentence import Sentence
from shared.machine.languages import LANGUAGES
from shared.tui.times import clock_time, duration

_OPTION_KEYS = (("7", "9"), ("4", "6"), ("1", "3"))
"""Keys of the options as they lie on a numeric keypad, left player and right player."""


def _seating(look: Look) -> View:
    """Ask each side to press its key to sit."""
    seated = look.session.seated
    names = look.names
    halves = [
        Half(names[seat], word=_("✓ seated"), tone="done")
        if seated[seat]
        else Half(names[seat], word=_("Sit and press here"), tone="ask", key=SIDE_KEYS[seat])
        for seat in SEATS
    ]
    control = (
        _("Clock: {control}.").format(control=look.control)
        if look.control
        else _("You choose the clock next.")
    )
    return View(
        "seating",
        halves=(halves[0], halves[1]),
        message=(_start_words(look), control, *_by_hand(look), *_decisive(look), *look.foot),
        sides=SIDES,
        choices=look.with_reports(*signing.offer(look), *_own_cards(look), LANGUAGE),
        asks=(not seated[0], not seated[1]),
    )


def _choosing(look: Look) -> View:
    """Ask each side for a time control; chance decides between two (ACF-1.X.A.a)."""
    session = look.session
    options = session.info.controls[: len(_OPTION_KEYS)]
    choices: list[Choice] = []
    for index, name in enumerate(options):
        words = control_words(name)
        last = index == len(options) - 1
        for seat, key in enumerate(_OPTION_KEYS[index]):
            who = look.names[seat]
            label = f"✓ {words}" if session.chosen[seat] == name else words
            helped = _("{who} wants {what}").format(who=who, what=words)
            choices.append(Choice(f"control:{seat}:{index}", key, label, helped, detail=who))
            if seat == 0:
                choices.append(REPORTS if last else GAP)
    halves = []
    for seat in SEATS:
        chosen = session.chosen[seat]
        word = f"✓ {control_words(chosen)}" if chosen else _("choose below")
        tone: Tone = "done" if chosen else "ask"
        halves.append(Half(look.names[seat], look.side(seat), word=word, tone=tone))
    return View(
        "choosing",
        halves=(halves[0], halves[1]),
        compact=True,
        message=(clock_words(look) or _("Which clock? If you differ, one is drawn."), *look.foot),
        choices=tuple(choices),
        grid=3,
        asks=(session.chosen[0] is None, session.chosen[1] is None),
    )


def _ready(look: Look) -> View:
    """Ask to set the board up; then one side starts the other's clock."""
    session = look.session
    starts = session.starts_on_clock
    assert starts is not None, "a table is ready only when it has drawn"
    presser = other(starts)
    halves = (_ready_half(look, 0, presser), _ready_half(look, 1, presser))
    asks = (presser == 0, presser == 1)
    seats = SEATS if session.info.first_player(session.game) == 0 else SEATS[::-1]
    sides = [headed(look.side(seat), look.names[seat]) for seat in seats]
    drawn = ", ".join((*sides, look.opening) if look.opening else sides)
    clock = _("clock") if session.control and session.control.clocked else _("move count")
    start = _("{side} presses to start {side2}'s {clock}.").format(
        side=look.side(presser), side2=look.side(starts), clock=clock
    )
    return View(
        "ready",
        halves=halves,
        message=(drawn, *(look.foot or (start,))),
        board=look.board,
        board_at="middle",
        sides=SIDES,
        choices=look.with_reports(
            *signing.offer(look), ONLY_PRESS if session.entering else ENTER_MOVES
        ),
        asks=asks,
    )


def _ready_half(look: Look, seat: Seat, presser: Seat) -> Half:
    reading, control = look.reading, look.session.control
    big = face(reading.remaining[seat]) if reading and control and control.clocked else ""
    name, side = look.names[seat], look.side(seat)
    if seat != presser:
        return Half(name, side, big, _("moves next"))
    return Half(name, side, big, _("Press to start"), tone="ask", key=SIDE_KEYS[seat])


def _own_cards(look: Look) -> tuple[Choice, ...]:
    """Return the way to a draw with cards and a coin, where anything is drawn (ACF-1.VIII.A)."""
    return () if look.book.scoring == "points" else (BY_HAND,)


def _by_hand(look: Look) -> tuple[str, ...]:
    return (_("You draw with your own cards and coin."),) if look.session.by_hand else ()


def _decisive(look: Look) -> tuple[str, ...]:
    words = _("If this match is equal, you play on until one side is ahead ({clause}).")
    return (words.format(clause=look.book.clause("lives")),) if look.match.decisive else ()


def _start_words(look: Look) -> str:
    starts_at = look.match.begun_at or look.match.starts_at
    start = clock_time(starts_at, look.zone, look.now)
    late = look.now - starts_at
    if look.match.begun_at:
        words = _("The referee started round {round_no} at {start}, {time} ago.")
    elif look.match.playoff:
        words = _("Called to a playoff at {start}, {time} ago.")
    elif late < 0:
        words = _("Round {round_no} starts at {start}, in {time}.")
    else:
        words = _("Round {round_no} started at {start}, {time} ago.")
    return words.format(round_no=look.match.key.round_no, start=start, time=duration(abs(late)))


def _sit(change: Change, rest: str) -> None:
    if not change.session.seated[seat_of(rest)]:
        change.enter(Seated(seat_of(rest)))


def _control(change: Change, rest: str) -> None:
    """Let a side name a time control; chance decides between two that differ (ACF-1.X.A.a)."""
    seat, _colon, index = rest.partition(":")
    controls = change.session.info.controls
    if not index.isdigit() or int(index) >= len(controls):
        return
    change.enter(ControlChosen(seat_of(seat), controls[int(index)]))
    if change.session.choice_differs:
        change.enter(ControlSet(_settled(change, change.session)))


def _settled(change: Change, session: Session) -> str:
    """Return which of two chosen controls is played: a clock if both wish one (ACF-1.X.B.b) or one
    may insist (USBGF-3.5); of two clocks, one by chance (ACF-1.X.A.a)."""
    first, second = session.chosen
    assert first is not None, "a choice that differs has been made by both"
    assert second is not None, "a choice that differs has been made by both"
    rule = session.info.book.usbgf_time
    if UNCLOCKED in (first, second):
        wishes = (first != UNCLOCKED, second != UNCLOCKED)
        wished = rule is not None and is_used(rule.clock_use, wishes)
        return next(name for name in (first, second) if (name != UNCLOCKED) == wished)
    return (first, second)[change.below(2)]


def _start(change: Change, rest: str) -> None:
    starts = change.session.starts_on_clock
    assert starts is not None, "a table is ready only when it has drawn"
    presser = other(starts)
    if seat_of(rest) != presser:
        name = side_named(change.desk.state, change.match, change.session, presser)
        change.say(Sentence("{name} presses to start the clock.", name=name))
    else:
        change.enter(Started(change.at))


_LANGUAGE_KEYS = ("7", "8", "9", "4", "5", "6")
_LANGUAGES_IN_A_ROW = 3
_BACK = replace(BACK, also=(*BACK.also, LANGUAGE.key))
_FOR_BOTH = N_("The table speaks this language to both players")


class Language(Ask, frozen=True):
    """In which language the table speaks."""


def _speaking(look: Look) -> View:
    """Show a button for each language for both; a side's key goes on to its own next one."""
    halves = [
        Half(
            look.names[seat],
            word=LANGUAGES[look.desk.languages.of(seat)],
            tone="ask",
            key=SIDE_KEYS[seat],
        )
        for seat in SEATS
    ]
    buttons = [
        Choice(f"language:{code}", key, name, _FOR_BOTH)
        for key, (code, name) in zip(_LANGUAGE_KEYS, LANGUAGES.items(), strict=False)
    ]
    return View(
        "language",
        headline=_in_all(),
        halves=(halves[0], halves[1]),
        message=(_("Your side: for you alone. Buttons: for both."),),
        sides=SIDES,
        choices=(*buttons, *(GAP,) * (-(len(buttons) + 1) % _LANGUAGES_IN_A_ROW), _BACK),
        grid=_LANGUAGES_IN_A_ROW,
        asks=(True, True),
    )


def _in_all() -> str:
    """Return the question in every language, for players who cannot read this one."""
    words = []
    for code in LANGUAGES:
        with spoken(code):
            words.append(_(LANGUAGE.label))
    return " · ".join(dict.fromkeys(words))


def _next_language(change: Change, rest: str) -> None:
    """Go on to a side's own next language."""
    change.speak(change.desk.languages.next_for(seat_of(rest)))


def _for_both(change: Change, rest: str) -> None:
    if rest in LANGUAGES:
        change.ask(None)
        change.speak(change.desk.languages.for_both(rest))


SEATING = Page(
    _seating, {"side": _sit, "pin": signing.ask, "by_hand": by_hand, "language": asking(Language())}
)
CHOOSING = Page(_choosing, {"control": _control})
READY = Page(_ready, {"side": _start, "pin": signing.ask, "moves": enter_moves})
SPEAKING = Page(_speaking, {"side": _next_language, "language": _for_both})
