"""The page of overrides: every field of a rulebook that an event may set otherwise."""

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.fields import meaning, paths, value_at, written

_BOOK = "acf-majors"
_HEAD = f"""\
# Every field that an event may set otherwise

Made from the rulebooks by `make reference`; do not edit. Below `[division.override]` of an
[event file](event-file.md); times as in `"20:00"`. The value is that of `{_BOOK}`; `hall-server
rulebook show` has those of every rulebook, each with its clause.

| field | what it says | `{_BOOK}` |
|---|---|---|
"""


def overrides_page() -> str:
    """Return the page as it has to be."""
    book = rulebook(_BOOK)
    rows = (
        f"| `{path}` | {_cell(meaning(path))} | {_cell(written(path, value_at(book, path)))} |\n"
        for path in paths()
    )
    return _HEAD + "".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", " or ")
