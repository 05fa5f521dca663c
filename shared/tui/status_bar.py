"""The status line: the state of the link, and what is not yet at the hall."""

from rich.cells import cell_len
from textual.widgets import Static

from shared.port import Link
from shared.tui.link_words import LinkTone, link_tone, link_words
from shared.tui.names import clip

_GLYPHS: dict[LinkTone, str] = {"good": "●", "caution": "▲", "danger": "■", "notice": "◌"}


class StatusBar(Static):
    """One line at the edge of a screen, placed by the screen that composes it."""

    DEFAULT_CSS = """
    StatusBar {
        height: 1; width: 1fr; padding: 0 1;
        background: $raised; color: $ink; text-style: bold;
        &.good { color: $good; }
        &.notice { color: $notice; }
        &.caution { color: $on-fill; background: $caution-fill; }
        &.danger { color: $on-fill; background: $danger-fill; }
    }
    """

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, classes=classes, markup=False)
        self.words = ""
        self._shorter: tuple[str, ...] = ()

    def show(self, link: Link, unsent: int, now_ms: int, zone: str, first: str = "") -> None:
        """Show the link after the words ``first``, which colour the line; ``now_ms`` is UTC ms."""
        tone: LinkTone = link_tone(link)
        before = f"{first} · " if first else ""
        words, *shorter = (
            f"{before}{_GLYPHS[tone]} {form}" for form in self.forms(link, unsent, now_ms, zone)
        )
        if first:
            tone = "danger" if tone == "danger" else "caution"
        if words == self.words:
            return
        self.words, self._shorter = words, tuple(shorter)
        self.set_classes(tone)
        self._fit()

    def forms(self, link: Link, unsent: int, now_ms: int, zone: str) -> tuple[str, ...]:
        """Return the words of the line, the longest form first."""
        return tuple(link_words(link, unsent, now_ms, zone, brief=brief) for brief in (False, True))

    def room(self) -> int:
        """Return how many cells the words may take."""
        return self.content_size.width or 200

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        forms, room = (self.words, *self._shorter), self.room()
        fits = (form for form in forms if cell_len(form) <= room)
        self.update(clip(next(fits, forms[-1]), room))
