"""``python -m tests.reference``: writes deploy/commands.md, keys.md and overrides.md."""

from pathlib import Path

from tests.reference.commands import commands_page
from tests.reference.keys import keys_page
from tests.reference.overrides import overrides_page

FOLDER = Path(__file__).parents[2] / "deploy"
PAGES = {"commands.md": commands_page, "keys.md": keys_page, "overrides.md": overrides_page}


def main(folder: Path) -> None:
    """Write every page into ``folder``."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(FOLDER)
