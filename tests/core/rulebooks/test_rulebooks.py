"""Rulebooks: every number stands with its clause, and a slip of the pen stops the import."""

import re

import msgspec
import pytest

from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import (
    ALIASES,
    RULEBOOKS,
    Rulebook,
    UnknownRulebook,
    cited,
    fields_of,
    meaning,
    rulebook,
)
from shared.core.rulebooks.base import NAMES
from shared.core.rulebooks.fields import allowed, group_of, paths, value_at, written
from shared.core.rulebooks.making import CitedGroup, absent, under
from shared.core.standings.scoring import match_points

MINUTE_MS = 60_000
MASTERS, MAJORS, MINORS = (rulebook(f"acf-{name}") for name in ("masters", "majors", "minors"))
CONTEST_SHEET = rulebook("contest").sheet
ACF = (MASTERS, MAJORS, MINORS)
SHEETS = {
    "acf": "ACF|HALL",
    "apca": "APCA|HALL",
    "usbgf": "USBGF|HALL",
    "standard": "DARK|ACF|HALL",
}


def values_of(book: Rulebook) -> dict[str, object]:
    """Return a rulebook as it was made: fields and groups, each value with its clause."""
    values: dict[str, object] = {}
    for field in fields_of(book):
        group, _, inner = field.path.partition(".")
        if inner:
            values.setdefault(group, {})[inner] = (field.value, field.clause)  # type: ignore[index]
        else:
            values[group] = (field.value, field.clause)
    return values


def test_a_rulebook_is_found_by_its_name() -> None:
    assert rulebook("acf-masters").title == "ACF Masters"
    assert [book.name for book in RULEBOOKS.values()] == list(RULEBOOKS)
    assert len(RULEBOOKS) == 9
    assert rulebook("usbgf") is rulebook("usbgf-open")
    assert ALIASES.keys().isdisjoint(RULEBOOKS)


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownRulebook, match=r"'acf-master'.*acf-masters, acf-majors, acf-minors"):
        rulebook("acf-master")


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_field_cites_a_clause_of_its_sheet_and_says_what_it_means(book: Rulebook) -> None:
    for field in Rulebook.__struct_fields__:
        struct = group_of(field)
        group = getattr(book, field)
        if struct is None or group is None:
            assert (field in book.clauses) != (field in NAMES)
        else:
            assert {f"{field}.{inner}" for inner in struct.__struct_fields__} <= set(book.clauses)
    sheet = SHEETS.get(book.name.split("-")[0], "SE|HALL")
    assert all(re.match(rf"(?:{sheet})-", clause) for clause in book.clauses.values())
    assert all(re.fullmatch(r"[A-Z][^.]+\.", meaning(path)) for path in book.clauses)
    assert book.overridden == ()


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_a_rulebook_made_again_of_its_own_fields_is_the_same(book: Rulebook) -> None:
    assert cited(book.name, book.title, book.sheet, values_of(book)) == book  # type: ignore[arg-type]


def test_citations_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        MASTERS.clauses["rounds"] = "ACF-0"  # type: ignore[index]
    assert MASTERS.clauses["rounds"] == "ACF-1.V.B"
    assert MASTERS.clauses["lateness.grace_ms"] == "ACF-1.VI.B"
    assert MASTERS.clauses["lowder"] == "ACF-1.X.A.i"


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        ({"round": (12, "ACF-1.V.B")}, "unknown field `round`"),
        ({"rounds": ("12", "ACF-1.V.B")}, "rounds"),
        ({"rounds": (0, "ACF-1.V.B")}, "rounds"),
        ({"sides": (("Red",), "ACF-1.X.A.d")}, "sides"),
        ({"scoring": ("by_game", "ACF-2.III")}, "scoring"),
        ({"bye_points": ((), "ACF-2.III")}, "bye_points"),
        ({"bye_points": ((3, -1), "ACF-2.III")}, "bye_points"),
        ({"win_points": (3, "ACF-2.III")}, "win and loss share 6, not 4"),
        ({"draw_points": (2, "ACF-2.III")}, "two draws share 8, not 4"),
        ({"match_stake": (5, "ACF-2.III")}, "share 4, not 5"),
        (under("ACF-2.III", even_games=True, games_per_match=1, match_stake=2), "no even"),
        ({"opt_out_points": (None, "ACF-2.V.F")}, "set it and opt_out_points both"),
        ({"pairing_system": ("open_play", "ACF-1.III.A")}, "open_play needs its fields"),
        ({"time_controls": (("an hour",), "ACF-1.X.B.a")}, "is not a time control"),
        (under("SE-2", scoring="best_of", match_stake=2), "best_of needs a number of wins"),
        ({"honor": (None, "HALL-apca-ties")}, "the rulebook has none"),
        ({"lowder": under("ACF-1.X.B.c", move_ms=5)}, "lowder"),
        ({"lowder": under("ACF-1.X.B.c", moves=5)}, "unknown field `moves`"),
    ],
)
def test_a_slip_in_a_rulebook_is_refused(slip: dict[str, object], words: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=words):
        cited("slipped", "Slipped", MAJORS.sheet, values_of(MAJORS), **slip)  # type: ignore[arg-type]


def test_draws_and_contests_that_contradict_each_other_are_refused() -> None:
    values = values_of(rulebook("contest"))
    with pytest.raises(msgspec.ValidationError, match="a match has 5 games"):
        cited("c", "C", CONTEST_SHEET, values, games_per_match=(5, "SE-2"))  # type: ignore[arg-type]
    points = under("SE-7", win_points=0, loss_points=1)
    with pytest.raises(msgspec.ValidationError, match="a draw stands between a loss and a win"):
        cited("c", "C", CONTEST_SHEET, values, **points)  # type: ignore[arg-type]


def test_a_number_without_a_clause_is_refused() -> None:
    values = values_of(MAJORS)
    with pytest.raises(ValueError, match="rounds cites 'page 3', which is no clause ID"):
        cited("slipped", "Slipped", MAJORS.sheet, values, rounds=(10, "page 3"))  # type: ignore[arg-type]
    lowder: CitedGroup = {**values["lowder"], "move_ms": (60_000, "?")}  # type: ignore[dict-item]
    with pytest.raises(ValueError, match=r"lowder\.move_ms cites '\?', which is no clause ID"):
        cited("slipped", "Slipped", MAJORS.sheet, values, lowder=lowder)  # type: ignore[arg-type]


def test_a_missing_number_is_refused() -> None:
    values = values_of(MAJORS)
    del values["bye_points"]
    with pytest.raises(msgspec.ValidationError, match="missing required field `bye_points`"):
        cited("short", "Short", MAJORS.sheet, values)  # type: ignore[arg-type]


def test_a_group_that_a_sheet_does_not_have_cites_what_decides_instead() -> None:
    assert absent("SE-1", "honor", "swiss") == {"honor": (None, "SE-1"), "swiss": (None, "SE-1")}
    assert value_at(rulebook("contest"), "honor.drop_lowest") is None
    assert rulebook("contest").clauses["honor"] == "SE-1"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("lateness.grace_ms", 900_000, "15:00"),
        ("turn.turn_ms", 1_500, "0:01.500"),
        ("opt_out_points", None, "none"),
        ("same_opening", True, "yes"),
        ("sides", ("Red", "White"), "Red / White"),
        ("counts.long_line", (), "none"),
        ("bye_points", (3, 2), "3 / 2"),
        ("schedule.days", (("08:30", "12:30"), ("16:30",)), "08:30 / 12:30 / 16:30"),
    ],
)
def test_a_value_is_written_as_people_read_it(path: str, value: object, words: str) -> None:
    assert written(path, value) == words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("rounds", "a whole number from 1 on"),
        ("swiss.first_round", "one of draw, top_half_bottom_half"),
        ("same_opening", "true or false"),
        ("low_time_ms", 'a time as "30:00" or a whole number from 0 on of ms'),
        ("lowder.move_ms", 'a time as "30:00" or a whole number from 1 on of ms'),
        ("opt_out_points", 'a whole number from 0 on or "none"'),
        ("sides", "a list of 2, each a text in quotes"),
        ("bye_points", "a list, each a whole number from 0 on"),
    ],
)
def test_allowed_values_of_a_field_are_said(path: str, words: str) -> None:
    assert allowed(path) == words


def test_every_field_says_what_it_may_hold() -> None:
    assert all(allowed(path) for path in paths())
    assert {"rounds", "honor.drop_lowest"} < set(paths())
    assert not set(NAMES) & set(paths())


@pytest.mark.clause("ACF-2.I.A")
def test_masters_play_12_rounds_and_the_others_10_of_two_games() -> None:
    assert [book.rounds for book in ACF] == [12, 10, 10]
    for book in ACF:
        with pytest.raises(ValueError, match="has 2 games, not 1"):
            match_points(book, Outcome((Code.WIN,)))
        with pytest.raises(ValueError, match="has 2 games, not 3"):
            match_points(book, Outcome((Code.WIN, Code.WIN, Code.LOSS)))


@pytest.mark.clause("ACF-1.III.A")
def test_the_three_divisions_are_swiss_tournaments_of_their_own() -> None:
    assert {book.pairing_system for book in ACF} == {"swiss"}
    assert len({book.name for book in ACF}) == 3
    assert {book.swiss for book in ACF} == {MASTERS.swiss}


@pytest.mark.clause("ACF-1.X.A.i")
def test_only_majors_and_minors_may_play_unclocked_and_know_the_minute_and_closed_rounds() -> None:
    assert MASTERS.time_controls == ("90:00", "80:00+10")
    assert MAJORS.time_controls == (*MASTERS.time_controls, "unclocked")
    assert MASTERS.lowder is None
    assert MASTERS.move_time is None
    assert MAJORS.lowder is not None
    assert MAJORS.lowder.move_ms == MINUTE_MS
    assert MASTERS.schedule is not None
    assert MAJORS.schedule is not None
    assert MASTERS.schedule.no_new_game_before_end_ms is None
    assert MAJORS.schedule.no_new_game_before_end_ms == 30 * MINUTE_MS


def test_the_round_template_holds_as_many_rounds_as_the_sheet_plays() -> None:
    for book in ACF:
        assert book.schedule is not None
        assert sum(map(len, book.schedule.days)) == book.rounds


@pytest.mark.clause("ACF-1.X.A.g")
def test_where_counts_of_moves_differ_the_written_one_governs() -> None:
    for book in RULEBOOKS.values():
        assert book.move_count_authority == "score_sheet"
    assert {book.clauses["move_count_authority"] for book in ACF} == {"ACF-1.X.A.g"}


@pytest.mark.clause("ACF-3.I")
def test_the_acf_plays_by_the_wcdf_and_its_own_document_wins() -> None:
    for book in ACF:
        assert book.base_rules.startswith("WCDF")
        assert book.counts is not None
        assert (book.counts.quiet_moves, book.counts.repetitions) == (40, 3)
        # The document's own rules on a ringing phone and the score sheet stand beside them.
        assert book.device_rule.endswith("costs its owner the game.")
        assert book.move_count_authority == "score_sheet"


def test_minors_play_as_majors_do_but_for_who_belongs_there() -> None:
    differing = {path for path in paths() if value_at(MAJORS, path) != value_at(MINORS, path)}
    assert differing == {
        "entry.rating_min",
        "entry.rating_max",
        "entry.winner_plays_up_to",
        "titles.junior_rank",
    }


def test_a_sheet_without_lateness_or_rounds_says_so() -> None:
    usbgf = rulebook("usbgf")
    assert usbgf.lateness is None
    assert usbgf.round_length_ms is None
    assert MASTERS.lateness is not None
    assert MASTERS.lateness.first_forfeit_ms == 30 * MINUTE_MS
    assert MASTERS.lateness.second_forfeit_ms == 60 * MINUTE_MS
    assert MASTERS.round_length_ms == 180 * MINUTE_MS


@pytest.mark.clause("USBGF-3.5")
def test_the_three_backgammon_sheets_differ_in_their_clocks_alone() -> None:
    times = [rulebook(f"usbgf-{name}").usbgf_time for name in ("open", "limited", "doubles")]
    assert [t.clock_use for t in times if t] == ["preference", "option", "obligation"]
    books = [rulebook(f"usbgf-{name}") for name in ("open", "limited", "doubles")]
    assert [book.time_controls for book in books] == [
        ("2/12", "unclocked"),
        ("2/15", "unclocked"),
        ("3/15",),
    ]
    alike = {"name": "", "title": "", "usbgf_time": None, "time_controls": ()}
    assert len({msgspec.structs.replace(book, **alike) for book in books}) == 1
