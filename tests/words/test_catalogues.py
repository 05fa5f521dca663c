"""Every language says everything that the code says, with the same facts in it."""

import ast
import gettext
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.text.language import ENGLISH, Voice, _, ngettext, pgettext, shown_number, speaking
from shared.machine.languages import LANGUAGES, after, catalogue, of_system
from tests.words.catalogues import (
    CODE,
    CODES,
    ROOT,
    as_text,
    brought_up_to_date,
    catalogue_of,
    compiled,
    complete,
    forms,
    po_file,
    template,
)
from tests.words.spoken import said_in

HOW = "run `make words`; a message is translated in all its forms, or in none"


@pytest.mark.parametrize("language", CODES)
def test_a_message_is_translated_in_all_its_forms_or_said_in_english(language: str) -> None:
    told = catalogue_of(language)
    begun = [message for message in told if message.id and any(forms(message))]
    assert len(begun) > 1_000
    assert [m.id for m in begun if not complete(told, m)] == [], HOW


@pytest.mark.parametrize("language", CODES)
def test_the_catalogue_holds_what_the_code_says_and_no_more(language: str) -> None:
    assert po_file(language).read_text("utf-8") == as_text(brought_up_to_date(language)), HOW


@pytest.mark.parametrize("language", CODES)
def test_compiled_catalogue_matches_its_source(language: str) -> None:
    fresh = gettext.GNUTranslations(io.BytesIO(compiled(catalogue_of(language))))
    kept = gettext.GNUTranslations(io.BytesIO(po_file(language).with_suffix(".mo").read_bytes()))
    assert vars(kept)["_catalog"] == vars(fresh)["_catalog"], HOW


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", CODES)
def test_a_translation_tells_the_same_facts(language: str) -> None:
    for message in catalogue_of(language):
        sources = message.id if isinstance(message.id, tuple) else (message.id,)
        if not message.id:
            continue
        for form in forms(message):
            assert placeholders(form) == placeholders(sources[-1]), form


@pytest.mark.parametrize("language", CODES)
def test_no_translation_begins_or_ends_with_a_blank_that_the_source_has_not(language: str) -> None:
    for message in catalogue_of(language):
        source = message.id[-1] if isinstance(message.id, tuple) else message.id
        for form in forms(message) if source else ():
            assert form[:1].isspace() == source[:1].isspace()
            assert form[-1:].isspace() == source[-1:].isspace()


def test_no_line_of_french_breaks_before_a_sign_that_stands_apart() -> None:
    told = [form for message in catalogue_of("fr") if message.id for form in forms(message)]
    assert [form for form in told if re.search("[ ][:;?!»]|«[ ]", form)] == []


def spoken_in(tree: ast.AST) -> Iterator[str]:
    """Yield the messages of one file, as Python itself reads it."""
    places = {"_": (0,), "N_": (0,), "ngettext": (0, 1), "pgettext": (1,)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in places.get(node.func.id, ()):
                argument = node.args[place]
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)


def test_no_message_escapes_the_extraction() -> None:
    found = {
        text
        for message in template()
        if message.id
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
    }
    files = [file for folder in CODE for file in (ROOT / folder).rglob("*.py")]
    trees = {file: ast.parse(file.read_bytes()) for file in files}
    said = {text: file for file, tree in trees.items() for text in spoken_in(tree)}
    assert len(said) > 150
    assert not {text: file.name for text, file in said.items() if text not in found}
    # Whether messages are looked for inside an f-string depends on the Python that looks.
    inside = ((file, node) for file, tree in trees.items() for node in ast.walk(tree))
    f_strings = ((file, node) for file, node in inside if isinstance(node, ast.JoinedStr))
    assert [(file.name, text) for file, node in f_strings for text in spoken_in(node)] == []


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 матчевое очко"),
        (3, "3 матчевых очка"),
        (11, "11 матчевых очков"),
        (21, "21 матчевое очко"),
    ],
)
def test_russian_counts_in_three_forms(count: int, words: str) -> None:
    with said_in("ru"):
        told = ngettext("{count} match point", "{count} match points", count)
    assert told.format(count=count) == words


def test_empty_message_stays_empty_in_every_language() -> None:
    for language in LANGUAGES:
        with said_in(language):
            assert _("") == ""
            assert pgettext("anything", "") == ""


def test_one_word_means_two_things_and_is_said_in_two_ways() -> None:
    with said_in("ru"):
        assert (_("No"), pgettext("number", "No")) == ("Нет", "№")


def test_a_number_has_the_decimal_mark_of_the_language() -> None:
    told = {}
    for language in LANGUAGES:
        with said_in(language):
            told[language] = shown_number("17.14")
    assert told == {"en": "17.14", "es": "17.14", "fr": "17,14", "ru": "17,14"}


def test_two_voices_speak_at_the_same_time_and_one_may_change() -> None:
    one, two = Voice(catalogue("es")), Voice(catalogue("ru"))
    with speaking(one):
        assert _("Table") == "Mesa"
        with speaking(two):
            assert _("Table") == "Стол"
        one.catalogue = catalogue("fr")
        assert _("Player") == "Joueur"
    assert _("Table") == "Table"


def test_the_source_speaks_for_itself() -> None:
    assert catalogue("en") is ENGLISH
    assert [ngettext("{count} man", "{count} men", n) for n in (1, 2)] == [
        "{count} man",
        "{count} men",
    ]
    with pytest.raises(KeyError):
        catalogue("xx")


def test_a_key_goes_through_all_languages_and_back() -> None:
    seen = ["en"]
    while after(seen[-1]) != "en":
        seen.append(after(seen[-1]))
    assert seen == list(LANGUAGES)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ru_RU", "LANG": "es_ES"}, "ru"),
        ({"LANG": "est_EE"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_machine_says_which_language_is_meant(
    environment: dict[str, str], language: str
) -> None:
    assert of_system(environment) == language


def test_the_compiled_catalogues_are_kept_so_that_a_clone_needs_no_further_step() -> None:
    tracked = Path(po_file("es")).with_suffix(".mo")
    assert tracked.is_relative_to(ROOT / "shared")
    assert "*.mo" not in (ROOT / ".gitignore").read_text("utf-8")
