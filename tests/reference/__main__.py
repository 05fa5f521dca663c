"""``python -m tests.reference``: writes deploy/commands.md and deploy/keys.md."""

from __future__ import annotations

from pathlib import Path

from tests.reference.commands import commands_page
from tests.reference.keys import keys_page

FOLDER = Path(__file__).parents[2] / "deploy"
PAGES = {"commands.md": commands_page, "keys.md": keys_page}


def main(folder: Path) -> None:
    """Write both pages into ``folder``."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(FOLDER)
