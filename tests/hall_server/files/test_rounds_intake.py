"""Rounds that were played elsewhere: what of a file the hall would be told, and what not."""

from itertools import count

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall_server.files.intake import plan
from hall_server.files.outlets import export
from hall_server.files.rounds_intake import Origin, RoundsPlan, plan_rounds, why_not
from hall_server.files.sources import read_rounds, read_source
from shared.core.events import DecisionMade, DivisionOpened, PlayerWithdrawn, RoundPaired, entities
from shared.core.events.measures import Imported, read
from shared.core.fold import fold
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.standings.crosstable import parse_crosstable
from shared.core.state import Division, HallState, Table
from shared.core.state.persons import registered
from shared.pairing import Systems
from shared.pairing.places import division_standings
from tests.core.events_kit import HALL, REFEREE, ROOT, opened_hall
from tests.hall_server.paper.fields import field
from tests.hall_server.round_files import crosstable, trf_line
from tests.tui.fake_port import START
from tests.tui.fake_port import hall as made

SWISS = [name for name, book in RULEBOOKS.items() if book.pairing_system == "swiss"]


def empty(book: str = "acf-masters", tables: int = 6, total: int = 7) -> HallState:
    return made(
        divisions=(Division("masters", "Masters", book, total, ""),),
        tables=[Table(str(n), str(n), "") for n in range(1, tables + 1)],
    )


def taken(state: HallState, text: str, name: str = "club.trf") -> RoundsPlan:
    data = text.encode()
    players = plan(state, read_source(data))
    assert not players.problems
    division = state.divisions["masters"]
    past = read_rounds(data, division.book)
    assert past is not None
    uids = count(1)
    new = {change.player.id: change.player for change in players.changes}
    return plan_rounds(
        msgspec.structs.replace(state, players={**state.players, **new}),
        past,
        {player.number: players.ids[player.line] for player in past.players},
        division,
        Origin(name, START, lambda: f"u{next(uids)}"),
    )


def points(state: HallState) -> dict[str, tuple[int | None, int]]:
    return {r.name: (r.rank, r.match_points) for r in division_standings(state, "masters")}


def met(state: HallState) -> set[tuple[int, frozenset[str]]]:
    names = {player.id: player.name for player in state.players.values()}
    return {
        (match.key.round_no, frozenset(names[player] for player in match.players))
        for match in state.matches.values()
    }


REPORT = "\n".join(
    (
        "012 Club",
        trf_line(1, "Ann", "2.0", "   2 w 1", "   3 b 1", rating="1900"),
        trf_line(2, "Bob", "1.0", "   1 b 0", "0000 - U"),
        trf_line(3, "Cy", "1.0", "   4 w +", "   1 w 0"),
        trf_line(4, "Dee", "0.0", "   3 b -", "0000 - Z"),
    )
)


def test_a_report_of_another_program_becomes_pairings_and_rulings() -> None:
    found = taken(empty(), REPORT)
    assert (found.problems, found.differing) == ((), ())
    assert found.rounds == (
        "+ round 1: 2 matches, 2 results",
        "+ round 2: 1 match, 1 result, 1 bye",
    )
    assert points(found.after) == {"Ann": (1, 8), "Bob": (3, 4), "Cy": (2, 4), "Dee": (4, 0)}
    assert "The file counts 1 for a win and ACF Masters 4 for a match won" in found.notes[0]
    assert found.notes[-1].endswith("unless you withdraw them: Dee.")


def test_an_imported_result_is_a_ruling_that_names_the_file_and_has_no_signature() -> None:
    found = taken(empty(), REPORT)
    rulings = [draft for draft in found.drafts if isinstance(draft.body, DecisionMade)]
    assert len(rulings) == 3
    for draft in found.drafts:
        assert (draft.actor.who, draft.actor.how) == ("referee", "key")
        if isinstance(draft.body, DecisionMade):
            imported, _decided = map(read, draft.body.measures)
            assert isinstance(imported, Imported)
            assert imported.source == "club.trf"
    assert {match.result.status for match in found.after.matches.values()} == {"ruled"}
    assert all(
        version.seat is None
        for match in found.after.matches.values()
        for version in match.result.versions
    )


def folded(found: RoundsPlan) -> HallState:
    """Return a hall with the players of a plan, in which its events were written."""
    past = opened_hall()
    opened = DivisionOpened("Masters", "acf-masters", 7)
    past.write(HALL, entities.division("masters"), opened)
    for player in found.after.players.values():
        past.write(HALL, entities.player(player.id), registered(player))
    for draft in found.drafts:
        past.write(REFEREE, draft.ent, draft.body, actor=draft.actor)
    return fold(ROOT, past.events)


@pytest.mark.parametrize("open_", [False, True])
def test_plan_matches_the_events_that_the_log_records(open_: bool) -> None:
    text = REPORT.replace("   3 b 1", "   3 b  ").replace("   1 w 0", "   1 w  ")
    found = taken(empty(), text if open_ else REPORT)
    state = folded(found)
    assert not state.unforced
    assert division_standings(state, "masters") == division_standings(found.after, "masters")
    assert met(state) >= met(found.after)
    assert {uid: (m.result.status, m.result.outcome, m.table) for uid, m in state.matches.items()
            if m.key.division == "masters"} == {
        uid: (m.result.status, m.result.outcome, m.table) for uid, m in found.after.matches.items()
    }  # fmt: skip


def test_the_next_round_can_be_drawn_without_a_repeated_match() -> None:
    found = taken(empty(), REPORT)
    proposal = Systems().pair(found.after, "masters", 3, "amber")
    assert all(finding.verdict != "fails" for finding in proposal.findings)
    names = {player.id: player.name for player in found.after.players.values()}
    again = {frozenset(names[p] for p in pair) for pair in proposal.pairs}
    assert not again & {pair for _, pair in met(found.after)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            trf_line(5, "Eve", "1.5", "0000 - H", "0000 - F"),
            "line 6, round 1: Eve has a half-point bye for 2; by ACF Masters it is a round missed"
            " and brings 0.",
        ),
        (
            trf_line(5, "Eve", "1.5", "0000 - H", "0000 - F"),
            "line 6: Eve has 6 points in the file and 4 by ACF Masters.",
        ),
        (
            trf_line(5, "Eve", "1.5", "0000 - U", "0000 - Z"),
            "line 6: Eve has 6 points in the file and 4 by ACF Masters.",
        ),
    ],
)
def test_result_that_the_rulebook_cannot_express_is_reported_by_line(line: str, words: str) -> None:
    found = taken(empty(), f"{REPORT}\n{line}")
    assert found.problems == ()
    assert words in found.differing


def test_a_bye_brings_what_the_rulebook_says_and_the_difference_is_told() -> None:
    found = taken(empty("acf-majors"), REPORT)
    assert (
        "line 3, round 2: Bob has a bye for 4; by ACF Majors it is a bye and brings 3."
        in found.differing
    )
    assert any("a match won counts as 4–0" in note for note in found.notes)


def test_points_that_are_not_proportional_are_counted_anew() -> None:
    found = taken(empty(), f"BBW 3.0\nBBD 1.0\nBBU 3.0\n{REPORT}")
    assert found.notes[0].startswith("The file counts 3 for a win and 1 for a draw, ACF Masters 4")
    assert points(found.after)["Ann"] == (1, 8)


def test_a_match_without_a_result_is_still_to_be_played() -> None:
    text = REPORT.replace("   3 b 1", "   3 b  ").replace("   1 w 0", "   1 w  ")
    found = taken(empty(), text)
    assert found.rounds[1] == "+ round 2: 1 match, 0 results, 1 bye, 1 still to be played"
    assert [m.result.status for m in found.after.matches.values()].count("none") == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("   1 b 0", "   3 b 0", "line 2, round 1: Ann names opponent Bob, who names 3 (line 3)."),
        ("   1 b 0", "   1 b 1", "line 2 and line 3, round 1: the results of Ann and Bob"),
        ("   1 b 0", "   1 b  ", "line 2 and line 3, round 1: the results of Ann and Bob"),
        ("   2 w 1", "   9 w 1", "line 2, round 1: Ann names opponent 9, who is no other player"),
        ("   2 w 1", "   1 w 1", "line 2, round 1: Ann names opponent 1, who is no other player"),
        ("   4 w +", "0000 - Z", "line 5, round 1: Dee names opponent Cy, who names nobody"),
    ],
)
def test_cells_that_contradict_each_other_take_nothing_over(old: str, new: str, words: str) -> None:
    assert old in REPORT
    found = taken(empty(), REPORT.replace(old, new))
    assert found.drafts == ()
    assert any(problem.startswith(words) for problem in found.problems), found.problems


def test_a_hall_with_too_few_tables_says_so() -> None:
    [problem] = taken(empty(tables=1), REPORT).problems
    assert problem.startswith("Round 1: 1 more table is needed.")


def test_more_rounds_than_the_division_has_are_refused() -> None:
    [problem] = taken(empty(total=1), REPORT).problems
    assert problem == "The file tells of 2 rounds, and Masters has 1."


def test_both_players_who_forfeit_get_nothing() -> None:
    found = taken(empty(), REPORT.replace("   4 w +", "   4 w -"))
    assert not any("Cy – Dee" in note for note in found.notes)
    assert [m.result.outcome for m in found.after.matches.values()].count(
        Outcome((Code.LOST_BY_BOTH,) * 2)
    ) == 1
    assert points(found.after)["Cy"][1] == 0


TABLE = crosstable("1 Ann 2T3 3T7 _ 7", "2 Bob 1T1 W W 1", "3 Cy BT3 1T3 _ 3")


def test_a_crosstable_brings_the_points_of_each_match_and_who_has_left() -> None:
    found = taken(empty("acf-majors"), TABLE, "club.tsv")
    assert (found.problems, found.differing) == ((), ())
    assert points(found.after) == {"Ann": (1, 7), "Cy": (2, 3), "Bob": (None, 1)}
    [gone] = [d for d in found.drafts if isinstance(d.body, PlayerWithdrawn)]
    assert gone.body == PlayerWithdrawn(1, "club.tsv")


def test_a_round_that_a_crosstable_has_in_part_stays_in_the_file() -> None:
    table = crosstable("1 Ann 2T4 3T8 8", "2 Bob 1T0 _ 0", "3 Cy BT4 1T4 4", rounds=2)
    found = taken(empty(), table)
    assert len(found.rounds) == 1
    assert found.notes[0].startswith("Round 2 is not complete in the file (blank in line 3)")


def test_a_score_that_no_match_has_under_the_rulebook_takes_nothing_over() -> None:
    table = crosstable("1 Ann 2T3 3", "2 Bob 1T1 1", rounds=1)
    assert taken(empty("acf-majors"), table).problems == ()
    [first, *_] = taken(empty(), table).problems
    assert first == "line 2, r1: a match under ACF Masters does not bring 3 points."


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (empty("contest"), "Masters is played as knockout"),
        (field(4, 1), "Masters has 1 round of its own already"),
        (empty("unknown"), "rules that this software cannot read"),
        (empty(), ""),
    ],
)
def test_a_division_that_takes_no_rounds_says_why(state: HallState, words: str) -> None:
    found = why_not(state, state.divisions["masters"])
    assert words in found
    assert bool(words) == bool(found)


@settings(deadline=None)
@given(
    st.integers(2, 9),
    st.integers(1, 6),
    st.sampled_from([("trf", "trf16"), ("trf", "trf26"), ("crosstable", "tsv")]),
    st.sampled_from(SWISS),
    st.lists(
        st.text(st.characters(categories=["L", "Mn", "Nd", "Po", "Zs"])), min_size=9, max_size=9
    ),
)
def test_a_hall_that_is_exported_and_imported_has_the_same_pairings_and_standings(
    players: int, rounds: int, file: tuple[str, str], book: str, names: list[str]
) -> None:
    names = [f"{n}{' '.join(name.split())}"[:30].strip() for n, name in enumerate(names)]
    before = field(players, rounds, total=7, book=book, names=tuple(names))
    text = export(before, *file, None).data.decode("utf-8-sig")
    found = taken(empty(book), text)
    rulebook: Rulebook = before.divisions["masters"].book
    assert found.problems == ()
    assert met(found.after) == met(before)
    if file[0] == "crosstable" or rulebook.scoring == "ballot":
        assert points(found.after) == points(before)
        # In a field of two or so nobody knows a draw that has as many byes as this one.
        assert all(line.startswith("line") for line in found.differing)
    if file[0] == "crosstable":
        again = export(found.after, *file, None).data.decode("utf-8-sig")
        assert parse_crosstable(again) == parse_crosstable(text)


@settings(deadline=None)
@given(st.integers(2, 9), st.integers(1, 6))
def test_an_import_writes_one_pairing_a_round_and_one_ruling_a_match(
    players: int, rounds: int
) -> None:
    before = field(players, rounds, total=7)
    found = taken(empty(), export(before, "trf", "trf16", None).data.decode())
    paired = [draft for draft in found.drafts if isinstance(draft.body, RoundPaired)]
    ruled = {draft.ent for draft in found.drafts if isinstance(draft.body, DecisionMade)}
    assert [draft.ent for draft in paired] == [
        entities.pairing("masters", number) for number in range(1, rounds + 1)
    ]
    assert ruled == {entities.match_decision(match.key) for match in found.after.matches.values()}
