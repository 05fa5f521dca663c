"""The pairing log travels as values, and is said in any language with the players' names."""

from typing import get_args

import msgspec
import pytest

from shared.core.events import Logged
from shared.pairing.log import lines as d
from shared.pairing.log.words import log_of, sentence, sentences
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import entrants
from tests.words.spoken import said_in

NAMES = {"a": "Ann Lee", "b": "Bo King", "c": "Cy Ortega", "bye": "The Bye"}
LINES: tuple[d.LogLine, ...] = (
    d.ByGroups(2, "amber", 3, 2, by_draw=False),
    d.LastRound("ACF-2.V.E"),
    d.LowestRepeat(7, 8, 2, "ACF-2.V.D"),
    d.RatherRepeat(2, True, "ACF-2.V.D"),
    d.RepeatByRuling(),
    d.Group(4, ("a", "b"), by_draw=False),
    d.FromAbove(("a",), ("b",), ("7/2",), ("a",)),
    d.Within(("a",), ("b",), ("a",)),
    d.Dropped(("a",)),
    d.GroupBye("bye", 4, 2, ("a",)),
    d.Proved(True, 6, 4),
    d.ProvedByCounting(),
    d.ByHalves("amber"),
    d.Rated("a", 1900, "b", None),
    d.LastByRating("c", None),
    d.ByBerger(2, 5, 6, "amber"),
    d.HasGone("a"),
    d.ByLives(2, 3, "amber"),
    d.HasBye("a"),
    d.MeetAgain("a", "b"),
    d.PlayedOn("DARK-KO"),
    d.BySheet(1, 8, "amber", ("M1-1",)),
    d.WaitsOnSheet("a"),
    d.NoConsolation("Open"),
    d.AsPublished(1, "amber"),
    d.FromFile("old.csv"),
    d.SetByEvent("swiss.first_round", "draw", "ACF-2.V.A"),
    d.Discarded(1, "amber", "changed"),
    d.TakenBack("Late"),
    d.Allowed("second_bye", "Only two are left"),
    d.FirstRoundChosen(True, "ACF-2.V.A"),
    d.PairedOpen(("t1",), "Late train"),
    d.Kept(),
    d.ChangedByHand("sat_wrongly"),
    d.NewPair("a", "b", ""),
    d.Moved("a", "b", "t1"),
    d.NoLonger("a", "b"),
    d.GoesOn("a", "b"),
    d.GotBye("a"),
    d.LostBye("a"),
)


def test_each_line_is_named_here() -> None:
    assert {type(line) for line in LINES} == set(get_args(d.LogLine))


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("line", LINES, ids=lambda line: type(line).__name__)
def test_a_line_travels_as_plain_values_and_says_the_same_afterwards(line: d.LogLine) -> None:
    [raw] = msgspec.msgpack.decode(
        msgspec.msgpack.encode(d.written([line])), type=tuple[Logged, ...]
    )
    assert d.read(raw) == line
    assert log_of([raw]) == (sentence(line),)


@pytest.mark.parametrize("language", ["es", "fr", "ru"])
@pytest.mark.parametrize("line", LINES, ids=lambda line: type(line).__name__)
def test_a_line_is_said_in_the_language_spoken_with_names(line: d.LogLine, language: str) -> None:
    english = sentence(line).said(lambda ident: NAMES[ident])
    with said_in(language):
        told = sentence(line).said(lambda ident: NAMES[ident])
    assert told != english
    for name in NAMES.values():
        assert (name in told) == (name in english)


def test_a_draw_is_told_by_names_and_its_event_holds_ids_and_numbers() -> None:
    drawn = pair_round(entrants({"A": 8, "B": 6, "C": 4}, met=["AB"]), SwissRound(4), seed="amber")
    raw = d.written(drawn.trace)
    assert ("from_above", ("A",), ("C",), (8,), ()) in raw
    assert log_of(raw) == sentences(drawn.trace)


@pytest.mark.parametrize(
    "raw",
    [(), ("telepathy", "a"), ("has_bye", "a", "b"), ("within", ("a", "b"), ("c",)), (3,)],
)
def test_a_line_of_a_newer_version_is_named_as_one(raw: Logged) -> None:
    assert d.read(raw) is None
    assert log_of([raw]) == ("(A line that a newer version has written.)",)
