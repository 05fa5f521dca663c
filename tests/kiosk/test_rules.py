"""The rules in brief: sentences that a player reads in passing, each true to the rulebook."""

import re

import pytest
from rich.cells import cell_len

from shared.core.rulebooks import RULEBOOKS, apply_overrides, rulebook_for
from shared.core.rulebooks.override import overrides_json
from shared.core.state import Division
from shared.public.page import Frame
from shared.public.rules import in_brief, rules_pages
from tests.kiosk.lobby_states import line_text
from tests.words.spoken import said_in

SAID = [
    pytest.param(book, text, marks=pytest.mark.clause(clause), id=f"{clause} {book}")
    for clause, book, text in (
        ("ACF-1.III.B", "acf-masters",
         "Entrants are members; under 21, Associates: a prize pays their dues."),
        ("ACF-1.IV.B", "acf-minors",
         "You name your division when you register; the referee may place you in another."),
        ("ACF-1.III.E", "acf-majors", "Entry $20.00; Life members pay $10.00 less."),
        ("ACF-1.IV.A", "acf-majors", "Who wins here plays ACF Masters in the next 3 tournaments."),
        ("ACF-1.IV.A", "acf-minors", "Who wins here plays ACF Majors in the next 3 tournaments."),
        ("ACF-1.IV.C", "acf-masters", "Ratings here: 2000 and above."),
        ("ACF-1.IV.C", "acf-majors", "Ratings here: 1700–1999."),
        ("ACF-1.IV.C", "acf-minors", "Ratings here: up to 1699."),
        ("ACF-1.X.A.g", "acf-masters",
         "Record the game or count the moves: what is written beats the clock's counter."),
        ("ACF-1.XIII.A", "acf-masters",
         "Match points decide; among equals the opponents' points do."),
        ("ACF-1.XIII.A", "acf-majors", "Shared places share their prize money equally."),
        ("ACF-2.IV.D", "acf-minors", "Who withdraws tells the referee before the next pairing."),
        ("ACF-2.V.F", "acf-minors",
         "Who skips the last round by leave scores 2, told before its pairing."),
        ("ACF-3.II.I", "acf-masters",
         "Your first duty after a match: report the score. Both of you confirm it."),
        ("APCA-1", "apca", "Black moves first, on squares 1–12; your left corner is dark."),
        ("APCA-26", "apca", "Drawn when a position has stood 3 times during a move count."),
        ("APCA-31", "apca",
         "Accept every challenge. If you refuse, your card waits until you are ready."),
        ("APCA-34", "apca", "First play those who share these with you: club, state, region."),
        ("APCA-14", "apca", "APCA Tournament Rules of Play."),
        ("USBGF-1.4", "usbgf-limited", "The director may refuse a player a lower division."),
        ("USBGF-2.2c", "usbgf-open",
         "Your next match starts 10 min after both matches before it."),
        ("USBGF-2.2d", "usbgf-open",
         "Away for more than 10 min: sign out here, or ask the director."),
        ("USBGF-4.6", "usbgf-doubles",
         "Your first duty after a match: report the score. Both of you confirm it."),
        ("SE-1", "contest", "Who wins goes on in the draw sheet."),
    )
]  # fmt: skip
FRAMES = [Frame(48, 10), Frame(76, 17), Frame(96, 23), Frame(116, 33)]


def division(book: str, overrides: str = "") -> Division:
    return Division("d", "Open", book, 4, "", overrides=overrides)


@pytest.mark.parametrize(("book", "text"), SAID)
def test_the_lobby_says_it_with_its_clause(
    book: str, text: str, request: pytest.FixtureRequest
) -> None:
    [clause] = request.node.get_closest_marker("clause").args
    pages = rules_pages(division(book), Frame(116, 60))
    lines = [" ".join(line_text(line).split()) for page in pages for line in page.lines]
    assert f"{text} {clause}" in lines


def test_event_that_classes_players_cites_its_sheet_where_that_has_no_such_rule() -> None:
    book = apply_overrides(
        RULEBOOKS["apca"],
        {
            "entry.fee_cents": 2000,
            "entry.life_discount_cents": 0,
            "entry.rating_min": 1500,
            "entry.rating_max": "none",
            "entry.merge_below_players": "none",
            "entry.winner_plays_up_to": "",
            "entry.winner_plays_up_for": 0,
        },
    )
    said = {rule.text: rule.clause for section in in_brief(book) for rule in section.rules}
    named = "You name your division when you register; the referee may place you in another."
    assert said[named] == "APCA-35"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_no_sentence_shows_a_word_of_the_code(book: str) -> None:
    for section in in_brief(RULEBOOKS[book]):
        for rule in section.rules:
            assert re.fullmatch(r"[A-Z$0-9][^_{}]+\.", rule.text), rule
            assert not rule.by_event


def test_override_of_the_event_is_said_with_its_number_and_a_star() -> None:
    overrides = overrides_json({"lateness": {"grace_ms": "10:00"}, "entry": {"fee_cents": 3500}})
    book = rulebook_for("acf-majors", overrides)
    starred = [r.text for section in in_brief(book) for r in section.rules if r.by_event]
    assert starred == [
        "With clocks yours is started after 10 min instead.",
        "Entry $35.00; Life members pay $10.00 less.",
    ]
    [page, *_more] = rules_pages(division("acf-majors", overrides), FRAMES[3])
    assert page.note == "* set by the event"


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("language", ["en", "es", "fr", "ru"])
def test_pages_fit_and_no_heading_stands_alone_at_the_foot(
    book: str, frame: Frame, language: str
) -> None:
    with said_in(language):
        sections = in_brief(RULEBOOKS[book])
        pages = rules_pages(division(book), frame)
    titles = {section.title for section in sections}
    for page in pages:
        texts = [line_text(line) for line in page.lines]
        assert len(texts) <= frame.rows
        assert all(cell_len(text) <= frame.width for text in texts)
        assert texts[-1] not in titles
        assert texts[0].strip()
