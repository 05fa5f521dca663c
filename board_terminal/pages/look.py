"""A look at the table with the words that every page needs; and what a page is: its view and its
commands, which stand in one file."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, Desk, Filed
from board_terminal.desk.setting import (
    book_of,
    control_words,
    decks_size,
    moved,
    names_of,
    opening_of,
    side_word,
    table_label,
)
from board_terminal.view.keys import BACK, REPORTS, RETRY, SIDE_KEYS, SIDES, named
from board_terminal.view.view import Choice, Half, View
from shared.core.backgammon import Scoreboard
from shared.core.clock import ClockReading
from shared.core.day import Session, reading_at
from shared.core.decisions.words import all_said, in_full, with_grounds
from shared.core.draughts.notation import path_of
from shared.core.events.reported import shown_words
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import in_words
from shared.core.state import Match
from shared.core.text.language import N_, _, headed, ngettext
from shared.core.text.sentence import said
from shared.tui.announced import announced_words
from shared.tui.board import Board, board_after, turned
from shared.tui.times import clock_time

A = TypeVar("A", bound=Ask)

STATE_WORDS = {
    "": "",
    "saving": N_("saving…"),
    "not_saved": N_("NOT SAVED"),
    "held": N_("held here"),
    "at_hall": N_("at the hall"),
}


def on_disks(count: int, known: int) -> str:
    """Return that an entry is on ``count`` of the ``known`` lasting disks; "" while that is no
    news: one or none.

    No disk is counted that has not said so.
    """
    if count < 2:
        return ""
    if count < known:
        return _("on {count} of {known} disks").format(count=count, known=known)
    return ngettext("on {count} disk", "on {count} disks", count).format(count=count)


class Look(Struct, frozen=True):
    """The desk seen at ``at`` (monotonic ms) and ``now`` (UTC ms), with a match on it."""

    desk: Desk
    match: Match
    session: Session
    at: int
    now: int
    zone: str

    def asked(self, kind: type[A]) -> A:
        """Return the open question, which must be a ``kind``."""
        assert isinstance(self.desk.ask, kind), f"{kind.__name__} is not asked"
        return self.desk.ask

    @property
    def book(self) -> Rulebook:
        """The rulebook of the match."""
        return book_of(self.desk.state, self.match)

    @property
    def names(self) -> tuple[str, str]:
        """Both players, left first."""
        return names_of(self.desk.state, self.match)

    @property
    def reading(self) -> ClockReading | None:
        """The clock now."""
        return reading_at(self.session, self.at)

    @property
    def title(self) -> str:
        """Table, round and division."""
        division = self.desk.state.divisions.get(self.match.key.division)
        where = division.name if division else self.match.key.division
        table = table_label(self.desk.state, self.desk.table)
        if self.match.playoff:
            return _("{table} · Playoff · {where}").format(table=table, where=where)
        return _("{table} · Round {round_no} · {where}").format(
            table=table, round_no=self.match.key.round_no, where=where
        )

    @property
    def corner(self) -> str:
        """The number of the game, and of how many if that is known beforehand."""
        info = self.session.info
        of = (
            _(" of {games}").format(games=info.games)
            if info.games
            else _(", match to {length}").format(length=info.length)
        )
        if self.session.game > info.games > 0:
            of = _(", played on")
        return _("Game {game}{of}").format(game=self.session.game, of=of)

    def side(self, seat: Seat, game: int = 0) -> str:
        """Return the side that the seat plays in ``game``; 0 for this game."""
        return side_word(self.session.info.side(seat, game or self.session.game))

    def called(self, seat: Seat) -> str:
        """Return a player with the side: "Red, A. King"."""
        side = self.side(seat)
        return f"{side}, {self.names[seat]}" if side else self.names[seat]

    def outcome_words(self, outcome: Outcome) -> str:
        """Return an outcome with sides: "Red, A. King, wins 2–0"."""
        first, second = self.called(0), self.called(1)
        return in_words(outcome, (f"{first},", f"{second},"))

    @property
    def opening(self) -> str:
        """The opening in words: "opening 9-13 21-17 5-9 (no. 1 of 156)"; "" where none is drawn."""
        draw = self.match.draw
        if draw is None or not draw.moves:
            return ""
        drawn_from = decks_size(self.desk.state, self.match, self.desk.deck)
        return _("opening {moves} (no. {number} of {count})").format(
            moves=" ".join(draw.moves), number=draw.opening, count=drawn_from
        )

    @property
    def board(self) -> Board | None:
        """The board after the opening; None without one."""
        opening = opening_of(self.desk.state, self.match, self.desk.deck)
        if opening is None:
            return None
        path = path_of(opening.moves[-1]) if opening.moves else ()
        return self.from_side(board_after(opening.fen, self.book.sides, path))

    def from_side(self, board: Board) -> Board:
        """Return a board as it is seen from the side that the players have turned it to."""
        return turned(board) if self.desk.turned else board

    @property
    def control(self) -> str:
        """The time control in words."""
        return control_words(self.session.control.name) if self.session.control else ""

    @property
    def alarm(self) -> tuple[str, ...]:
        """What is wrong. Every page shows it."""
        return alarms(self.desk)

    @property
    def hint(self) -> str:
        """The hint about the last key, else what the referee has just decided."""
        told = self.desk.told
        if self.desk.hint or not told:
            return said(self.desk.hint)
        what = all_said((order.measure for order in told), self.names)
        ruling = with_grounds(what, told[-1].clause, told[-1].reason)
        return _("The referee: {ruling}").format(ruling=ruling)

    @property
    def foot(self) -> tuple[str, ...]:
        """The hint, else the newest report."""
        came = came_here(self.desk)
        if self.hint:
            return (*came, self.hint)
        filed = self.desk.filed
        return (*came, report_line(self.desk, filed[-1], self.zone)) if filed else came

    def with_reports(self, *choices: Choice) -> tuple[Choice, ...]:
        """Return the choices and those of every page: reports, and a retry if one is needed."""
        failed = any(r.where == "not_saved" for r in self.desk.receipts.values())
        taken = {key for choice in choices for key in choice.keys}
        retry = (RETRY,) if failed and "enter" not in taken else ()
        return (*choices, REPORTS, *retry)


def came_here(desk: Desk) -> tuple[str, ...]:
    """Return that the device has come from another table; nothing after the next key."""
    if not desk.came:
        return ()
    table = table_label(desk.state, desk.table)
    return (_("This device now serves {table}.").format(table=table),)


def opening_line(look: Look) -> tuple[str, ...]:
    """Return the opening as a line of its own; nothing if none is drawn."""
    opening = look.opening
    return (opening[:1].upper() + opening[1:],) if opening else ()


def score_corner(board: Scoreboard) -> str:
    """Return game, score and length: "Game 3 · 4–2 to 7"."""
    first, second = board.match.score
    return _("Game {game} · {first}–{second} to {length}").format(
        game=max(1, board.game), first=first, second=second, length=board.match.length
    )


AGREE = (N_("Agree? Press here"), N_("✓ agrees"))
ACCEPT = (N_("Accept? Press here"), N_("✓ accepts"))
"""What a half asks, and what it says once its player has pressed."""


def agreeing_halves(
    look: Look, done: tuple[bool, bool], words: tuple[str, str] = AGREE
) -> tuple[Half, Half]:
    """Return both halves while each player presses for the same thing; ``done`` by seat."""
    left, right = (
        Half(
            look.names[seat],
            word=_(words[done[seat]]),
            tone="done" if done[seat] else "ask",
            key="" if done[seat] else SIDE_KEYS[seat],
        )
        for seat in SEATS
    )
    return left, right


def agreeing(
    look: Look,
    phase: str,
    headline: str,
    agreed: Seat | None,
    message: str,
    choices: tuple[Choice, ...] = (),
) -> View:
    """Ask both players to press on their own half; ``agreed`` has."""
    return View(
        phase,
        corner=score_corner(look.session.board) if look.session.board is not None else "",
        headline=headline,
        halves=agreeing_halves(look, (agreed == 0, agreed == 1)),
        message=(message,),
        sides=tuple(SIDES[seat] for seat in SEATS if seat != agreed),
        choices=(*choices, named(BACK, BACK.label, N_("change nothing"))),
        asks=(agreed != 0, agreed != 1),
    )


def by_name(
    look: Look, does: str, words: str, also: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> tuple[Choice, Choice]:
    """Return a button for each player; ``words`` say what it does: "{name} sets a PIN"."""
    left, right = (
        Choice(f"{does}:{seat}", "46"[seat], name, words.format(name=name), also[seat])
        for seat, name in zip(SEATS, look.names, strict=True)
    )
    return left, right


def alarms(desk: Desk) -> tuple[str, ...]:
    """Return what is wrong at this table, in sentences that say what to do."""
    wrong: list[str] = []
    if desk.notes_trouble:
        wrong.append(
            _("NOT SAVED: the latest presses. {why} Call the referee.").format(
                why=said(desk.notes_trouble)
            )
        )
    failed = [r for r in desk.receipts.values() if r.where == "not_saved"]
    if failed:
        wrong.append(
            _("NOT SAVED: {why} Press Enter to try again.").format(why=said(failed[-1].sentence))
        )
    if desk.playing_here and desk.match is not None:
        wrong += [words for words in (moved(desk.match, desk.table),) if words]
    if desk.damaged:
        wrong.append(
            _(
                "Some notes of this match cannot be read: check clocks and games. "
                "The referee has been called."
            )
        )
    if desk.refused:
        wrong.append(said(desk.refused))
    return tuple(wrong)


def announced(desk: Desk, now: int) -> str:
    """Return the newest announcement to this table at ``now`` (UTC ms), "" for none."""
    division = desk.match.key.division if desk.match is not None else ""
    told = desk.state.office.announced(now, "tables", division)
    return f"» {announced_words(desk.state, told[0])}" if told else ""


def report_line(desk: Desk, filed: Filed, zone: str) -> str:
    """Return a report and how far it has got: "Phone: B. Chen · held here"."""
    words = shown_words(filed.body.type, filed.body.which)
    named = filed.body.about if filed.body.about is not None else filed.body.seat
    if named is not None and desk.match is not None:
        words = headed(words, names_of(desk.state, desk.match)[named])
    if filed.at:
        words = f"{clock_time(filed.at, zone)} {words}"
    return f"{words} · {_progress(desk, filed)}"


def _progress(desk: Desk, filed: Filed) -> str:
    decision = filed.decision
    if decision is not None and decision.counts:
        names = ("", "") if desk.match is None else names_of(desk.state, desk.match)
        return in_full(decision, names)
    if decision is not None:
        return _("the referees have to agree")
    return _("the referee is coming") if filed.coming else _(STATE_WORDS[filed.state])


Does: TypeAlias = Callable[[Change, str], None]
"""Does a command; it gets the rest of the command after the word."""


class Page(NamedTuple):
    """``does`` has the words of the commands that ``shows`` offers; ``side`` is a half's key."""

    shows: Callable[[Look], View]
    does: Mapping[str, Does] = {}


def asking(question: Ask) -> Does:
    """Return what asks ``question``."""

    def does(change: Change, rest: str) -> None:
        change.ask(question)

    return does


def seat_of(rest: str) -> Seat:
    """Return the seat that a command names."""
    return 1 if rest == "1" else 0
