"""Under a sheet whose official is a director no language says "referee" any more."""

import re

import pytest

from shared.core.rulebooks import RULEBOOKS
from shared.core.text.language import (
    Voice,
    _,
    called,
    in_catalogue,
    ngettext,
    of_official,
    speaking,
)
from shared.core.text.official import directed
from shared.machine.languages import DEFAULT, LANGUAGES, catalogue
from tests.words.catalogues import catalogue_of, forms, template
from tests.words.directors import FILE, changed, written

HOW = "add its form to shared/core/text/official.py"
OLD = {
    "en": r"referee",
    "es": r"[áa]rbitr",
    "fr": r"arbitr",
    "ru": r"\bсуд(ь|ей)",
}
WRONG = {
    "en": r"\ban director",
    "es": r"\b[ael]{1,2} el director|\bla director\b",
    "fr": r"['’]directeur|\b(de|à) le directeur|\bde les directeurs|\bcet directeur",
    "ru": r"\bо директору|\bсудь",
}


def messages(language: str) -> list[str]:
    if language == DEFAULT:
        ids = [message.id for message in template()]
        return [text for one in ids for text in (one if isinstance(one, tuple) else (one,))]
    return [form for message in catalogue_of(language) if message.id for form in forms(message)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_under_a_director_speaks_of_a_referee(language: str) -> None:
    told = [directed(message) for message in messages(language)]
    assert [one for one in told if re.search(OLD[language], one, re.IGNORECASE)] == [], HOW
    assert len(changed(language)) > 100
    wrong = [one for one in told if re.search(WRONG[language], one, re.IGNORECASE)]
    assert wrong == [], HOW


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_director_changes_no_slot_and_no_other_message(language: str) -> None:
    for before, after in changed(language).items():
        assert re.findall(r"\{.*?\}", before) == re.findall(r"\{.*?\}", after)
        assert re.search(OLD[language], before, re.IGNORECASE), before


def test_what_a_director_changes_is_as_a_person_has_read_it() -> None:
    assert FILE.read_text("utf-8") == written(), "run `make words` and read the difference"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Referee's desk, two referees", "Director's desk, two directors"),
        ("el árbitro, los árbitros", "el director, los directores"),
        ("L'arbitre. Appel à l’arbitre", "Le directeur. Appel au directeur"),
        ("décision de l'arbitre, d'un arbitre", "décision du directeur, d'un directeur"),
        ("{referee} --referee referee-1", "{referee} --referee director-1"),
        ("Судья – судье, с судьёй", "Директор – директору, с директором"),
        ("судьба", "судьба"),
    ],
)
def test_a_form_is_replaced_as_a_whole_word(before: str, after: str) -> None:
    assert directed(before) == after


def test_names_and_typed_text_are_never_changed() -> None:
    with speaking(Voice(official="director")):
        told = _("The referee: {reason}").format(reason="Referee Road is closed.")
    assert told == "The director: Referee Road is closed."


def test_an_official_is_called_so_in_every_language_until_it_ends() -> None:
    with of_official("director"):
        told = []
        for language in LANGUAGES:
            with in_catalogue(catalogue(language)):
                told.append(_("the referee is coming"))
        assert ngettext("{count} assistant referee", "{count} assistant referees", 2) == (
            "{count} assistant directors"
        )
        assert called("Referee") == "Director"
    assert told == [
        "the director is coming",
        "el director viene",
        "le directeur arrive",
        "директор идёт",
    ]
    assert (_("the referee is coming"), called("Referee")) == ("the referee is coming", "Referee")


def test_usbgf_and_apca_have_a_director_and_the_others_a_referee() -> None:
    directors = {name for name, book in RULEBOOKS.items() if book.sheet.official == "director"}
    assert directors == {name for name in RULEBOOKS if name.startswith(("usbgf", "apca"))}
    assert len(directors) > 2
