"""Pairs as they are typed from paper or from the floor: two names, or one with the bye. Pure.

``Ann - Bo`` pairs two at the next table, ``12: Ann - Bo`` at table 12, ``Ann`` alone has the bye. A
few letters do where they fit one player. Who sits elsewhere already changes places.
"""

import re
from dataclasses import dataclass

from hall_server.referee.derived.pairing.by_hand import Hand
from shared.core.text.language import _
from shared.pairing.by_hand.draft import (
    HandRound,
    give_bye,
    pair_up,
    put_at,
    stand_in,
    swap,
    take_apart,
)

_TABLE = re.compile(r"(\S+?)\s*:\s+(.+)")
_AGAINST = re.compile(r"\s+(?:[-–—]|v|vs|v\.|vs\.)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """What is typed, as player ids and a table; ``trouble`` says why it cannot be taken."""

    players: tuple[str, ...] = ()
    table: str = ""
    trouble: str = ""


def read(hand: Hand, text: str) -> Typed:
    """Return who is meant by a line that is typed."""
    moment, table = hand.moment, ""
    at = _TABLE.fullmatch(text.strip())
    if at is not None:
        labels = {moment.label(each).casefold(): each for each in moment.state.tables_up}
        table, text = labels.get(at[1].casefold(), ""), at[2]
        if not table:
            return Typed(trouble=_("There is no table {label}.").format(label=at[1]))
    names = _AGAINST.split(text.strip())
    if len(names) > 2:
        return Typed(trouble=_("Type two names with a dash between them, or one for the bye."))
    players: list[str] = []
    for name in names:
        found = _meant(hand, name)
        if len(found) != 1:
            return Typed(trouble=_which(hand, name, found))
        players += found
    if len(set(players)) < len(players):
        return Typed(trouble=_("That is the same player twice."))
    return Typed(tuple(players), table)


def put(hand: Hand, typed: Typed) -> HandRound:
    """Return the draft with what was typed: a pair that sits elsewhere comes together."""
    draft = hand.draft
    if len(typed.players) == 1:
        [player] = typed.players
        if player in draft.byes:
            return draft
        return give_bye(take_apart(draft, player) if player in draft.named else draft, player)
    one, other = typed.players
    draft = _together(draft, one, other, hand.table())
    return put_at(draft, one, typed.table) if typed.table else draft


def _together(draft: HandRound, one: str, other: str, table: str | None) -> HandRound:
    opponents = dict(pair.players for pair in draft.pairs)
    opponents |= {b: a for a, b in opponents.items()}
    if opponents.get(one) == other:
        return draft
    for seated, comes in ((one, other), (other, one)):
        if seated in opponents:
            out = opponents[seated]
            return swap(draft, out, comes) if comes in draft.named else stand_in(draft, out, comes)
    return pair_up(draft, one, other, table)


def _meant(hand: Hand, text: str) -> list[str]:
    """Return the players whom a few letters may mean: the whole name goes before the beginning of a
    word, and who is free before who is not."""
    wanted = text.casefold().strip()
    names = {each.player: hand.moment.name(each.player).casefold() for each in hand.base.field}
    whole = [player for player, name in names.items() if name == wanted]
    if whole or not wanted:
        return whole
    found = [p for p, name in names.items() if f" {wanted}" in f" {name}"]
    free = [player for player in found if player in hand.free]
    return free if len(free) == 1 else found


def _which(hand: Hand, text: str, found: list[str]) -> str:
    if not found:
        return _("No player of this division is called {name}.").format(name=text)
    names = ", ".join(sorted(map(hand.moment.name, found))[:4])
    return _("Whom do you mean by {name}: {names}?").format(name=text, names=names)
