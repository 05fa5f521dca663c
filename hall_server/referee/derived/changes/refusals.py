"""Why a division cannot be changed so: what a referee typed, and what the event file's checks say.

Pure. Each returns a sentence, "" where nothing is wrong.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from hall_server.eventfile.check import BadEventFile, check
from hall_server.eventfile.sections import (
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    TableSection,
)
from hall_server.referee.derived.changes.versions import first_open
from shared.core.state import Division, HallState
from shared.core.text.language import _

CALLED: Final = ("open_play", "knockout", "draw_sheet")
"""Systems whose matches are called one by one: a change counts for all that are not called."""
MOST_ROUNDS = 999
_MOST_POINTS = 100
_TRUTHS = {"yes": True, "no": False}


def may_change(state: HallState, division: Division) -> str:
    """Return why nothing of a division can be changed here now."""
    if division.venue != state.venue:
        return _("{division} belongs to another hall: it is changed there.").format(
            division=division.name
        )
    if division.apart:
        return _("Two changes of {division} stand side by side: settle them in the queue.").format(
            division=division.name
        )
    return ""


def all_paired(state: HallState, division: Division) -> str:
    """Return why no round to come can be otherwise: there is none."""
    if division.unreadable or division.book.pairing_system in CALLED:
        return ""
    if first_open(state, division.id) <= division.rounds:
        return ""
    return _("Every round of this division is paired. For another one, change the rounds first.")


def rounds_typed(state: HallState, division: Division, text: str) -> str:
    """Return why a division cannot have so many rounds: what is paired is paired."""
    wrong = number_typed(text, 1, MOST_ROUNDS)
    if wrong:
        return wrong
    paired = first_open(state, division.id) - 1
    if int(text) < paired:
        return _below(paired)
    return same(division.rounds, int(text))


def number_typed(text: str, least: int, most: int) -> str:
    """Return why a text is no such number."""
    if text.isascii() and text.isdigit() and least <= int(text) <= most:
        return ""
    return _("Type a number from {least} to {most}.").format(least=least, most=most)


def round_typed(state: HallState, division: Division, text: str) -> str:
    """Return why nothing can be otherwise from this round on."""
    first, last = first_open(state, division.id), division.rounds
    if text.isascii() and text.isdigit() and first <= int(text) <= last:
        return ""
    said = _("Type a round from {first} to {last}: what is paired is played as it was paired.")
    return said.format(first=first, last=last)


def same(before: object, now: object) -> str:
    """Return that a value is what it was."""
    return _("It is so already.") if before == now else ""


def by_checks(state: HallState, *changed: Division) -> str:
    """Return why the event cannot be so, by the checks that every event file passes.

    ``changed`` stand in the place of the divisions of their ids, or beside them.
    """
    divisions = {**state.divisions, **{one.id: one for one in changed}}
    here = [
        one
        for one in divisions.values()
        if one.venue == state.venue and (one in changed or not one.unreadable)
    ]
    zone = state.tournament.zone if state.tournament else "UTC"
    tables = tuple(TableSection(t.id, t.label) for t in state.tables.values())
    event = EventFile(
        EventSection("-", zone), tuple(map(_section, here)), table=tables or (TableSection("1"),)
    )
    try:
        check(event, "", "")
    except BadEventFile as error:
        return str(error).removeprefix(": ")
    return ""


def name_typed(state: HallState, division: str, text: str) -> str:
    """Return why a division cannot be called so: another one is, or nothing was typed."""
    others = (one for one in state.divisions.values() if one.id != division)
    if any(one.name.casefold() == text.casefold() for one in others):
        return _("There is a division of that name.")
    return "" if text else _("Type something first.")


def cannot_be(state: HallState, before: Division, now: Division, from_round: int) -> str:
    """Return why a division cannot become ``now`` from a round on."""
    paired = first_open(state, before.id) - 1
    return (
        (_below(paired) if now.rounds < paired else "")
        or by_checks(state, now.at(from_round))
        or too_many(state, before, now, from_round)
    )


def _below(paired: int) -> str:
    return _(
        "Round {paired} is paired, so there are {paired} rounds at least. Take its pairing back"
        " first, if nothing of it has begun."
    ).format(paired=paired)


def too_many(state: HallState, division: Division, now: Division, from_round: int) -> str:
    """Return why a round robin cannot be played by all who are in (ACF-2.VI.A)."""
    book = now.at(from_round).book
    if book.pairing_system != "round_robin" or book.round_robin is None:
        return ""
    count = sum(
        p.division == division.id and p.withdrawn_after is None for p in state.players.values()
    )
    most = book.round_robin.max_players
    if count <= most:
        return ""
    said = _("A round robin has {most} players at most ({clause}), and {count} are in.")
    return said.format(most=most, clause=book.clause("round_robin.max_players"), count=count)


def lengths_typed(text: str) -> str:
    """Return why a text is no list of match lengths."""
    parts = [part.strip() for part in text.split(",")]
    if all(part.isascii() and part.isdigit() and 0 < int(part) < _MOST_POINTS for part in parts):
        return ""
    return _("Type points with commas between, such as 5, 7, 9.")


def value_typed(text: str, before: object) -> Any:
    """Read a rule's value as it is shown or as an event file has it: 4, yes, 30:00, 4 / 3, none.

    ``before`` is what it is now: where that is a list, a list is typed.
    """
    if isinstance(before, tuple) and not text.startswith("["):
        return [value_typed(part.strip(), None) for part in text.split("/")]
    if text in _TRUTHS:
        return _TRUTHS[text]
    try:
        return json.loads(text)
    except ValueError:
        return text


def _section(division: Division) -> DivisionSection:
    overrides: Mapping[str, Any] = json.loads(division.overrides) if division.overrides else {}
    return DivisionSection(
        division.id,
        division.rulebook,
        division.name,
        0 if "rounds" in overrides else division.rounds,
        division.control,
        ", ".join(division.tables),
        division.first_day,
        division.deck,
        BracketSection(*msgspec.structs.astuple(division.bracket)),
        dict(overrides),
    )
