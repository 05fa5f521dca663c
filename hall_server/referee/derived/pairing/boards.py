"""The open-play board as values: its lines, free tables, and what is written.

Pure. Decides nothing.
"""

from typing import NamedTuple

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE, Ground, decide, decide_match
from shared.core.events import ChallengeRefused, MatchCalled, PairedMatch, RefusalState, entities
from shared.core.events.entities import MatchKey, at_venue
from shared.core.events.measures import PointsGranted
from shared.core.match.outcome import Outcome
from shared.core.state import Division, HallState, Match
from shared.core.state.floor import current_match, finished, hall_order
from shared.core.text.language import N_, _, headed, pgettext
from shared.pairing.draw_sheet.calls import Call
from shared.pairing.knockout.call_board import SHEETS
from shared.pairing.open_play import (
    Hint,
    OpenPlay,
    Status,
    homes,
    matches_in,
    next_number,
    open_play_now,
    passed_over,
    whom_to_play,
)
from shared.pairing.round_robin.dropouts import Departure, leaves_in_emergency
from shared.port import Draft
from shared.tui.names import clip, columns

_MINUTE = 60_000
PLAYER, MATCH = "player:", "match:"
_STATUS = {
    Status.FREE: N_("free"),
    Status.PLAYING: N_("playing"),
    Status.WITHHELD: N_("without a card until ready for the challenger"),
    Status.BOUND: N_("plays the challenger first"),
    Status.LEFT: N_("gone"),
}
_HOMES = {"club": N_("club"), "state": N_("state"), "region": N_("region")}
_ORDER = (Status.BOUND, Status.FREE, Status.WITHHELD, Status.PLAYING, Status.LEFT)

_ROOM_FOR_ONE_ROW = 60
"""Cells from which names and state have room beside each other."""


def with_board(state: HallState) -> tuple[Division, ...]:
    """Return the divisions whose matches are called one by one, as far as that is done here."""
    systems = (*SHEETS, "open_play")
    return tuple(
        d
        for d in state.divisions.values()
        if not d.unreadable and d.book.pairing_system in systems and state.pairs(d.id)
    )


def free_tables(moment: Moment, division: Division) -> tuple[str, ...]:
    """Return tables at which nothing is played, of the division's own where it has any."""
    up = moment.state.tables_up
    found = [
        table
        for table in division.tables or up
        if table in up
        and ((match := current_match(moment.state, table)) is None or finished(match))
    ]
    return tuple(sorted(found, key=hall_order))


# -- open play ------------------------------------------------------------------------------------


def open_lines(moment: Moment, division: Division, width: int) -> tuple[ListLine, ...]:
    """Return matches with their minutes, then who meets whom, who is free, whose card is
    withheld."""
    play = open_play_now(moment.state, division)
    running = [m for m in matches_in(moment.state, division.id) if not finished(m)]
    lines = [match_line(moment, division, match, width) for match in running]
    players = sorted(play.status, key=lambda p: (_ORDER.index(play.status[p]), moment.name(p)))
    for player in players:
        status = play.status[player]
        if status in (Status.PLAYING, Status.LEFT):
            continue
        word, more, tone = _standing(moment, division, play, player)
        left = len(play.unmet(player))
        met = sum(player in pair for pair in play.met)
        counts = _("{done} of {count}").format(done=met, count=met + left)
        cells = (word, moment.name(player), counts, more)
        lines.append(row(f"{PLAYER}{player}", cells, width, tone))
    return tuple(lines)


def open_heading(width: int) -> str:
    """Return the heading over the columns of ``open_lines``."""
    return columns(
        (
            "",
            pgettext("column", "player"),
            pgettext("column", "played"),
            pgettext("column", "next"),
        ),
        widths(width),
    )


def opponents(moment: Moment, division: Division, player: str) -> tuple[ListLine, ...]:
    """Return whom a player has still to meet, own club first (APCA-34); those who can sit down
    now."""
    play = open_play_now(moment.state, division)
    now = play.can_play_now(player)
    lines = []
    for hint in _hints(moment, division, play, player):
        home = f" – {_own(hint.shared)}" if hint.shared else ""
        where = "" if hint.opponent in now else f" – {_busy(moment, play, hint.opponent)}"
        tone = "ink" if hint.opponent in now else "ink-soft"
        lines.append(ListLine(hint.opponent, f" {moment.name(hint.opponent)}{home}{where}", tone))
    return tuple(lines)


def can_play_now(moment: Moment, division: Division, one: str, other: str) -> str:
    """Return why two cannot sit down now, "" where they can."""
    play = open_play_now(moment.state, division)
    if other in play.can_play_now(one):
        return ""
    for player, partner in ((one, other), (other, one)):
        due = play.due(player)
        if due is not None and due != partner:
            return _("{name} has to meet {other} first ({clause}).").format(
                name=moment.name(player),
                other=moment.name(due),
                clause=division.book.clause("pairing_system"),
            )
    busy = other if play.status[other] is not Status.FREE else one
    status = _(_STATUS[play.status[busy]])
    return _("{name} is {status}.").format(name=moment.name(busy), status=status)


def closer(moment: Moment, division: Division, one: str, other: str) -> str:
    """Return what is said before two sit down who have closer opponents left, "" where none
    have."""
    rule = division.book.open_play
    if rule is None:
        return ""
    play = open_play_now(moment.state, division)
    known = homes(moment.state, division.id)
    words = _("{name} has still to meet {names} of the same {home} first ({clause}).")
    told = [
        words.format(
            name=moment.name(found.player),
            names=", ".join(moment.name(p) for p in found.closer),
            home=", ".join(_(_HOMES[home]) for home in rule.first_play),
            clause=division.book.clause("open_play.first_play"),
        )
        for found in passed_over(play, one, other, known, rule)
    ]
    if told:
        cost = _("If you rule it a violation, each keeps {points} points of this match.")
        told.append(cost.format(points=rule.violation_points))
    return " ".join(told)


def owed(moment: Moment, division: Division, player: str) -> tuple[str, ...]:
    """Return the challengers whom a player has refused and is not ready for (APCA-31)."""
    play = open_play_now(moment.state, division)
    return tuple(r.challenger for r in play.refusals if r.refuser == player and r.ready is None)


def departure(moment: Moment, division: Division, player: str) -> tuple[str, ...]:
    """Return what the sheet says of a player who leaves, with both readings (APCA-30)."""
    lines = []
    for substantiated in (True, False):
        found = _left(moment, division, player, substantiated=substantiated)
        if found is None:
            return ()
        accepted, other = _("An emergency that the director accepts"), _("Any other reason")
        lines.append(headed(accepted if substantiated else other, moment.said(found.why)))
        points = _(", {points} points")
        told = [
            "  "
            + headed(moment.name(c.opponent), _(_WORDS[c.result]))
            + (points.format(points=c.points) if c.points else "")
            for c in found.consequences
        ]
        lines += told
    return tuple(lines)


def emergency(moment: Moment, division: Division, player: str) -> str:
    """Return what an emergency does that the director accepts, "" for nothing (APCA-30)."""
    found = _left(moment, division, player)
    return "" if found is None else moment.said(found.why)


def emergency_rulings(
    moment: Moment, division: Division, player: str, reason: str
) -> tuple[Draft, ...]:
    """Return what is written beside the withdrawal of a player who has to leave (APCA-30).

    Those who have not met the player get the sheet's points outside the rounds, and a match that
    was called and not played is void; or all matches of the player are void.
    """
    found = _left(moment, division, player)
    if found is None:
        return ()
    ground = Ground(division.book.clause("leaving"), reason)
    mine = [m for m in matches_in(moment.state, division.id) if player in m.players]
    by_pair = {frozenset(match.players): match for match in mine}
    drafts: list[Draft] = []
    for each in found.consequences:
        match = by_pair.get(frozenset((player, each.opponent)))
        if match is not None and each.result != "stands":
            drafts.append(decide_match(match, Outcome((), "void"), ground))
        if each.result == "none" and each.points:
            ent, case = entities.player_decision(each.opponent), f"left/{player}"
            granted = (PointsGranted(each.points),)
            drafts.append(decide(ent, case, granted, ground))
    return tuple(drafts)


def _left(
    moment: Moment, division: Division, player: str, *, substantiated: bool = True
) -> Departure | None:
    """Return what comes of it when a player leaves in an emergency; None where the sheet has no
    word."""
    rule = division.book.leaving
    meetings = open_play_now(moment.state, division).meetings(player)
    if rule is None or not meetings:
        return None
    return leaves_in_emergency(meetings, rule=rule, substantiated=substantiated)


_WORDS = {
    "stands": N_("the result stands"),
    "void": N_("the result is void"),
    "none": N_("not played"),
}


class ToCall(NamedTuple):
    """A match to be called to a table; on a sheet with its place there. ``due`` is the hour (UTC
    ms) if it lies ahead."""

    division: Division
    players: tuple[str, str]
    table: str
    call: Call | None = None
    due: int = 0


def called(moment: Moment, match: ToCall, uid: str) -> Draft:
    """Return the call of a match, to be written."""
    division, call = match.division, match.call
    number = next_number(moment.state, division.id, match.players)
    slot, length = ("", 0) if call is None else (call.ref.match, call.length)
    starts_at = max(match.due, moment.hall_ms)
    uid = at_venue(uid, division.venue)
    paired = PairedMatch(uid, match.table, *match.players, slot, length)
    ent = entities.call(MatchKey(division.id, number, uid))
    return Draft(ent, MatchCalled(paired, starts_at, rules=division.version), REFEREE)


def taken_back(match: Match, reason: str) -> Draft:
    """Return that a call is taken back before the match has begun, to be written."""
    body = MatchCalled(match.paired, match.starts_at, reason, match.rules)
    return Draft(entities.call(match.key), body, REFEREE)


def posted(match: Match, starts_at: int) -> Draft:
    """Return the call of a match again with another hour (UTC ms), to be written."""
    return Draft(entities.call(match.key), MatchCalled(match.paired, starts_at), REFEREE)


def begun(match: Match) -> bool:
    """Return whether a player has sat down to a called match, or it has a result."""
    return any(match.seated) or match.draw is not None or bool(match.result.versions)


def refusal(refuser: str, challenger: str, state: RefusalState, note: str = "") -> Draft:
    """Return what becomes of a challenge that was refused, to be written (APCA-31)."""
    return Draft(entities.refusal(refuser, challenger), ChallengeRefused(state, note), REFEREE)


def match_line(moment: Moment, division: Division, match: Match, width: int) -> ListLine:
    """Return the line of a match that is called: for how long it is played, and how long it may
    be."""
    names = pair(moment.names(match), width)
    played = max(0, moment.hall_ms - match.starts_at) // _MINUTE
    rule = division.book.imposed_clocks
    words, tone = _("{count} min").format(count=played), "notice"
    if moment.hall_ms < match.starts_at:
        words = _("at {time}").format(time=moment.minute(match.starts_at))
    elif rule is not None:
        left = rule.match_alarm_ms // _MINUTE - played
        words = _("{played} min, {left} left") if left > 0 else _("! {played} min, {left} over")
        words = words.format(played=played, left=abs(left))
        tone = "notice" if left > 0 else "danger"
    cells = (moment.table(match.table), names, match.slot, words)
    return row(f"{MATCH}{match.uid}", cells, width, tone)


def _standing(
    moment: Moment, division: Division, play: OpenPlay, player: str
) -> tuple[str, str, str]:
    due = play.due(player)
    match play.status[player]:
        case Status.BOUND:
            before = _("{name} first").format(name=moment.name(due or ""))
            return _("meets"), before, "accent"
        case Status.WITHHELD:
            refused = [r.challenger for r in play.refusals if r.refuser == player]
            until = _("withheld until ready for {name}").format(name=moment.name(refused[0]))
            return _("! card"), until, "caution"
        case _:
            now = set(play.can_play_now(player))
            first = [h for h in _hints(moment, division, play, player) if h.opponent in now][:2]
            words = ", ".join(
                moment.name(h.opponent) + (f" ({_(_HOMES[h.shared])})" if h.shared else "")
                for h in first
            )
            return _("free"), words or _("nobody free"), "ink"


def _hints(moment: Moment, division: Division, play: OpenPlay, player: str) -> tuple[Hint, ...]:
    rule = division.book.open_play
    if rule is None:
        return tuple(
            Hint(other, None, play.status[other] is Status.FREE) for other in play.unmet(player)
        )
    return whom_to_play(play, player, homes(moment.state, division.id), rule)


def _busy(moment: Moment, play: OpenPlay, player: str) -> str:
    if play.status[player] is Status.BOUND:
        return _("has to meet {name} first").format(name=moment.name(play.due(player) or ""))
    return _(_STATUS[play.status[player]])


def _own(home: str) -> str:
    """``own club``: the home that two players share."""
    return _("own {home}").format(home=_(_HOMES[home]))


def pair(names: tuple[str, ...], width: int) -> str:
    """Return two names in one column, each with its share: the second is never cut away."""
    room = (widths(width)[1] - 3) // 2
    return " – ".join(clip(name, room) for name in names)


def row(key: str, cells: tuple[str, str, str, str], width: int, tone: str) -> ListLine:
    """Return a row of either board; a narrow one says below the names what follows them."""
    below = ""
    if width < _ROOM_FOR_ONE_ROW:
        told = " · ".join(filter(None, cells[2:]))
        below = " " * max(0, min(10, width - 1 - cell_len(told))) + told
    return ListLine(key, columns(cells, widths(width)), tone, below=below)


def widths(width: int) -> tuple[int, ...]:
    """Return the columns of both boards, those of the first row where there are two."""
    if width < _ROOM_FOR_ONE_ROW:
        return (8, max(10, width - 1 - 8 - 2), 0, 0)
    rest = max(10, width - 1 - 8 - 8 - 6)
    name = rest * 11 // 20
    return (8, name, 8, rest - name)
