"""``python -m tests.pictures``: draws every picture into deploy/pictures."""

import asyncio
import sys
from pathlib import Path

from tests.pictures.scenes import PICTURES, Picture
from tests.pictures.svg import standing_alone

FOLDER = Path(__file__).parents[2] / "deploy" / "pictures"


async def draw(picture: Picture) -> str:
    """Return one picture as SVG."""
    async with picture.scene(picture.size) as app:
        return standing_alone(app.export_screenshot(title=picture.title), picture.name)


def main(folder: Path) -> None:
    """Draw all pictures into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        file = folder / f"{picture.name}.svg"
        file.write_text(asyncio.run(draw(picture)), encoding="utf-8")
        sys.stdout.write(f"{file.name}: {file.stat().st_size // 1000} kB\n")


if __name__ == "__main__":
    main(FOLDER)
