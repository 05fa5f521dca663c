"""Options about paper that several commands share."""

from pathlib import Path
from typing import get_args

import click

from hall_server.paper.sheet import PaperName
from shared.machine.languages import DEFAULT, LANGUAGES

paper_option = click.option(
    "--paper",
    type=click.Choice(get_args(PaperName)),
    default="a4",
    show_default=True,
    help="The size of the paper.",
)

paper_language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT,
    envvar="HALL_LANGUAGE",
    show_envvar=True,
    show_default=True,
    help="The language of the paper.",
)

paper_kit_option = click.option(
    "--paper-kit",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep a PDF with everything to go on by hand; it is written again after every change.",
)
