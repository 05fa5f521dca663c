"""The pictures that people see are pictures of the screens as they are."""

import pytest

from tests.pictures.__main__ import FOLDER, draw
from tests.pictures.scenes import PICTURES, Picture
from tests.pictures.svg import standing_alone

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_a_picture_shows_the_screen_as_it_is(picture: Picture) -> None:
    kept = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert await draw(picture) == kept, "the screen changed: look at it, then run make pictures"


def test_a_picture_that_would_fetch_something_is_refused() -> None:
    with pytest.raises(ValueError, match=r"would fetch https://example\.org/font"):
        standing_alone('<svg><image href="https://example.org/font"/></svg>', "x")


def test_rows_of_blocks_become_rectangles_where_the_letters_stood() -> None:
    line = '<text class="terminal-1-r1" x="12.2" y="44.4" clip-path="url(#l)">██&#160;█</text>'
    assert standing_alone(line, "x").count("<rect ") == 2
    assert '<rect class="x-r1" x="12.2" y="25.9" width="24.4"' in standing_alone(line, "x")
    assert ' x="48.8" ' in standing_alone(line, "x")
