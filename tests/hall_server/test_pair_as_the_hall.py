"""What ``pair`` draws from an event file is what the hall draws from the same file and seed."""

from pathlib import Path

import pytest

from hall_server.eventfile import EventFile, parse_event_file
from shared.core.state import Division, HallState, Player
from shared.pairing import Systems
from tests.hall_server.round_files import Commands

DIVISIONS = {
    "swiss": 'rulebook = "acf-majors"',
    "robin": 'rulebook = "acf-majors"\n[division.override]\npairing_system = "round_robin"',
    "knockout": 'rulebook = "contest"',
    "lives": 'rulebook = "standard"\n[division.override]\npairing_system = "double_knockout"',
    "sheet": 'rulebook = "usbgf-open"\n[division.bracket]\nmain = [7, 9]',
}


def event_of(division: str, count: int) -> str:
    players = "".join(
        f'[[player]]\nname = "P{n}"\ndivision = "open"\nrating = {1500 + 40 * n}\n'
        f"seed = {3 - n if n in (1, 2) else 0}\n"
        for n in range(count)
    )
    head = 'schema = 1\n[event]\nname = "Open"\ntables = 9\n[[division]]\nid = "open"\n'
    return f"{head}{division}\n{players}"


def state_of(event: EventFile) -> HallState:
    [section] = event.divisions()
    division = Division(
        section.id,
        section.name,
        section.book.name,
        section.rounds,
        section.control,
        section.overrides,
        bracket=section.bracket.plan(),
    )
    players = {
        p.id: Player(p.id, p.name, p.division, p.rating, p.club, seed=p.seed)
        for p in event.players()
    }
    return HallState(None, {}, {}, {division.id: division}, players, {}, {}, {}, (), (), 1)


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("count", [7, 8])
@pytest.mark.parametrize("division", DIVISIONS.values(), ids=list(DIVISIONS))
def test_round_1_from_a_file_belongs_to_the_hall_itself(
    tmp_path: Path, division: str, count: int
) -> None:
    text = event_of(division, count)
    paired = Commands(tmp_path).paired(text, "--round", "1", file="open.toml")
    proposal = Systems().pair(state_of(parse_event_file(text, "open")), "open", 1, "amber")
    number = {f"p{n}": n for n in range(1, count + 1)}
    hall = [[number[a], number[b]] for a, b in proposal.pairs]
    assert [[p["no"] for p in pair["players"]] for pair in paired["pairs"]] == hall
    byes = paired.get("byes") or ([paired["bye"]] if paired["bye"] else [])
    assert {bye["no"] for bye in byes} == {number[bye] for bye in proposal.byes}
