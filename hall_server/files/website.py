"""The hall's pages as a folder of files: only what has changed is written, each file whole."""

import os
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from shared.core.text.for_people import why
from shared.machine.languages import LANGUAGES, catalogue
from shared.machine.saving import CannotWrite, take_place
from shared.public.html.site import Heard, Site, first_page

OWN = ("hall.css", "hall.js")


class Website:
    """The pages in ``folder``; ``first`` is the language that the root leads to."""

    def __init__(self, folder: Path, first: str) -> None:
        self._folder, self._first = folder, first
        catalogues = {code: catalogue(code) for code in LANGUAGES}
        self._site = Site(LANGUAGES, catalogues, live=False)
        self._written: dict[str, str] = {}

    def write(self, heard: Heard) -> int:
        """Write what has changed since the last time; return how many files.

        Raises CannotWrite; what was not written is written the next time.
        """
        self._site.hear(heard)
        count = self._put("index.html", "", first_page(LANGUAGES, self._first))
        for name in OWN:
            data = files("shared.public.html").joinpath(name).read_bytes()
            count += self._put(name, "", data)
        stand = {"index.html", *OWN}
        for path, stamp, made in self._site.files():
            stand.add(path)
            if self._written.get(path) != stamp:
                count += self._put(path, stamp, made.html)
        for path in self._written.keys() - stand:
            with suppress(OSError):
                (self._folder / path).unlink(missing_ok=True)
            del self._written[path]
        return count

    def _put(self, path: str, stamp: str, data: bytes) -> int:
        if self._written.get(path) == stamp:
            return 0
        to = self._folder / path
        fresh = to.with_name(f".{to.name}.{os.getpid()}.new")
        try:
            to.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(data)
            take_place(fresh, to)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise CannotWrite(
                f"{to} was not written ({why(error)}). The older file stays, and"
                " nothing in the hall changed. Make room there or name another folder."
            ) from error
        self._written[path] = stamp
        return 1
