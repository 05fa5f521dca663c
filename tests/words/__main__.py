"""``make words``: brings every catalogue up to date and says what wants a translation."""

import click

from tests.words import directors
from tests.words.catalogues import CODES, po_file, update

if __name__ == "__main__":
    for language in CODES:
        click.echo(f"{po_file(language)}: {update(language)} without a translation")
    directors.FILE.write_text(directors.written(), encoding="utf-8")
