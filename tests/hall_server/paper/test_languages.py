"""Paper in every language: no word stays English, and nothing is cut."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
import pytest

from hall_server.paper.catalogue import PAPERS, Order, document
from hall_server.paper.drawing import render
from hall_server.paper.sheet import CannotPrint, Document, PaperName, Text
from shared.core.draughts.openings import parse_deck
from shared.core.events.measures import TimeAdded
from shared.core.state import HallState, Result
from shared.core.state.office import PrizeFund
from shared.core.text.language import Catalogue
from shared.data import read_text
from shared.machine.languages import LANGUAGES, catalogue
from tests.core.decided import decision
from tests.hall_server.paper.fields import NAMES as LONG
from tests.hall_server.paper.fields import START, field
from tests.hall_server.paper.pdfs import pages, words_off_the_page
from tests.hall_server.paper.test_catalogue import on_a_sheet
from tests.hall_server.referee.halls import disputed, report
from tests.words.spoken import Masked, readable

NAMES = ("Zoltan", "Zsuzsanna Kx", "Zenon Zq-Zx", "Zora Zd", "Zelimir Zy", "Zita Zw", "Zeno Zt")
DECK = parse_deck(read_text("three_move_deck.tsv"))
OTHERS = tuple(code for code in LANGUAGES if code != "en")
DATA = {
    *NAMES,
    *LONG,
    "Harbour Open",
    "Harbour Club",
    "Texas",
    "Masters",
    "http",
    "ACF",
    "Zrang twice.",
}
"""What no language changes: names, a clause, what a referee or a player wrote."""


def busy() -> HallState:
    """A division with a bye, a result under dispute, a playoff, a report that was ruled on."""
    state = field(7, 3, open_matches=2, names=NAMES)
    *_, played, last = state.matches.values()
    first = next(iter(state.matches.values()))
    playoff = msgspec.structs.replace(
        first, key=first.key._replace(uid="po"), slot="playoff", result=Result()
    )
    changed = {
        last.uid: msgspec.structs.replace(last, result=disputed("W W", "L L")),
        "po": playoff,
    }
    ruled = decision("d", TimeAdded(-120_000, 0), of=first, clause="ACF-1.X", reason="Zrang twice.")
    reports = [
        report("phone", first, note="Zrang twice.", decision=ruled),
        report("touched_piece", played, token="2"),
    ]
    fund = PrizeFund((70_000, 30_000, 10_000), 2_500, consolation=(5_000,))
    return msgspec.structs.replace(
        state,
        matches={**state.matches, **changed},
        reports={filed.ent: filed for filed in reports},
        awards=msgspec.structs.replace(
            state.awards, prizes={"masters": fund}, dues=dict.fromkeys(state.players, True)
        ),
    )


def lives() -> HallState:
    state = field(5, 2, book="standard", total=8, names=NAMES)
    division = msgspec.structs.replace(
        state.divisions["masters"], overrides='{"pairing_system": "double_knockout"}'
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


@cache
def orders() -> Mapping[str, tuple[str, HallState]]:
    """Return every paper, some of them in several states, by a name."""
    of_busy = {what: (what, busy()) for what in PAPERS if what not in ("playing-cards",)}
    return of_busy | {
        "draw-sheet": ("draw-sheet", on_a_sheet(field(6, 0, book="standard", names=NAMES))),
        "drawn kit": ("kit", on_a_sheet(field(6, 0, book="standard", names=NAMES))),
        "long names": ("kit", field(13, 2, open_matches=3, names=LONG)),
        "lives": ("draw-sheet", lives()),
        "playing-cards": ("playing-cards", field(5, 0, book="apca", names=NAMES)),
        "points": ("kit", field(4, 1, book="usbgf", open_matches=1, names=NAMES)),
        "standings before": ("standings", field(4, 0, names=NAMES)),
    }


def ordered(name: str, words: Catalogue) -> Document:
    what, state = orders()[name]
    order = Order(state, START, deck=DECK, seed="64153", pages_at="http://a.b", catalogue=words)
    return document(what, order)


@cache
def printed(name: str, language: str, size: PaperName = "a4") -> bytes:
    return render(ordered(name, catalogue(language)), size)


class Heard:
    """English that keeps what it was asked for."""

    def __init__(self) -> None:
        self.asked: set[tuple[str, str]] = set()

    def gettext(self, message: str, /) -> str:
        self.asked.add(("", message))
        return message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return one if count == 1 else many

    def pgettext(self, context: str, message: str, /) -> str:
        self.asked.add((context, message))
        return message


@cache
def asked(name: str) -> set[tuple[str, str]]:
    heard = Heard()
    render(ordered(name, heard), "a4")
    return heard.asked


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(pages(pdf)).split())


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("name", sorted(orders()))
def test_each_word_on_paper_is_said_by_the_catalogue(name: str) -> None:
    text = "\n".join(pages(render(ordered(name, Masked()), "a4")))
    assert readable(text, DATA) == set()


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(orders()))
def test_no_english_is_left_on_the_paper_of_another_language(name: str, language: str) -> None:
    words = catalogue(language)
    said = {(words.pgettext(c, m) if c else words.gettext(m)): m for c, m in asked(name)}
    own = {part.casefold() for told in said for part in _parts(told)}
    text = text_of(printed(name, language)).casefold()
    english = {part.casefold() for message in said.values() for part in _parts(message)}
    for told in DATA:
        text = text.replace(told.casefold(), "")
    left = {part for part in english - own if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text)}
    assert left == set()
    assert len(said) > 3


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(orders()))
def test_nothing_is_cut_in_any_language(name: str, language: str) -> None:
    pdf = printed(name, language)
    assert "…" not in text_of(pdf)
    assert words_off_the_page(pdf) == []


def test_why_nothing_is_printed_is_english_and_why_a_kit_lacks_a_draw_is_not() -> None:
    russian = catalogue("ru")
    alone = field(1, 0, book="standard")
    with pytest.raises(CannotPrint, match="Masters has one player; a draw sheet needs two"):
        document("draw-sheet", Order(alone, START, seed="1", catalogue=russian))
    state = on_a_sheet(field(6, 0, book="standard", names=NAMES))
    first, second = state.matches["m1"], state.matches["m2"]
    wrong = msgspec.structs.replace(second, players=first.players, result=first.result)
    state = msgspec.structs.replace(state, matches={**state.matches, "m2": wrong})
    kit = document("kit", Order(state, START, catalogue=russian)).sheets
    [said] = [each for each in kit if each.note == "Сетка"]
    [why] = said.blocks
    assert isinstance(why, Text)
    assert not re.search("[a-z]{4}", re.sub("|".join((*NAMES, "Masters")), "", why.words))


def _parts(message: str) -> Iterator[str]:
    """Yield the fixed parts of a message that have words in them."""
    for part in re.split(r"\{\w*\}", message):
        words = part.strip(" ,.:;'()«»“”\N{NO-BREAK SPACE}")
        if sum(sign.isalpha() for sign in words) > 2:
            yield words
