"""The catalogues beside the code that they translate: what the code says, what each file holds.

Writes files only when ``update`` is called.
"""

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from shared.core.rulebooks import RULEBOOKS, fields_of
from shared.core.rulebooks.fields import written
from shared.machine.languages import DEFAULT, DOMAIN, FOLDER, LANGUAGES
from shared.public.rules import SAID

ROOT = Path(__file__).parents[2]
CODE = ("shared", "kiosk", "board_terminal", "hall_server")
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "DrawError": None,
    "IllegalAction": None,
    "IllegalClockEvent": None,
    "IllegalEntry": None,
    "NoCount": None,
    "Refused": (2,),
    "Counted": (1, 2),
    "Decided": None,
    "PairingImpossible": None,
    "Sentence": None,
    "Turned": None,
    "Unscored": None,
}
"""Who says a message; a refusal says its own where it is shown."""
CODES = tuple(code for code in LANGUAGES if code != DEFAULT)
_LEFT_OUT = (
    '"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By',
    '"Report-Msgid-Bugs-To', '"Last-Translator', '"Language-Team',
)  # fmt: skip
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


def po_file(language: str) -> Path:
    return ROOT / "shared" / "data" / FOLDER / language / f"{DOMAIN}.po"


def template() -> Catalog:
    """Return every message that the code says, and those of the rulebooks that the lobby shows."""
    found = Catalog(charset="utf-8")
    for folder in CODE:
        told = extract_from_dir(
            ROOT / folder, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        for name, _line, message, comments, context in told:
            found.add(message, None, [(f"{folder}/{name}", 0)], (), comments, context=context)
    for message in sorted(_of_rulebooks()):
        found.add(message, None, [("shared/core/rulebooks", 0)])
    for side in sorted({side for book in RULEBOOKS.values() for side in book.sides}):
        found.add(side, None, [("shared/core/rulebooks", 0)], context="you have")
        found.add(side, None, [("shared/core/rulebooks", 0)], context="side")
    return found


def _of_rulebooks() -> set[str]:
    """Titles, and the values that people read as they stand."""
    found = {book.title for book in RULEBOOKS.values()}
    for book in RULEBOOKS.values():
        for field in fields_of(book):
            if field.path in SAID and field.value is not None:
                value = field.value
                parts = value if isinstance(value, tuple) else (value,)
                found |= {written(field.path, part) for part in parts}
    return {text for text in found if any(sign.isalpha() for sign in text)}


def catalogue_of(language: str) -> Catalog:
    """Return a language's catalogue as its file has it; an empty one where there is none yet."""
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    with file.open("rb") as text:
        return read_po(text, locale=language)


def brought_up_to_date(language: str) -> Catalog:
    """Return a catalogue with new messages added, untranslated, and gone ones left out."""
    catalogue = catalogue_of(language)
    catalogue.update(template(), no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> str:
    """Return the catalogue as its .po file: no dates and no line numbers, which change without a
    cause."""
    catalogue.fuzzy = False
    out = io.BytesIO()
    write_po(out, catalogue, width=96, sort_by_file=True, include_lineno=False)
    lines = out.getvalue().decode("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_LEFT_OUT))


def compiled(catalogue: Catalog) -> bytes:
    """Return the catalogue as ``gettext`` reads it; the same bytes for the same words."""
    catalogue.creation_date = catalogue.revision_date = _EPOCH
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def update(language: str) -> int:
    """Bring both files of a language up to date; returns how many messages want a translation."""
    file = po_file(language)
    catalogue = brought_up_to_date(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(as_text(catalogue), encoding="utf-8")
    file.with_suffix(".mo").write_bytes(compiled(catalogue_of(language)))
    return sum(1 for message in catalogue if message.id and not complete(catalogue, message))


def complete(catalogue: Catalog, message: Message) -> bool:
    """Return whether a message has all its forms and nobody doubts them."""
    wanted = catalogue.num_plurals if message.pluralizable else 1
    return not message.fuzzy and len(forms(message)) == wanted and all(forms(message))


def forms(message: Message) -> tuple[str, ...]:
    """Return what a message is translated by: one text, or one for each plural form."""
    told = message.string
    return tuple(told) if isinstance(told, (list, tuple)) else (told or "",)
