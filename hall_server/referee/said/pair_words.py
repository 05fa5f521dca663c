"""What the pairing screen says: the pairs, the check report, what stands in the way. Pure."""

import re
from collections.abc import Collection, Sequence

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.draft_round import MINUTE_MS, Seats, Start
from shared.core.decisions.requests import checked_in, round_to_pair, signed_out, wish_words
from shared.core.standings.records import division_records
from shared.core.state.floor import finished
from shared.core.state.persons import persons
from shared.core.text.language import N_, _, ngettext, pgettext
from shared.pairing import Finding, Proposal, Verdict
from shared.tui.names import columns
from shared.tui.times import local

_IN = re.compile(r"\+(\d{1,3})(?: ?(s)| ?(?:min|мин)\w*)?")
_AT = re.compile(r"(\d{1,2})[:.](\d{2})")
_LABEL_CELLS = 12
_SIGNS: dict[Verdict, str] = {"holds": "√", "fails": "‼", "not_tried": "·"}
_TONES: dict[Verdict, str] = {"holds": "good", "fails": "danger", "not_tried": "ink-soft"}
_NAMED = 6
_BEGUN_MS = 120 * MINUTE_MS
"""A round that was called out by word of mouth is published late: its hour stays its hour."""
_DAY_MS = 24 * 60 * MINUTE_MS

BEFORE_THE_DRAW = (
    N_("Results and withdrawals of this round are closed now."),
    N_("The witnesses throw dice or draw cards and read them out; what they read is the seed."),
    N_("Anyone can draw the same round again from the seed."),
)


def pair_lines(moment: Moment, division: str, proposal: Proposal, seats: Seats) -> list[ListLine]:
    """Return one line a match in table order, floated players marked, the bye last."""
    points = {r.player: r.match_points for r in division_records(moment.state, division)}

    def player(ident: str) -> str:
        mark = " ↓" if ident in proposal.floated else ""
        return f"{moment.name(ident)} ({points.get(ident, 0)}){mark}"

    labels = [moment.label(table) for table in seats.tables]
    none, bye = pgettext("table", "none"), _("bye")
    width = min(_LABEL_CELLS, max(map(cell_len, (*labels, none, bye))))
    lines = []
    for place, (first, second) in enumerate(proposal.pairs):
        here = place < len(seats.tables)
        table = labels[place] if here else none
        text = f"{columns((table,), (width,), '>')}  {player(first)} – {player(second)}"
        lines.append(ListLine(f"{first}:{second}", text, "ink" if here else "danger"))
    lines += [
        ListLine(f"bye:{ident}", f"{columns((bye,), (width,), '>')}  {player(ident)}", "notice")
        for ident in proposal.byes
    ]
    return lines


def check_lines(moment: Moment, findings: Sequence[Finding]) -> list[tuple[str, str]]:
    """Return the check report, clause by clause, as (tone, line), with the players' names."""
    if not findings:
        replayed = _("Replayed as it was published: not checked against the draw.")
        return [("ink-soft", replayed)]
    return [
        (
            _TONES[finding.verdict],
            f"{_SIGNS[finding.verdict]} {finding.clause}  {moment.said(finding.sentence)}",
        )
        for finding in findings
    ]


def start_time(text: str, now_ms: int, zone: str) -> Start | None:
    """Return the start for ``14:30``, ``+20`` minutes, ``+30 s`` or ``now``.

    An hour of the day is one up to two hours ago, else the next one.
    None where the text is none of these. ``now_ms`` is the hall's UTC ms.
    """
    text = text.strip().casefold()
    # In the language of the question, and in English as on the sheets.
    if text in ("now", _("now").casefold()):
        return Start(now_ms, now=True)
    later = _IN.fullmatch(text)
    if later:
        return Start(now_ms + int(later[1]) * (1000 if later[2] else MINUTE_MS))
    at = _AT.fullmatch(text)
    if at is None or int(at[1]) > 23 or int(at[2]) > 59:
        return None
    today = local(now_ms, zone).replace(hour=int(at[1]), minute=int(at[2]), second=0, microsecond=0)
    starts = int(today.timestamp()) * 1000
    near = (starts - _DAY_MS, starts, starts + _DAY_MS)
    return Start(next(start for start in near if start > now_ms - _BEGUN_MS))


def not_complete(moment: Moment, round_no: int, tables: list[str]) -> str:
    """Return why the next round is not paired: it names the tables."""
    words = ngettext(
        "Round {number} is not complete: {tables} has no result that counts.",
        "Round {number} is not complete: {tables} have no result that counts.",
        len(tables),
    )
    return words.format(number=round_no, tables=moment.tables(tables))


def not_here(moment: Moment, division: str) -> list[str]:
    """Return who is signed out; and, once one player has checked in, who has not before round 1."""
    state = moment.state
    here = [
        p for p in state.players.values()
        if p.division == division and p.withdrawn_after is None and not p.suspended
    ]  # fmt: skip
    away = [p.name for p in here if signed_out(state, p.id)]
    lines = [_("! Signed out, and not back: {names}.").format(names=_some(away))] if away else []
    missing = [
        p.name for p in here
        if not checked_in(state, p.id) and not p.left_out(round_to_pair(state, division) or 0)
    ]  # fmt: skip
    begun = any(key[0] == division for key in state.rounds)
    if not begun and 0 < len(missing) < len(here):
        lines.append(_("! Not checked in: {names}.").format(names=_some(missing)))
    return [*lines, *elsewhere(moment, division, [player.id for player in here])]


def open_wishes(moment: Moment, division: str) -> list[str]:
    """Return wishes of the division that wait for an answer and concern who is paired
    (ACF-2.V.F)."""
    state = moment.state
    lines = []
    for request in sorted(state.office.requests.values(), key=lambda one: (one.at, one.ent)):
        player = state.players.get(request.player)
        if player is None or player.division != division or not request.open:
            continue
        if request.what in ("withdraw", "opt_out", "bye"):
            wish = wish_words(request.what, request.round_no)
            words = _("! Not answered yet: {name}: {wish}, asked {time}.")
            told = words.format(name=player.name, wish=wish, time=moment.at(request.at))
            lines.append(told)
    return lines


def not_paired(moment: Moment, division: str, round_no: int) -> list[str]:
    """Return who is left out of the draw by leave: byes by request, and the last round skipped."""
    here = [p for p in moment.state.players.values() if p.division == division]
    byes = [p.name for p in here if round_no in p.byes_granted]
    skips = [p.name for p in here if p.opt_out is not None and p.opt_out.round_no == round_no]
    lines = [_("Bye by request: {names}.").format(names=_some(byes))] if byes else []
    absent = [p.name for p in here if p.left_out(round_no)]
    if absent:
        lines.append(_("Not here as check-in closed: {names}.").format(names=_some(absent)))
    if skips:
        lines.append(_("Skipping this round by leave: {names}.").format(names=_some(skips)))
    return lines


def fixed_tables(moment: Moment, seats: Seats, pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return tables of the round that stay where they are for the sake of a player, with their
    names."""
    players = moment.state.players
    kept = [
        _("{table} for {name}").format(table=moment.table(table), name=players[ident].name)
        for table, pair in zip(seats.tables, pairs, strict=False)
        for ident in pair
        if ident in players and players[ident].table == table
    ]
    return [_("Fixed: {tables}.").format(tables=", ".join(kept))] if kept else []


def elsewhere(moment: Moment, division: str, players: Collection[str]) -> list[str]:
    """Return who of ``players`` is in an unfinished match of another division, as themselves or in
    a pair."""
    state = moment.state
    known = persons(state)
    wanted = {person for player in players for person in known.get(player, ())}
    words = _("! {name} is also wanted in {division}, at {table}, {time}.")
    return [
        words.format(
            name=moment.name(player),
            division=state.divisions[match.key.division].name,
            table=moment.table(match.table),
            time=moment.minute(match.starts_at),
        )
        for match in state.matches.values()
        if match.key.division != division and match.standing == "in_force" and not finished(match)
        for player in match.players
        if wanted & set(known.get(player, ()))
    ]


def _some(names: list[str]) -> str:
    named = ", ".join(sorted(names)[:_NAMED])
    if len(names) <= _NAMED:
        return named
    return _("{names} and {count} more").format(names=named, count=len(names) - _NAMED)


def alone(moment: Moment, tables: list[str]) -> str:
    """Return results that one disk alone would take with it."""
    words = _(
        "! {tables}: fewer than two copies of the result."
        " Keep the hall on until another laptop or kiosk has it."
    )
    return words.format(tables=moment.tables(tables).capitalize())
