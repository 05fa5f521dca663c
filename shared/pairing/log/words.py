"""The pairing log in sentences: the only place that turns a line of it into words."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import asdict

from shared.core.events.rounds import HandReason, Logged
from shared.core.rulebooks.fields import said_of_override
from shared.core.text.by_kind import says
from shared.core.text.language import N_
from shared.core.text.sentence import Counted, Players, Sentence, Series, Tables
from shared.pairing.log import lines as d
from shared.pairing.log.lines import Relaxation
from shared.pairing.points import points_said

HAND_REASONS: Final[dict[HandReason, str]] = {
    "latecomer": N_("A player came late, after the round was paired"),
    "sat_wrongly": N_("The players sat down wrongly and have begun"),
    "absent": N_("A player is not here"),
    "wrong_pairing": N_("The pairing was made from a wrong result or a wrong list"),
    "table": N_("A player needs another table"),
    "paper": N_("The round was paired on paper"),
    "void": N_("A match is void and is played again"),
}
"""Why a referee pairs by hand, where it is not in their own words."""
_ALLOWED: Final[dict[Relaxation, str]] = {
    "re_pairing": N_("Re-pairings allowed by the referee: {reason}"),
    "second_bye": N_("A second bye allowed by the referee: {reason}"),
    "lowest_repeat": N_("Repeats at the lowest tables, so that groups stay whole: {reason}"),
    "fresh_only": N_("No repeat, though groups are broken for it: {reason}"),
}
_WITH_RATING: Final = "{player} ({rating})"


def sentence(line: d.LogLine) -> Sentence:
    """Return what a line of the pairing log says."""
    return _SAY[type(line)](line)


def sentences(lines: Iterable[d.LogLine]) -> tuple[Sentence, ...]:
    """Return what the lines of a draw say, in their order."""
    return tuple(map(sentence, lines))


def no_consolation(sheet: str) -> Sentence:
    """Return that nobody plays the consolation that a draw sheet was to have."""
    return Sentence(
        "Only one player loses in round 1 of {sheet}: no consolation is drawn, and the loser is "
        "out.",
        sheet=sheet,
    )


def log_of(logged: Iterable[Logged]) -> tuple[Sentence, ...]:
    """Return what the log of a published round says; a line of a later version is named as one."""
    unknown = Sentence("(A line that a newer version has written.)")
    lines = (d.read(raw) for raw in logged)
    return tuple(unknown if line is None else sentence(line) for line in lines)


def hand_reason(reason: HandReason, words: str) -> Sentence | str:
    """Return why a round was changed by hand; ``words`` are the referee's own."""
    return Sentence(HAND_REASONS[reason]) if reason in HAND_REASONS else words


def _by_groups(line: d.ByGroups) -> Sentence:
    message = N_(
        "Round {number}, seed {seed}: {players} in {groups}, by rating, equal ratings by lot "
        "from the seed."
    )
    if line.by_draw:
        message = N_("Round {number}, seed {seed}: {players} in {groups}, by lot from the seed.")
    return Sentence(
        message,
        number=line.number,
        seed=line.seed,
        players=Counted("{count} player", "{count} players", line.players),
        groups=Counted("{count} score group", "{count} score groups", line.groups),
    )


def _group(line: d.Group) -> Sentence:
    message = N_("{points}: {names} in order of rating.")
    if line.by_draw:
        message = N_("{points}: {names} in draw order.")
    return Sentence(message, points=_points(line.points), names=Players(*line.players))


def _from_above(line: d.FromAbove) -> Sentence:
    def meeting(one: str, other: str, points: d.Score) -> Sentence:
        message = N_("{one} ({points}) meets {other}")
        if one in line.again:
            message = N_("{one} ({points}) meets {other} again")
        return Sentence(message, one=Players(one), points=_points(points), other=Players(other))

    meetings = map(meeting, line.ones, line.others, line.points)
    return Sentence(
        "  Dropped from above and paired first: {meetings}.",
        meetings=Series(*meetings, between=", "),
    )


def _within(line: d.Within) -> Sentence:
    def pair(one: str, other: str) -> Players | Sentence:
        players = Players(one, other, between="–")
        return Sentence("{pair} again", pair=players) if one in line.again else players

    pairs = Series(*map(pair, line.ones, line.others), between=", ")
    return Sentence("  Paired within the group: {pairs}.", pairs=pairs)


def _group_bye(line: d.GroupBye) -> Sentence:
    message = N_("The bye: {player} ({points}).")
    if line.passed:
        message = N_("The bye: {player} ({points}); passed over after an earlier bye: {names}.")
    if line.number > 1:
        message = N_("The bye: {player} ({points}); the bye number {count} of this player.")
    if line.number > 1 and line.passed:
        message = N_(
            "The bye: {player} ({points}); passed over after an earlier bye: {names}; the bye "
            "number {count} of this player."
        )
    return Sentence(
        message,
        player=Players(line.player),
        points=_points(line.points),
        names=Players(*line.passed),
        count=line.number,
    )


def _proved(line: d.Proved) -> Sentence:
    message = N_("Legal, but fewest and smallest floats not proved: {groups}.")
    if line.proved:
        message = N_("Fewest and smallest floats proved by exact matching: {groups}.")
    if line.high == "":
        return Sentence(message, groups=Sentence("all groups"))
    low = _points(line.low)
    if line.high == line.low:
        return Sentence(message, groups=low)
    between = Sentence("{high} to {points}", high=d.as_points(line.high), points=low)
    return Sentence(message, groups=between)


def _by_sheet(line: d.BySheet) -> Sentence:
    return Sentence(
        "Round {number} from the draw sheet of {count} entries, drawn in round 1 from the seed "
        "{seed}: {matches}.",
        number=line.number,
        count=line.entries,
        seed=line.seed,
        matches=", ".join(line.slots),
    )


def _rather_repeat(line: d.RatherRepeat) -> Sentence:
    message = N_(
        "Without a repeat more players would be dropped, or farther: the {count} lowest pairings "
        "may repeat ({clause})."
    )
    if line.top:
        message = N_(
            "Without a repeat more players of the top group would be dropped, or farther: the "
            "{count} lowest pairings may repeat ({clause})."
        )
    return Sentence(message, count=line.count, clause=line.clause)


def _first_round(line: d.FirstRoundChosen) -> Sentence:
    message = N_("The referee chose that round 1 is drawn among all ({clause}).")
    if line.halves:
        message = N_(
            "The referee chose that in round 1 the top half by rating meets the bottom half "
            "({clause})."
        )
    return Sentence(message, clause=line.clause)


def _discarded(line: d.Discarded) -> Sentence:
    whys: dict[d.Why, str] = {
        "words": line.words,
        "changed": Sentence("players or results changed after it"),
        "other": Sentence("another one was published"),
    }
    return Sentence(
        "Preview {number}, seed {seed}, discarded: {reason}",
        number=line.preview,
        seed=line.seed,
        reason=whys[line.why],
    )


def _paired_open(line: d.PairedOpen) -> Sentence:
    message = N_("Paired with results open at tables {tables}: {reason}")
    if len(line.tables) == 1:
        message = N_("Paired with the result open at table {tables}: {reason}")
    return Sentence(message, tables=Tables(*line.tables), reason=line.words)


def _changed_by_hand(line: d.ChangedByHand) -> Sentence:
    reason = hand_reason(line.reason, line.words)
    message = N_("Changed by hand: {reason}")
    if line.reason == "postponed":
        message = N_("Postponed before play: {reason}")
    return Sentence(message, reason=reason)


def _new_pair(line: d.NewPair) -> Sentence:
    return Sentence("New: {pair}, table {table}.", pair=_pair(line), table=_table(line))


def _moved(line: d.Moved) -> Sentence:
    return Sentence("{pair}: now table {table}.", pair=_pair(line), table=_table(line))


def _pair(line: d.NewPair | d.Moved | d.NoLonger | d.GoesOn) -> Players:
    return Players(line.one, line.other, between=" – ")


def _table(line: d.NewPair | d.Moved) -> Tables | Sentence:
    return Tables(line.table) if line.table else Sentence("none")


def _points(points: d.Score) -> Counted:
    return points_said(d.as_points(points))


def _rated(player: str, rating: int | None) -> Sentence:
    if rating is None:
        return Sentence("{player} (unrated)", player=Players(player))
    return Sentence(_WITH_RATING, player=Players(player), rating=rating)


def _plain(
    kind: type[d.LogLine], message: str, **of: str
) -> tuple[type, Callable[[object], Sentence]]:
    """Return the entry of a line that says ``message`` with its fields in it, players by name.

    ``of`` are the facts that are called otherwise in the message than their fields.
    """

    def say(line: d.LogLine) -> Sentence:
        facts = asdict(line)
        facts |= {fact: facts[field] for fact, field in of.items()}
        facts |= {who: Players(facts[who]) for who in ("player", "one", "other") if who in facts}
        return Sentence(message, **facts)

    return says(kind, say)


_SAY: Final = dict(
    [
        says(d.ByGroups, _by_groups),
        _plain(
            d.LastRound,
            N_("The last round: groups are kept even where pairings repeat ({clause})."),
        ),
        _plain(
            d.LowestRepeat,
            N_(
                "No fresh pairing of the field exists: in round {number} of {rounds} the {count} "
                "lowest pairings may repeat ({clause})."
            ),
        ),
        says(d.RatherRepeat, _rather_repeat),
        _plain(
            d.RepeatByRuling,
            N_("No legal pairing exists: by the referee's ruling pairings may repeat."),
        ),
        says(d.Group, _group),
        says(d.FromAbove, _from_above),
        says(d.Within, _within),
        says(d.Dropped, lambda line: Sentence("  Dropped: {names}.", names=Players(*line.players))),
        says(d.GroupBye, _group_bye),
        says(d.Proved, _proved),
        _plain(
            d.ProvedByCounting,
            N_("Fewest and smallest floats proved by counting: all other groups."),
        ),
        _plain(
            d.ByHalves,
            N_(
                "Round 1, seed {seed}: top half against bottom half in rating order; equal ratings "
                "by draw."
            ),
        ),
        says(
            d.Rated,
            lambda line: Sentence(
                "{one} meets {other}.",
                one=_rated(line.one, line.rating),
                other=_rated(line.other, line.other_rating),
            ),
        ),
        says(
            d.LastByRating,
            lambda line: Sentence(
                "{player}, the last by rating, has the bye.",
                player=_rated(line.player, line.rating),
            ),
        ),
        _plain(
            d.ByBerger,
            N_(
                "Round {number} of {rounds} by the Berger table for {count} players, numbers drawn "
                "in round {first} from the seed {seed}. Nothing is drawn in later rounds."
            ),
            count="players",
        ),
        _plain(d.HasGone, N_("{player} has gone; the opponent has no match.")),
        _plain(
            d.ByLives,
            N_("Round {number} among {count} players from the seed {seed}."),
            count="players",
        ),
        _plain(d.HasBye, N_("{player} has the bye.")),
        _plain(d.MeetAgain, N_("{one} and {other} meet again.")),
        _plain(
            d.PlayedOn,
            N_(
                "A tie in every match would leave nobody in: an equal match is played on until one "
                "side is ahead ({clause})."
            ),
        ),
        says(d.BySheet, _by_sheet),
        says(d.NoConsolation, lambda line: no_consolation(line.sheet)),
        _plain(d.WaitsOnSheet, N_("{player} has a bye to the next round.")),
        _plain(
            d.AsPublished,
            N_("Round {number} as it was published; the seed {seed} decides nothing."),
        ),
        _plain(d.FromFile, N_("Imported from {source}: the round as it was paired there.")),
        says(d.SetByEvent, lambda line: said_of_override(line.path, line.value, line.clause)),
        says(d.Discarded, _discarded),
        _plain(
            d.TakenBack,
            N_("Published before, and taken back before play: {reason}"),
            reason="words",
        ),
        says(d.Allowed, lambda line: Sentence(_ALLOWED[line.rule], reason=line.words)),
        says(d.FirstRoundChosen, _first_round),
        says(d.PairedOpen, _paired_open),
        _plain(
            d.Kept, N_("Kept by the referee when two pairings of the round stood side by side.")
        ),
        says(d.ChangedByHand, _changed_by_hand),
        says(d.NewPair, _new_pair),
        says(d.Moved, _moved),
        says(d.NoLonger, lambda line: Sentence("No longer: {pair}.", pair=_pair(line))),
        says(
            d.GoesOn,
            lambda line: Sentence(
                "{pair} go on with what they have begun at their table.", pair=_pair(line)
            ),
        ),
        _plain(d.GotBye, N_("{player} has the bye now.")),
        _plain(d.LostBye, N_("{player} has the bye no longer.")),
    ]
)
"""What each line says."""
