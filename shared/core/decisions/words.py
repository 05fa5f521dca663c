"""A decision in words, in the language spoken: the only place that turns a measure into a sentence.

What a referee wrote stays as it is. Names are handed in, and nothing is read back.
"""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import asdict

from shared.core.clock import face
from shared.core.decisions.options import TAKEN_BACK, Asks, Option
from shared.core.decisions.requests import wish_words
from shared.core.events import Obstacle
from shared.core.events import measures as m
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import SEATS, Code, Outcome, Seat
from shared.core.standings.scoring import in_words
from shared.core.state import Decision, Match
from shared.core.text.by_kind import says
from shared.core.text.language import N_, _, ngettext

Names = tuple[str, ...]
"""Those of the two players in seat order; of a player; or of those that a decision about a
division names, in its order."""
_MINUTE_MS: Final = 60_000


def said(measure: m.Measure, names: Names) -> str:
    """Return what a measure says, as a sentence; ``names`` are the players', in seat order.

    "" where the referee's own words say it.
    """
    return _SAY[type(measure)](measure, names)


def all_said(measures: Iterable[m.Measure], names: Names) -> str:
    """Return what several measures say, one sentence after the other."""
    return " ".join(filter(None, (said(measure, names) for measure in measures)))


def in_full(decision: Decision, names: Names) -> str:
    """Return a decision as it is read on record: what is decided, its rule, the referee's words."""
    what = all_said((measure for _token, measure in decision.measures), names)
    if not decision.measures:
        what = _("Undone: what was decided before does not count.")
    return with_grounds(what, decision.clause, decision.reason)


def with_grounds(what: str, clause: str, reason: str) -> str:
    """Return what is decided with its rule and the referee's own words, as far as there are any."""
    told = (what, f"({clause})" if clause else "", f"“{reason}”" if reason else "")
    return " ".join(filter(None, told))


OBSTACLES: Final[dict[Obstacle, str]] = {
    "over": N_("the match is over"),
    "here": N_("both players are here"),
    "no_clock": N_("no clock keeps the time"),
    "clocked": N_("a clock keeps the time"),
    "no_time": N_("less time is left than would be taken"),
    "sheet": N_("the rule sheet has no such rule"),
    "unknown": N_("this table does not know how"),
}
"""Why a table cannot carry a measure out."""


def _match_decided(measure: m.MatchDecided, names: Names) -> str:
    return _("The match: {result}.").format(result=in_words(measure.outcome, (names[0], names[1])))


def _appealed(measure: m.Appealed, _names: Names) -> str:
    words = _("Appeal upheld the ruling: {votes} of {cast} votes for a change.")
    if measure.changed:
        words = _("Appeal changed the ruling: {votes} of {cast} votes for it.")
    return words.format(votes=measure.for_change, cast=measure.cast)


def _clock_assigned(measure: m.ClockAssigned, _names: Names) -> str:
    words = _("A clock, {control}, for the match.")
    if measure.scope == "game":
        words = _("A clock, {control} each to finish this game.")
    elif measure.scope == "next" and measure.control == UNCLOCKED:
        words = _("No clock from the next game that begins.")
    elif measure.scope == "next":
        words = _("A clock, {control}, from the next game that begins.")
    return words.format(control=measure.control)


def _clock_set(measure: m.ClockSet, names: Names) -> str:
    return _("The game goes on from {name} {left}, {other} {right}.").format(
        name=names[0], left=face(measure.left_ms), other=names[1], right=face(measure.right_ms)
    )


def _time_added(measure: m.TimeAdded, names: Names) -> str:
    added = (measure.left_ms, measure.right_ms)
    if added[0] == added[1] > 0:
        return _("Both players get {minutes} more.").format(minutes=_minutes(added[0]))
    sentences = []
    for seat in SEATS:
        if added[seat] > 0:
            words = _("{name} gets {minutes} more.")
            sentences.append(words.format(name=names[seat], minutes=_minutes(added[seat])))
        elif added[seat] < 0:
            words = _("{name} loses {minutes}.")
            sentences.append(words.format(name=names[seat], minutes=_minutes(-added[seat])))
    return " ".join(sentences)


def _minutes(ms: int) -> str:
    if ms % _MINUTE_MS:
        return face(ms)
    return ngettext("{count} minute", "{count} minutes", ms // _MINUTE_MS).format(
        count=ms // _MINUTE_MS
    )


def _absent_time(measure: m.AbsentTimeStarted, _names: Names) -> str:
    words = _("The absent player's time runs ({control}), from now.")
    if measure.since:
        words = _("The absent player's time runs ({control}), as from the end of the grace period.")
    return words.format(control=measure.control)


def _moves_timed(measure: m.MovesTimed, _names: Names) -> str:
    if measure.rule == "lowder":
        return _("From now on each move within one minute.")
    return _("A timekeeper comes and times each move.")


def _helper_leaves(measure: m.HelperLeaves, _names: Names) -> str:
    if measure.points_out:
        return _(
            "The helper leaves the playing area. Between games a wrong set-up or a running clock"
            " may be pointed out."
        )
    return _("The helper leaves the playing area. Then the game goes on.")


def _press_forgotten(measure: m.PressForgotten, names: Names) -> str:
    return _("{name} gets back {time}: a press was forgotten.").format(
        name=names[measure.seat], time=face(measure.ms)
    )


def _penalty_points(measure: m.PenaltyPoints, names: Names) -> str:
    return ngettext(
        "{count} penalty point against {name}.",
        "{count} penalty points against {name}.",
        measure.points,
    ).format(count=measure.points, name=names[measure.seat])


def _points_granted(measure: m.PointsGranted, names: Names) -> str:
    return ngettext(
        "{name} gets {count} match point outside the rounds.",
        "{name} gets {count} match points outside the rounds.",
        measure.points,
    ).format(name=names[0], count=measure.points)


def _tie_broken(measure: m.TieBroken, names: Names) -> str:
    left = iter(names)
    shared = (_(" and ").join(next(left) for _player in place) for place in measure.places)
    words = _("The tie is broken by a tie-breaker: {places}.")
    if measure.method == "playoff":
        words = _("The tie is broken by a playoff: {places}.")
    return words.format(places=_(", then ").join(shared))


def _granted(measure: m.RequestGranted, _names: Names) -> str:
    return _("Granted: {wish}.").format(wish=wish_words(measure.what, measure.round_no))


def _not_granted(measure: m.RequestRefused, _names: Names) -> str:
    return _("Refused: {wish}.").format(wish=wish_words(measure.what, measure.round_no))


def _imported(measure: m.Imported, _names: Names) -> str:
    return _("Imported from {source}: {points}. The file does not tell the games.").format(
        source=measure.source, points=measure.said
    )


def _plain(kind: type[m.Measure], words: str) -> tuple[type, Callable[[object, Names], str]]:
    """Return the entry of a measure that says ``words`` with its fields and its seat's name."""

    def say(measure: m.Measure, names: Names) -> str:
        seat = seat_of(measure)
        return _(words).format(**asdict(measure), name="" if seat is None else names[seat])

    return says(kind, say)


_SAY: Final = dict(
    [
        _plain(m.Caution, N_("Caution to {name}.")),
        _plain(m.Warned, N_("Warning to {name}, for the whole event.")),
        _plain(m.GameLost, N_("Game {game} is forfeited by {name}.")),
        _plain(m.BothLose, N_("Game {game} is forfeited by both players.")),
        _plain(m.GameDrawn, N_("Game {game} is drawn.")),
        says(m.MatchDecided, _match_decided),
        _plain(
            m.Adjudicated, N_("A committee decided game {game} from this position: {position}.")
        ),
        says(m.Appealed, _appealed),
        says(m.ClockAssigned, _clock_assigned),
        says(m.ClockSet, _clock_set),
        says(m.TimeAdded, _time_added),
        says(m.AbsentTimeStarted, _absent_time),
        _plain(m.Paused, N_("Both clocks are stopped still.")),
        _plain(m.Resumed, N_("The game goes on.")),
        _plain(m.GoesOn, N_("The game goes on from the times shown.")),
        says(m.MovesTimed, _moves_timed),
        _plain(m.TimingEnded, N_("Moves are not timed any more.")),
        _plain(m.TimeCalled, N_("Time is called: count the captured checkers.")),
        _plain(m.Excused, N_("{name} is excused: nothing is counted.")),
        _plain(m.MayLeave, N_("{name} may leave the board for a while.")),
        _plain(m.PutRight, N_("What is wrong on the board is put right.")),
        _plain(m.TouchedPiece, N_("{name} moves the touched piece, or forfeits game {game}.")),
        _plain(m.GoesOnAsPushed, N_("The piece of {name} goes on the way it was pushed.")),
        _plain(
            m.CarriesOut,
            N_("{name} carries out what they stated or implied: double, take or pass."),
        ),
        _plain(m.SetUpStands, N_("The position stands, unless both players agree otherwise.")),
        says(m.HelperLeaves, _helper_leaves),
        _plain(m.SpectatorBarred, N_("The spectator is barred from watching this match.")),
        _plain(m.OtherEquipment, N_("The match goes on with other equipment.")),
        _plain(
            m.WrongLength,
            N_(
                "The game in progress is finished. The higher score wins if it has reached the"
                " right or the wrong length, a tie that has by one more game; else play goes on"
                " to the right length."
            ),
        ),
        says(m.PressForgotten, _press_forgotten),
        says(m.PenaltyPoints, _penalty_points),
        _plain(m.LengthSet, N_("The match is played to {length} points.")),
        says(m.RequestGranted, _granted),
        says(m.RequestRefused, _not_granted),
        says(m.PointsGranted, _points_granted),
        says(m.TieBroken, _tie_broken),
        _plain(m.SameAs, N_("The same incident as in an earlier report: it counts once.")),
        _plain(m.Suspended, N_("The player is out until the referee lifts it.")),
        _plain(m.Dismissed, N_("There is nothing to rule.")),
        _plain(m.DealtWith, N_("Dealt with.")),
        says(m.Imported, _imported),
        says(m.OwnWords, lambda _measure, _names: ""),
    ]
)


_ASKED: Final[dict[Asks, str]] = {
    "words": N_("Another ruling, in your own words"),
    "times": N_("Set both clocks to other times"),
    "points": N_("Penalty points for delays"),
    "length": N_("Set the match length"),
    "press": N_("A press was forgotten: give its time back"),
    "games": N_("Game by game, with forfeits"),
    "score": N_("Another score"),
    "votes": N_("Committee of three votes on a game that cannot be finished: final"),
    "appeal": N_("Committee votes on an appeal against the ruling"),
}


def offered(option: Option, names: Names, match: Match | None = None) -> str:
    """Return an option as it is offered."""
    if option.coming:
        return _("Say that you are coming")
    if option == TAKEN_BACK:
        return _("Take the ruling back")
    if option.asks in _ASKED and not isinstance(
        next(iter(option.measures), None), m.OtherEquipment
    ):
        return _(_ASKED[option.asks])
    if option.outcome is not None and len(option.measures) == 1 and match is not None:
        return _ending(option.outcome, names, match)
    return all_said(option.measures, names)


def _ending(outcome: Outcome, names: Names, match: Match) -> str:
    """Return how the match would end, and who signed it so."""
    words = sayings(outcome, names)
    by = [
        names[v.seat] for v in match.result.versions if v.outcome == outcome and v.seat is not None
    ]
    if by:
        words += _(" – as {names} signed").format(names=_(" and ").join(by))
    return words


def sayings(outcome: Outcome, names: Names) -> str:
    """Return an outcome in words, with its games where their order matters.

    Of two games the first tells the other: ``Drawn 1–1 (first game: Ed King)``.
    """
    words = in_words(outcome, (names[0], names[1]))
    games = [_of_game(code, names) for code in outcome.games]
    if len(set(games)) < 2:
        return words
    if len(games) == 2:
        return _("{result} (first game: {how})").format(result=words, how=games[0])
    return f"{words} ({', '.join(f'{n} {how}' for n, how in enumerate(games, start=1))})"


def _of_game(code: Code, names: Names) -> str:
    """Return who won a game, or how else it ended."""
    match code:
        case Code.DRAW:
            return _("drawn")
        case Code.LOST_BY_BOTH:
            return _("forfeited by both")
    winner = names[0 if code.played is Code.WIN else 1]
    if code is code.played:
        return winner
    return _("{name} by forfeit").format(name=winner)


def seat_of(measure: m.Measure) -> Seat | None:
    """Return the seat that a measure is against or for; None where it names none."""
    return getattr(measure, "seat", None)
