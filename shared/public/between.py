"""What a player without a match is told where matches are called one by one. Pure.

The pairing says who may meet whom and what a sheet waits for.
"""

from dataclasses import dataclass

from shared.core.state import Division, HallState, Player
from shared.core.text.language import _, ngettext
from shared.pairing.draw_sheet.calls import Ref
from shared.pairing.draw_sheet.progress import MatchState, Progress
from shared.pairing.draw_sheet.sheet import NOBODY, DrawSheet, WinnerOf
from shared.pairing.knockout.call_board import SHEETS, call_board, sheet_now
from shared.pairing.open_play import OpenPlay, Status, homes, open_play_now, whom_to_play
from shared.pairing.types import PairingImpossible
from shared.public.lookup import HOMES, player_name, table_label
from shared.tui.times import age, clock_time

_NAMED = 5
"""At most this many opponents are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Between:
    """How a player without a match stands: a word or two, and sentences."""

    headline: str
    lines: tuple[str, ...]


def between(
    state: HallState, division: Division, player: Player, now: int, zone: str
) -> Between | None:
    """Return what ``player`` does until the next match at ``now`` (UTC ms), None in a division
    that plays rounds.
    """
    if division.unreadable or player.withdrawn_after is not None or player.suspended:
        return None
    system = division.book.pairing_system
    if system == "open_play":
        return _in_open_play(state, division, player.id)
    return _on_a_sheet(state, division, player.id, now, zone) if system in SHEETS else None


# -- open play ------------------------------------------------------------------------------------


def _in_open_play(state: HallState, division: Division, player: str) -> Between | None:
    """Return whom the player may meet, the closest first (APCA-34), or owes a match (APCA-31)."""
    play = open_play_now(state, division)
    status, due = play.status.get(player), play.due(player)
    clause = division.book.clause("pairing_system")
    if status is None or status is Status.LEFT:
        return None
    if status is Status.WITHHELD:
        owed = [r.challenger for r in play.refusals if r.refuser == player and r.ready is None]
        words = _(
            "Your card is withheld until you are ready to play {name}. Tell the referee when you"
            " are ({clause})."
        )
        names = ", ".join(player_name(state, other) for other in owed)
        return Between(_("Card withheld"), (words.format(name=names, clause=clause),))
    if due is not None:
        name = player_name(state, due)
        words = _("You meet {name} before anyone else ({clause}).").format(name=name, clause=clause)
        return Between(_("Please wait"), (words, _played(play, player)))
    unmet = play.unmet(player)
    if not unmet:
        return Between(_("All played"), (_("You have met everybody."), _played(play, player)))
    lines = (_free_now(state, division, play, player), _closest(state, division, play, player))
    return Between(_("You are free"), (*filter(None, lines), _played(play, player)))


def _played(play: OpenPlay, player: str) -> str:
    met = sum(player in pair for pair in play.met)
    return _("Played {done} of {count}.").format(done=met, count=met + len(play.unmet(player)))


def _free_now(state: HallState, division: Division, play: OpenPlay, player: str) -> str:
    rule = division.book.open_play
    free = set(play.can_play_now(player))
    if rule is None or not free:
        return _("None of your remaining opponents is free now.")
    hints = whom_to_play(play, player, homes(state, division.id), rule)
    return _("Free for you now: {names}.").format(
        names=_named(state, [hint.opponent for hint in hints if hint.opponent in free])
    )


def _closest(state: HallState, division: Division, play: OpenPlay, player: str) -> str:
    """Return whom the player has to meet first, "" if all are equally close."""
    rule = division.book.open_play
    hints = [] if rule is None else whom_to_play(play, player, homes(state, division.id), rule)
    if not hints or hints[0].shared is None:
        return ""
    first = [hint.opponent for hint in hints if hint.shared == hints[0].shared]
    return _("To be played first, of your own {home}: {names} ({clause}).").format(
        home=_(HOMES[hints[0].shared]),
        names=_named(state, first),
        clause=division.book.clause("open_play.first_play"),
    )


def _named(state: HallState, players: list[str]) -> str:
    names = ", ".join(player_name(state, player) for player in players[:_NAMED])
    more = len(players) - _NAMED
    if more <= 0:
        return names
    others = ngettext("{count} other", "{count} others", more).format(count=more)
    return f"{names}, {others}"


# -- draw sheets ----------------------------------------------------------------------------------


def _on_a_sheet(
    state: HallState, division: Division, player: str, now: int, zone: str
) -> Between | None:
    """Return the player's next match on the sheet and when it starts (USBGF-2.2c)."""
    try:
        found = sheet_now(state, division)
    except PairingImpossible:
        words = _("The draw sheet waits for the referee: its results do not agree.")
        return Between(_("Please wait"), (words,))
    if found is None:
        return None
    sheet, stands = found
    if all(entry.id != player for entry in sheet.entries):
        return None
    if player == stands.champion:
        return Between(_("Winner"), (_("You have won {division}.").format(division=division.name),))
    if player == stands.consolation_winner:
        return Between(_("Winner"), (_("You have won the consolation."),))
    if player == stands.last_chance_winner:
        return Between(_("Winner"), (_("You have won the last chance."),))
    coming = stands.next_match(player)
    if coming is None:
        return Between(_("No match follows"), (_("You are out of the draw sheet."),))
    seat = coming.sides.index(player)
    against = _against(state, stands, coming, 1 - seat)
    starts = _starts(state, division, sheet, coming, now, zone)
    return Between(_("Your next match"), (against, starts))


def _against(state: HallState, stands: Progress, coming: MatchState, seat: int) -> str:
    known, source = coming.sides[seat], coming.match.sources[seat]
    if known == NOBODY:
        return _("against nobody: you go on without playing")
    if known is not None:
        return _("against {name}").format(name=player_name(state, known))
    ident = getattr(source, "match", "")
    before = stands.state(ident)
    names = " – ".join(
        player_name(state, side) if side else _("a player still to come") for side in before.sides
    )
    words = (
        _("against the winner of {names}")
        if isinstance(source, WinnerOf)
        else _("against the loser of {names}")
    ).format(names=names)
    playing = next(
        (m for m in state.matches.values() if m.slot == ident and m.standing != "withdrawn"), None
    )
    if playing is None or None in before.sides:
        return words
    table = _("table {label}").format(label=table_label(state, playing.table))
    return f"{words} ({table})"


def _starts(
    state: HallState, division: Division, sheet: DrawSheet, coming: MatchState, now: int, zone: str
) -> str:
    ref = Ref(sheet.title, coming.match.id)
    call = next((call for call in call_board(state).calls if call.ref == ref), None)
    rule = division.book.draw_sheet
    if call is not None and call.starts_at > now:
        at = clock_time(call.starts_at, zone, now)
        return _("It starts {time}, in {left}. Watch this screen for your table.").format(
            time=at, left=age(call.starts_at - now)
        )
    if call is not None:
        return _("It is called as soon as a table is free. Watch this screen for your table.")
    if rule is None:
        return _("It is paired once this round is over.")
    return _("It starts {time} after both matches before it have ended ({clause}).").format(
        time=age(rule.next_start_ms), clause=division.book.clause("draw_sheet.next_start_ms")
    )
