"""Whatever became of a tournament, every question about its pairing is answered or refused in a
sentence: a screen shows what it is told and must not fall over it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.events import BracketPlan
from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState, OptOut, Player, Result
from shared.core.state.played import ResultStatus
from shared.pairing import PairingImpossible, Systems, decided_already, lives_now
from shared.pairing.from_hall import earlier_rounds
from shared.pairing.knockout.call_board import call_board, knock_on, sheet_now, undecided
from shared.pairing.open_play import open_play_now
from shared.pairing.places import is_final
from tests.pairing.test_systems import LIFE_WON, opened, pair, played
from tests.prove import times

Kind = tuple[str, str, dict[str, Any]]

SYSTEMS: dict[str, Kind] = {
    "swiss": ("acf-majors", "W D", {}),
    "round_robin": ("acf-masters", "W D", {"override": {"pairing_system": "round_robin"}}),
    "double_knockout": ("standard", LIFE_WON, {"override": {"pairing_system": "double_knockout"}}),
    "knockout": ("contest", "W W", {}),
    "consolation": ("usbgf-open", "W", {"bracket": BracketPlan(consolation=1, main=(3,))}),
    "last_chance": (
        "usbgf-open", "W", {"bracket": BracketPlan(consolation=1, last_chance=1, main=(3,))},
    ),
    "double_elimination": (
        "usbgf-open", "W", {"bracket": BracketPlan("double", main=(3,), losers=(1,))},
    ),
    "open_play": ("apca", "W D", {}),
}  # fmt: skip
OUTCOMES = st.one_of(
    st.none(),
    st.just(Outcome((), "agreed")),
    st.lists(st.sampled_from(list(Code)), max_size=3).map(lambda codes: Outcome(tuple(codes))),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda both: Outcome((), points=both)),
)


class Change(NamedTuple):
    """Something that comes to a tournament afterwards: ``what``, to which player or where, how."""

    what: str
    at: int
    outcome: Outcome | None


CHANGES = st.builds(
    Change,
    st.sampled_from(
        ["result", "withdrawn", "suspended", "skips", "late", "match back", "round back",
         "contested", "no field", "other slot"]
    ),
    st.integers(0, 40),
    OUTCOMES,
)  # fmt: skip


def so_far(system: str, count: int, rounds: int, wins: list[bool]) -> HallState:
    """Return a tournament that went as it should for ``rounds`` rounds, or until it was over."""
    book, won, more = SYSTEMS[system]
    state = opened(count, book, 6, **more)
    lost = " ".join("L" if code == "W" else code for code in won.split())
    chance = iter(wins * 40)
    for number in range(1, rounds + 1):
        try:
            drawn = pair(state, number)
        except PairingImpossible:
            break
        results = [won if next(chance) else lost for _ in drawn.pairs]
        state = played(state, number, drawn, results)
    return state


def changed(state: HallState, change: Change) -> HallState:
    """Return the state after something odd: all of it can be written by a referee or by another
    desk."""
    replace = msgspec.structs.replace
    who = list(state.players.values())[change.at % len(state.players)]
    person = {
        "withdrawn": lambda: replace(who, withdrawn_after=change.at % 5),
        "suspended": lambda: replace(who, suspended="Profanity"),
        "skips": lambda: replace(who, opt_out=OptOut(change.at % 6, in_time=True)),
        "late": lambda: Player("late", "Late", "d", 0, ""),
    }.get(change.what)
    if person is not None:
        found = person()
        return replace(state, players={**state.players, found.id: found})
    if not state.matches:
        return state
    matches, rounds = list(state.matches.values()), list(state.rounds.values())
    of, paired = matches[change.at % len(matches)], rounds[change.at % len(rounds)]
    here = {m.uid for m in paired.matches}
    match change.what:
        case "result":
            status: ResultStatus = "none" if change.outcome is None else "ruled"
            of = replace(of, result=Result(status, change.outcome))
            return replace(state, matches={**state.matches, of.uid: of})
        case "match back":
            of = replace(of, standing="withdrawn")
            return replace(state, matches={**state.matches, of.uid: of})
        case "round back":
            kept = {key: known for key, known in state.rounds.items() if known is not paired}
            left = {uid: m for uid, m in state.matches.items() if uid not in here}
            return replace(state, rounds=kept, matches=left)
        case "contested":
            paired = replace(paired, contested=True)
        case "no field":
            paired = replace(paired, field=())
        case "other slot":
            slot = paired.matches[change.at // 3 % len(here)].slot
            moved = tuple(replace(m, slot=slot) for m in paired.matches[:1])
            paired = replace(paired, matches=(*moved, *paired.matches[1:]))
    return replace(state, rounds={**state.rounds, paired.key: paired})


def questions(state: HallState, before: HallState) -> dict[str, Callable[[], object]]:
    """Return everything that a screen asks about the pairing of a division."""
    division = state.divisions["d"]
    last = max((number for _, number in state.rounds), default=0)
    numbers = range(1, last + 2)
    asked: dict[str, Callable[[], object]] = {
        "is_final": lambda: is_final(state, "d"),
        "call_board": lambda: call_board(state),
        "undecided": lambda: undecided(state, division),
        "sheet_now": lambda: sheet_now(state, division),
        "open_play_now": lambda: open_play_now(state, division),
    }
    for number in numbers:
        asked[f"pair {number}"] = lambda n=number: Systems().pair(state, "d", n, "s")
        asked[f"decided {number}"] = lambda n=number: decided_already(state, "d", n)
        if division.book.lives is not None:
            asked[f"lives {number}"] = lambda n=number: lives_now(state, "d", n)
    for uid in set(before.matches) & set(state.matches):
        asked[f"knock_on {uid}"] = lambda u=uid: knock_on(before, state, u)
    return asked


NEVER_REFUSED = ("is_final", "call_board", "undecided", "open_play_now", "decided")
"""These are asked at every look at a screen, and have an answer for every state."""


@pytest.mark.parametrize("system", SYSTEMS)
@settings(deadline=None, max_examples=times(25, 1_000))
@given(
    st.integers(2, 7),
    st.integers(0, 5),
    st.lists(st.booleans(), min_size=1, max_size=12),
    st.lists(CHANGES, min_size=1, max_size=4),
)
def test_an_odd_state_is_answered_or_refused_in_a_sentence(
    system: str, count: int, rounds: int, wins: list[bool], changes: list[Change]
) -> None:
    before = so_far(system, count, rounds, wins)
    state = before
    for change in changes:
        state = changed(state, change)
    refused: dict[str, str] = {}
    for name, ask in questions(state, before).items():
        try:
            ask()
        except PairingImpossible as impossible:
            refused[name] = str(impossible)
    assert not {name for name in refused if name.split()[0] in NEVER_REFUSED}
    assert all(words.endswith(".") for words in refused.values()), refused


def test_the_tournaments_of_these_tests_go_on_and_on() -> None:
    """Otherwise nothing odd could come to them."""
    played_on = {
        system: len(earlier_rounds(so_far(system, 8, 3, [True, False]), "d", 9))
        for system in SYSTEMS
        if system != "open_play"
    }
    assert set(played_on.values()) == {3}, played_on
