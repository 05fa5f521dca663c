"""Reports, two presses away at any moment. Each says what it does before it is sent.

The buttons lie as on a numeric keypad. The clock keys keep their meaning.
"""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, Desk, squares_of
from board_terminal.desk.setting import book_of, table_label
from board_terminal.pages.halves import clock_half, next_change
from board_terminal.pages.look import Look, Page, alarms, report_line
from board_terminal.pages.reporting import (
    BY_WHOM_IT_NAMES,
    away,
    count_kind,
    countable,
    draw_askers,
    names_a_player,
    repetition,
    report_type,
)
from board_terminal.view.keys import BACK, GAP, SERVICE, SIDES, named
from board_terminal.view.view import Choice, View
from shared.core.clock import Pause, Reported, face
from shared.core.day import Phase
from shared.core.day.entries import Clocked, CountBegun
from shared.core.events import ReportFiled
from shared.core.events.reported import COSTS, STOPS_CLOCKS, WORDS, clock_words, rule_of, what_of
from shared.core.match.outcome import SEATS, ReportType, Seat, other
from shared.core.text.language import N_, _, headed
from shared.core.text.sentence import Sentence
from shared.tui.times import clock_time, duration

CALL = Choice(
    "report:call", "5", N_("Call referee"), N_("The referee is asked to this table"), ("c", "C")
)
_PHONE = Choice("report:phone", "4", N_("Phone"), N_("A phone or another device"), ("h", "H"))
_LATE = Choice("report:late", "7", N_("Late or absent"), N_("A player has not come"), ("l", "L"))
_ILLEGAL = Choice(
    "report:illegal_move", "8", N_("Illegal move"), N_("A move against the rules"), ("i", "I")
)
_TOUCHED = Choice(
    "report:touched_piece", "9", N_("Touched piece"), N_("A piece was touched"), ("t", "T")
)
_HELP = Choice(
    "report:disturbance", "6", N_("Help or noise"), N_("Disturbance or help"), ("d", "D")
)
_AWAY = Choice("report:away", "2", N_("Away / back"), N_("A player leaves the table"), ("a", "A"))
_DEFECT = Choice(
    "report:clock_defect", "plus", N_("Clock defect"), N_("The clock is wrong"), ("k", "K")
)
_KEEPER = Choice(
    "report:timekeeper", "plus", N_("Timekeeper"), N_("Slow play: time the moves"), ("k", "K")
)
_DRAW = Choice(
    "report:draw_ruling", "full_stop", N_("Draw ruling"), N_("After a refused offer"), ("w", "W")
)
_COUNT = Choice(
    "report:move_count", "enter", N_("Move count"), N_("Count moves for a draw"), ("m", "M")
)
_BACK = Choice("back", "0", N_("Back"), BACK.help, ("escape", "backspace", "minus", "r", "R"))
_WHAT_KEYS = ("7", "9", "4", "6")
_WHO_KEYS = ("4", "6")
GRID = 4
_WHO: dict[ReportType, str] = {
    "phone": N_("Whose phone rang?"),
    "late": N_("Who is not here?"),
    "away": N_("Who goes away, or is back?"),
    "draw_ruling": N_("Who asks for a ruling?"),
}
"""The question that the two names answer."""
_SEATS: dict[str, Seat] = {"0": 0, "1": 1}
_SEND = "send"


class Reports(Ask, frozen=True):
    """What to report."""


class Reporting(Ask, frozen=True):
    """A report that is not complete; ``which``: what exactly, once it is said."""

    kind: ReportType
    which: str = ""


def _reports(look: Look) -> View:
    """Show the list of reports."""
    backgammon = look.book.game == "backgammon"
    illegal = named(_ILLEGAL, _("Illegal play")) if backgammon else _ILLEGAL
    touched = named(_TOUCHED, _("Checkers or dice")) if backgammon else _TOUCHED
    clocked = look.session.control is not None and look.session.control.clocked
    counts = countable(look.book)
    choices = (
        _LATE,
        illegal,
        touched,
        _DEFECT if clocked else _KEEPER,
        _PHONE,
        CALL,
        _HELP,
        _DRAW if draw_askers(look.session) else GAP,
        _BACK,
        _AWAY,
        GAP if look.session.phase is Phase.PLAYING else SERVICE,
        _COUNT if counts else GAP,
    )
    clocks = _clocks(look, "call")
    said = _("{what}: sent at once. {clocks}").format(what=_(CALL.label), clocks=clocks).strip()
    rest = _("Every other report is asked about first.")
    return _over_clock(look, (said, rest, *_filed(look)), choices, GRID)


def _report(look: Look) -> View:
    """Show a report before it is sent: what exactly, about whom, and what happens then."""
    kind, which = look.asked(Reporting).kind, look.asked(Reporting).which
    command = f"report:{kind}"
    if kind == "move_count":
        whats = countable(look.book)
        if not which:
            return _exactly(look, kind, tuple((code, words) for code, words, _how in whats))
    elif not which and len(offered := look.book.sheet.offered(kind)) > 1:
        return _exactly(look, kind, tuple((o.what.code, _(o.what.words)) for o in offered))
    if which:
        command += f":{which}"
    if names_a_player(kind, which):
        choices = tuple(
            Choice(
                f"{command}:{seat}",
                _WHO_KEYS[seat],
                _who(look, kind, seat),
                headed(_title(look, kind, which), look.names[seat]),
            )
            if seat in _about(look, kind)
            else GAP
            for seat in SEATS
        )
        sends: tuple[Choice, ...] = (choices[0], _no(look), choices[1])
    else:
        send = Choice(
            f"{command}:send",
            "6",
            _("Send it"),
            _("{title}: send it").format(title=_title(look, kind, which)),
        )
        sends = (_no(look), send)
    title = _title(look, kind, which)
    if names_a_player(kind, which):
        title = (
            _(_WHO[kind])
            if kind in _WHO and not which
            else _("{report}: who?").format(report=title)
        )
    return _over_clock(look, (_explained(look, kind, which),), sends, len(sends), title)


def _exactly(look: Look, kind: ReportType, whats: tuple[tuple[str, str], ...]) -> View:
    """Ask what exactly happened, on the four corners; back between them."""
    buttons = [
        Choice(f"report:{kind}:{code}", key, words, headed(_(WORDS[kind]), words))
        for key, (code, words) in zip(_WHAT_KEYS, whats, strict=False)
    ]
    buttons += [GAP] * (4 - len(buttons))
    choices: tuple[Choice, ...] = (buttons[0], _no(look), buttons[1])
    if len(whats) > 2:
        choices = (*choices, buttons[2], GAP, buttons[3])
    headline = (
        _("Which count?")
        if kind == "move_count"
        else _("{what}: what exactly?").format(what=_(WORDS[kind]))
    )
    return _over_clock(look, (_clocks(look, kind),), choices, 3, headline)


def _over_clock(
    look: Look,
    message: tuple[str, ...],
    choices: tuple[Choice, ...],
    grid: int,
    headline: str = "",
) -> View:
    playing = look.session.phase is Phase.PLAYING
    return View(
        "reports" if not headline else "report",
        headline=headline,
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        message=tuple(line for line in message if line),
        sides=SIDES if playing else (),
        choices=choices,
        grid=grid,
        next_ms=next_change(look) if playing else 0,
        asks=look.reading.runs if playing and look.reading else (False, False),
    )


def table_reports(desk: Desk, zone: str) -> View:
    """Ask whether to call the referee; between matches there is no other report."""
    return View(
        "reports",
        table_label(desk.state, desk.table),
        headline=_("Call the referee to this table?"),
        message=(
            _("It goes to the referee at once."),
            *(report_line(desk, f, zone) for f in desk.filed[-2:]),
        ),
        alarm=alarms(desk),
        choices=(CALL, SERVICE, named(BACK, _("Back"), _("report nothing"))),
    )


def _no(look: Look) -> Choice:
    return Choice(
        "back", "0", _("Back"), BACK.help, ("escape", "backspace", "minus"), _("send nothing")
    )


def _filed(look: Look) -> tuple[str, ...]:
    if look.hint:
        return (look.hint,)
    return tuple(report_line(look.desk, f, look.zone) for f in look.desk.filed[-2:])


def _title(look: Look, kind: ReportType, which: str) -> str:
    if kind == "move_count":
        return next(
            (
                _("Count: {which}").format(which=w)
                for code, w, _how in countable(look.book)
                if code == which
            ),
            "",
        )
    what = what_of(kind, which)
    if kind == "away":
        return _("Away from the table, or back")
    return _(what.words) if what is not None else _(WORDS[kind])


def _about(look: Look, kind: ReportType) -> tuple[Seat, ...]:
    """Return the players whom a report may be about, or who may ask for it."""
    return draw_askers(look.session) if kind == "draw_ruling" else SEATS


def _who(look: Look, kind: ReportType, seat: Seat) -> str:
    name = look.names[seat]
    match kind:
        case "away":
            return (
                _("{name} is back").format(name=name)
                if away(look.desk, seat)
                else _("{name} goes away").format(name=name)
            )
        case "late":
            return _("{name} is absent").format(name=name)
        case "draw_ruling":
            return _("{name} asks").format(name=name)
        case "move_count":
            return _("{name} asks").format(name=name)
        case _:
            return name


def _explained(look: Look, kind: ReportType, which: str) -> str:
    """Return what will happen, and whose clock runs meanwhile (HALL-report-clock)."""
    then = {
        "away": _("Only the times are noted. A toilet or a break stops no clock."),
        "timekeeper": _("The referee is asked for a timekeeper."),
        "clock_defect": _(
            "Say at once what is wrong: the clock counts unless it is found defective."
        ),
        "draw_ruling": _("The referee looks at the position and may declare a draw."),
        "late": _late_words(look),
        "move_count": next(
            (how for code, _words, how in countable(look.book) if code == which), ""
        ),
    }.get(kind)
    if kind == "timekeeper" and look.book.move_time is not None:
        rule = look.book.move_time
        then = _(
            "The referee is asked for a timekeeper: warning at {time}, lost {more} later."
        ).format(time=face(rule.move_ms), more=duration(rule.after_told_ms))
    if kind == "away" and rule_of(look.book, kind)[1] == "leave":
        needed = COSTS["leave"]
        then = _(needed)
    if kind == "away" and look.book.draw_sheet is not None:
        minutes = look.book.draw_sheet.sign_out_ms // 60_000
        then = _("More than {minutes} min: the opponent consents, or sign out ({clause}).").format(
            minutes=minutes, clause=look.book.clause("draw_sheet.sign_out_ms")
        )
    if kind == "phone" and look.book.game == "backgammon":
        then = _(look.book.device_rule)
    if then is None and kind == "phone":
        then = _(look.book.device_rule).split(". ")[-1]
    if then is None:
        then = _(COSTS[rule_of(look.book, kind, which)[1]])
    return f"{_clocks(look, kind)} {then}".strip()


def _late_words(look: Look) -> str:
    start = clock_time(look.match.starts_at, look.zone, look.now)
    late = look.now - look.match.starts_at
    if look.session.phase is not Phase.SEATING or late <= 0:
        return _("The referee decides.")
    return _("Scheduled start {start}: {time} late. The referee decides.").format(
        start=start, time=duration(late)
    )


def _clocks(look: Look, kind: ReportType) -> str:
    """Return what the report does to the clocks, "" if none runs."""
    if look.session.phase is not Phase.PLAYING:
        return ""
    return _(clock_words(kind))


def ask(change: Change, rest: str) -> None:
    """Ask what to report; the same key takes the question back."""
    open_ = isinstance(change.desk.ask, Reports | Reporting)
    change.ask(None if open_ else Reports())


def _send(change: Change, rest: str) -> None:
    """``kind[:what exactly][:seat or "send"]``: ask for what is missing, or file it."""
    word, *said = rest.split(":")
    kind = report_type(word)
    if kind is None or (change.desk.match is None and kind != "call"):
        return
    about = _SEATS.get(said[-1]) if said else None
    sent = bool(said) and (about is not None or said[-1] == _SEND)
    which = next((part for part in said if part not in (*_SEATS, _SEND, "")), "")
    if which and which not in _codes(change, kind):
        return
    complete = sent and (about is not None or not names_a_player(kind, which))
    if kind == "call":
        _file(change, ReportFiled(kind))
    elif kind == "draw_ruling" and about is not None and about not in draw_askers(change.session):
        change.say(Sentence("Only the side whose offer of a draw was refused can ask for this."))
    elif complete and (which or not _codes(change, kind)):
        _file(change, _body(change, kind, which, about))
    else:
        change.ask(Reporting(kind, which))


def _codes(change: Change, kind: ReportType) -> tuple[str, ...]:
    """Return the codes of what exactly a report of this kind can say."""
    if change.desk.match is None:
        return ()
    book = book_of(change.desk.state, change.match)
    if kind == "move_count":
        return tuple(code for code, _words, _how in countable(book))
    return tuple(line.what.code for line in book.sheet.exactly(kind))


def _body(change: Change, kind: ReportType, which: str, about: Seat | None) -> ReportFiled:
    """Return the report. Its author is known if only one player is here or can have filed it."""
    session = change.session
    if kind == "away" and about is not None and away(change.desk, about):
        return ReportFiled("back", about, game=session.game)
    if kind in BY_WHOM_IT_NAMES:
        return ReportFiled(kind, about, which=which, game=session.game)
    if kind == "late" and about is not None:
        here = session.seated
        alone = here[other(about)] and not here[about]
        return ReportFiled(kind, other(about) if alone else None, about)
    return ReportFiled(kind, None, about, which=which, game=session.game)


def _file(change: Change, body: ReportFiled) -> None:
    """File a report. Only a dispute stops both clocks (HALL-report-clock)."""
    change.ask(None)
    count = count_kind(body.which) if body.type == "move_count" else None
    asker = body.seat
    if count is not None and (
        asker is None or not change.enter(CountBegun(count, asker, change.at))
    ):
        return
    if body.which == "repetition":
        found, numbers = repetition(change.session, squares_of(change.desk.typed))
        body = replace(body, type="count_full", found=found, numbers=numbers)
    change.report(body)
    stops = change.phase is Phase.PLAYING and body.type in STOPS_CLOCKS
    if stops and change.enter(Clocked(Pause(change.at, Reported(body.type, body.which)))):
        change.log_presses("pause")


REPORTS = Page(_reports, {"report": _send})
REPORT = Page(_report, {"report": _send})
