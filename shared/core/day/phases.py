"""A match at one table as a value: what it waits for, and what is known of it. Changes nothing."""

from enum import StrEnum

from msgspec import Struct

from shared.core import clock as c
from shared.core.backgammon import Scoreboard
from shared.core.clock import Clock
from shared.core.draughts.counts import Count, CountKind, CountRule, Quiet
from shared.core.draughts.record import GameRecord
from shared.core.events import DrawAnswer
from shared.core.match.contest import winner_of
from shared.core.match.controls import TimeControl
from shared.core.match.outcome import Code, Outcome, Seat, other
from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.acf import MASTERS
from shared.core.standings.scoring import games_settle, plays_on
from shared.core.text.sentence import Refusal


class Phase(StrEnum):
    """What the table is waiting for. ``shared.core.day.table`` says what leads from where."""

    WAITING = "waiting"  # a match
    CALLED = "called"  # the first player to sit down
    SEATING = "seating"  # the other player to sit down
    DRAWING = "drawing"  # the opening and the colours
    CHOOSING = "choosing"  # a time control that both name
    AGREEING = "agreeing"  # both to accept what they play with (USBGF-3.6)
    READY = "ready"  # waits for a player to start the game
    ABSENT = "absent"  # an absent player, whose time runs
    PLAYING = "playing"  # a press
    PAUSED = "paused"  # the clock to go on
    RECALLING = "recalling"  # who won a game of which the log of the hall has no code
    RECOVERING = "recovering"  # both players, or the referee, to accept the recovered times
    BETWEEN = "between"  # the next game
    COUNTING = "counting"  # the referee's count of captures, now that time is called (SE-7)
    SCORING = "scoring"  # the players to sign the score
    CONFIRMED = "confirmed"  # the signatures of both to be saved
    DISPUTED = "disputed"  # the referee, as the two sides signed different scores
    RULED = "ruled"  # nothing: the referee has ruled
    DONE = "done"  # nothing: both have signed


LOBBY = frozenset(
    {Phase.SEATING, Phase.DRAWING, Phase.CHOOSING, Phase.AGREEING, Phase.READY},
)
"""Phases before a game."""


class MatchInfo(Struct, frozen=True):
    """What the pairing, the draw and the rulebook say about the match.

    ``controls`` are the names that the players may choose from; a single one needs no choice.
    ``first_seat`` is who moves first in game 1 and ``ballot`` the opening of every game: both
    None until drawn. ``moves_set_up`` balloted moves stand on the board before the clock starts
    (ACF-1.X.A.d). ``length`` is what a match of points is played to. A ``decisive`` match was
    paired as one that one player has to win.
    """

    uid: str
    controls: tuple[str, ...]
    book: Rulebook = MASTERS
    first_seat: Seat | None = None
    ballot: int | None = None
    moves_set_up: int = 3
    length: int = 1
    opening: tuple[str, ...] = ()
    """The balloted moves themselves."""
    decisive: bool = False

    @property
    def games(self) -> int:
        """The games of the match; 0 where it is played to points."""
        return 0 if self.book.scoring == "points" else self.book.games_per_match

    @property
    def may_have_more(self) -> bool:
        """Whether all equal after these games, more are played (DARK-KO, SE-7)."""
        return self.book.contest is not None or self.plays_on

    @property
    def plays_on(self) -> bool:
        """Whether an equal match is played on until one side is ahead (DARK-KO)."""
        return plays_on(self.book, decisive=self.decisive)

    def first_player(self, game: int) -> Seat | None:
        """Return who moves first in ``game``: the sides swap from game to game (ACF-1.VIII.A).

        In a match of points they stay, and dice decide who begins.
        """
        first = self.first_seat
        keeps = first is None or self.book.scoring == "points" or game % 2
        return first if keeps or first is None else other(first)

    def starts_on_clock(self, game: int) -> Seat | None:
        """Return whose clock is started: after three moves set up it is White's (ACF-1.X.A.d)."""
        first = self.first_player(game)
        return first if first is None or self.moves_set_up % 2 == 0 else other(first)

    def side(self, seat: Seat, game: int) -> str:
        """Return the rulebook's name of the side that ``seat`` plays in ``game``; "" until
        drawn."""
        first = self.first_player(game)
        if first is None:
            return ""
        return self.book.sides[0] if seat == first else self.book.sides[1]

    def settled(self, codes: tuple[Code, ...]) -> int | None:
        """After how many of ``codes`` the match is over; None while a game is to be played.

        A match of two games ends with both, a best of three with two wins or three games, a
        drawn one counts as played (SE-2). Where one player has to go on, it is never equal
        (DARK-KO, SE-7). In a match of points one code stands for all of it.
        """
        if self.book.scoring == "points":
            return 1 if codes else None
        ends = range(1, len(codes) + 1)
        over = (n for n in ends if games_settle(self.book, codes[:n], decisive=self.decisive))
        return next(over, None)


class DrawOffer(Struct, frozen=True):
    """A draw that ``seat`` has offered in ``game``, before move ``move``, and what came of it.

    Refused offers open the way to a ruling (ACF-3.IV). Stamps are ms of the table's clock.
    """

    game: int
    seat: Seat
    at: int
    moves: tuple[int, int]
    answer: DrawAnswer = "open"
    answered_at: int | None = None


class Counting(Struct, frozen=True):
    """A running count of moves: which, who asked, and at how many presses of the game it began."""

    kind: CountKind
    asker: Seat
    count: Count | Quiet
    began: int

    def made(self, rule: CountRule) -> tuple[int, int]:
        """Return moves counted and moves in all; where both sides' count, those of the side
        behind."""
        if isinstance(self.count, Quiet):
            return min(self.count.made), rule.quiet_moves or 0
        return self.count.made, self.count.limit

    def full(self, rule: CountRule) -> bool:
        """Return whether the count is complete: a proposal to the referee, never the end of a
        game."""
        made, limit = self.made(rule)
        return made >= limit


class Terms(Struct, frozen=True):
    """What two players use beyond what every match has, and who accepts that (USBGF-3.6).

    ``rolls`` are their dice where they did not agree on the rest: the larger decides.
    """

    used: tuple[str, ...] = ()
    accepted: tuple[bool, bool] = (False, False)
    rolls: tuple[int, int] | None = None


class IllegalEntry(Refusal):
    """The entry cannot happen now. The text is a sentence for a player; nothing has changed."""


class Session(Struct, frozen=True):
    """The match as the table knows it. ``codes`` are read for seat 0, one a finished game.

    In a match of points there is at most one, of a match that was forfeited or taken over signed.
    ``called_ms`` is how old the match was when time was called and ``captures`` what each seat had
    captured then (SE-7).
    """

    info: MatchInfo
    phase: Phase
    game: int = 1
    seated: tuple[bool, bool] = (False, False)
    chosen: tuple[str | None, str | None] = (None, None)
    control: TimeControl | None = None
    clock: Clock | None = None
    codes: tuple[Code, ...] = ()
    agreed: tuple[bool, bool] = (False, False)
    draws: tuple[DrawOffer, ...] = ()
    counting: Counting | None = None
    carried: tuple[str, ...] = ()
    """The tokens of the measures that this table has carried out."""
    held: bool = False
    """Whether the referee has stopped the game, which only the referee lets go on."""
    by_hand: bool = False
    """Whether the players draw sides and opening themselves, with cards and a coin."""
    toss: Seat | None = None
    """Who has won the coin and chooses the side (APCA-6)."""
    drew: tuple[Seat, int] | None = None
    """What the players have chosen or drawn: who moves first, and the opening's number or 0."""
    pins: tuple[str, str] = ("", "")
    """Each side's PIN for this match as a hash, "" for none."""
    called_ms: int | None = None
    captures: tuple[int, int] | None = None
    taken_over: bool = False
    """Whether the times are those of the hall's log, and no clock has run here since."""
    board: Scoreboard | None = None
    """The scoreboard of a match of points once a game has begun; its clock is ``clock``."""
    before: Scoreboard | None = None
    """The scoreboard before the last thing that was entered on it, for both to take that back."""
    terms: Terms = Terms()
    entering: bool = False
    """Whether moves are entered before each press."""
    records: dict[int, GameRecord] = {}
    """The record of each game whose moves were entered, by its number."""
    furthest: tuple[int, int] = (0, 0)
    ended: int = 0
    """How far the match had come (game and presses, games over) when something was taken back."""

    @property
    def draws_itself(self) -> bool:
        """Whether the table draws at once, nobody having to choose or to say anything."""
        book = self.info.book
        # In a match of points the dice give seat and direction, with what else is agreed on.
        return not self.by_hand and (book.scoring == "points" or book.colour_choice == "drawn")

    @property
    def choice_differs(self) -> bool:
        """Both have named a control, not the same: chance decides (ACF-1.X.A.a)."""
        return self.control is None and None not in self.chosen

    @property
    def first_player(self) -> Seat | None:
        """Who moves first in this game."""
        return self.info.first_player(self.game)

    @property
    def starts_on_clock(self) -> Seat | None:
        """Whose clock starts this game."""
        return self.info.starts_on_clock(self.game)

    def side(self, seat: Seat) -> str:
        """Return the side that ``seat`` plays in this game: "Red", "White", or "" until it is
        drawn."""
        return self.info.side(seat, self.game)

    @property
    def settled(self) -> bool:
        """Whether no further game has to be played."""
        return outcome(self) is not None

    @property
    def open_offer(self) -> DrawOffer | None:
        """The draw that waits for an answer in this game."""
        last = self.draws[-1] if self.draws else None
        waits = last is not None and last.answer == "open" and last.game == self.game
        return last if waits else None

    @property
    def proposed_outcome(self) -> Outcome | None:
        """What a fallen flag makes of the match, until the players sign or the referee rules."""
        flagged = self.clock is not None and self.clock.phase is c.ClockPhase.FLAGGED
        return outcome(self) if flagged else None


def outcome(session: Session) -> Outcome | None:
    """Return the outcome of the match, read for seat 0; None until it is settled.

    A match of points is one game to the standings: the player who reached the length has won it.
    """
    info = session.info
    if session.board is not None:
        return _on_points(session.board)
    count = info.settled(session.codes)
    if count is not None:
        return Outcome(session.codes[:count])
    rule, captures = info.book.contest, session.captures
    if rule is None or captures is None:
        return None
    called = Outcome(session.codes, captures=captures)
    return None if winner_of(rule, called.games_won(), captures) is None else called


def _on_points(board: Scoreboard) -> Outcome | None:
    """Return the final score: points beyond the length are not counted, unless they alone decide.

    Who wins by a flag or by penalty points has the length; a wrong length is won as it stands.
    """
    if board.winner is None:
        return None
    length, points = board.match.length, list(board.match.score)
    if board.decided_by != "wrong_length":
        points[board.winner] = max(points[board.winner], length)
    first, second = (min(each, length) for each in points)
    score = (points[0], points[1]) if first == second else (first, second)
    return Outcome((Code.WIN if board.winner == 0 else Code.LOSS,), points=score)
