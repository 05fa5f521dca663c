"""The door to what serves the pages: it needs an extra, and says so where that is missing."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from shared.port import Listener
from shared.web.place import CannotServe, PagesAt


def pages_of(
    place: PagesAt, zone: str, *, say: Callable[[str], None], must: bool
) -> AbstractContextManager[Listener]:
    """Return what serves the pages while a block runs: see ``serving_pages``. Raises CannotServe
    without the extra."""
    try:
        from shared.web.serving import serving_pages
    except ImportError as error:
        raise CannotServe(
            "The pages need the browser part. Nothing else is touched. Install it:"
            " playing-hall[browser]."
        ) from error
    return serving_pages(place, zone, say=say, must=must)
