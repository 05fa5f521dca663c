"""The robot runs rounds by pressing the keys of the same screens."""

import asyncio
import itertools

import msgspec
import pytest

from hall_server.referee.app.robot import WITNESSES, preside
from shared.core.events import DecisionMade, RoundPaired, RoundPreviewed, entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import read
from shared.core.state import Decision, HallState, Match, Result, Round
from shared.pairing import PublishedPairings
from shared.port import Draft, HallChanged, Saved
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    Desk,
    confirmed,
    disputed,
    masters,
    report,
    ruled,
    under_way,
)
from tests.tui.fake_port import FakePort


class Playing(FakePort):
    """A port whose hall plays: every pairing comes back with results, one of them disputed."""

    state: HallState
    decided: list[Decision]

    def append(self, *drafts: Draft) -> int:
        ticket = self._ticket()
        self.drafts.extend(drafts)
        for draft in drafts:
            self.state = self._after(draft)
        self.tell(Saved(ticket, (f"event-{ticket}",)))
        self.tell(HallChanged(self.state, frozenset()))
        return ticket

    def _after(self, draft: Draft) -> HallState:
        parsed = entities.parse(draft.ent)
        assert parsed is not None
        match draft.body:
            case RoundPaired() as body:
                return self._played(parsed.ident, parsed.round_no, body)
            case DecisionMade() as body:
                assert parsed.match is not None
                return self._decided(self.state.matches[parsed.match.uid], body)
            case RoundPreviewed():
                return self.state
            case _:
                raise AssertionError(draft)

    def _decided(self, of: Match, body: DecisionMade) -> HallState:
        said = [measure for raw in body.measures if (measure := read(raw)) is not None]
        one = decision(f"d{len(self.drafts)}", *said, of=of, settles=body.settles)
        self.decided.append(one)
        if one.decides is not None:
            result = Result("ruled", one.decides.outcome, (ruled("W W"),), ("r",))
            of = msgspec.structs.replace(of, result=result)
        state = self._with(of)
        return with_decisions(state, of, *of.decisions, one)

    def _with(self, *matches: Match) -> HallState:
        known = {**self.state.matches, **{m.uid: m for m in matches}}
        return msgspec.structs.replace(self.state, matches=known)

    def _played(self, division: str, number: int, body: RoundPaired) -> HallState:
        matches = [
            msgspec.structs.replace(
                under_way(m.uid, m.table, m.players),
                key=MatchKey(division, number, m.uid),
                result=disputed("W D", "D W") if n == 0 else confirmed("D W"),
            )
            for n, m in enumerate(body.matches)
        ]
        paired = Round(
            division, number, body.starts_at, body.seed, body.matches, body.byes, contested=False
        )
        rounds = {**self.state.rounds, paired.key: paired}
        reports = {}
        if number == 1:
            call = report("phone", matches[1], about=0)
            reports = {call.ent: call}
        return msgspec.structs.replace(self._with(*matches), rounds=rounds, reports=reports)


@pytest.mark.clause("ACF-3.VIII")
async def test_it_pairs_publishes_and_answers_until_all_rounds_are_done() -> None:
    desk = Desk()
    port = Playing()
    port.decided = []
    desk.port = desk.app.port = desk.app.desk.port = port
    port.state = masters(count=6)
    said: list[str] = []
    steps = itertools.count()
    async with desk.app.run_test(size=(80, 24)) as pilot:

        async def sleep(_: float) -> None:
            assert next(steps) < 600, "the robot does not get on"
            desk.later(200)
            await pilot.pause()

        await pilot.pause()
        desk.tell(port.state)
        await pilot.pause()
        async with asyncio.timeout(60):
            await preside(desk.app, rounds=2, said=said.append, sleep=sleep, start_in_ms=0)
    assert said == [
        "round 1: 3 matches, 1 confirmed, 2 ruled",
        "round 2: 3 matches, 2 confirmed, 1 ruled",
        "All rounds done: 2 completed.",
    ]
    published = [d.body for d in port.drafts if isinstance(d.body, RoundPaired)]
    assert [body.witnesses for body in published] == [(WITNESSES,), (WITNESSES,)]
    assert all(body.starts_at <= desk.now for body in published)
    first, second = ({frozenset(m.players) for m in body.matches} for body in published)
    assert not first & second
    assert sum(one.decides is not None for one in port.decided) == 3
    assert all(d.body.clause for d in port.drafts if isinstance(d.body, DecisionMade))


async def test_it_says_why_a_round_cannot_be_paired() -> None:
    desk = Desk(source=PublishedPairings({}))
    said: list[str] = []
    steps = itertools.count()
    async with desk.app.run_test(size=(80, 24)) as pilot:

        async def sleep(_: float) -> None:
            if next(steps) > 40:
                raise TimeoutError
            desk.later(200)
            await pilot.pause()

        await pilot.pause()
        desk.tell(masters(count=6))
        await pilot.pause()
        with pytest.raises(TimeoutError):
            await preside(desk.app, rounds=1, said=said.append, sleep=sleep)
    assert said == ["No published pairing of round 1 was given."]
