"""The pages of a hall in every language: what a path shows now, made when it is first asked for.

Reads no clock, file or socket. For one thread at a time.
"""

import gzip
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from shared.core.state import HallState
from shared.core.text.language import Catalogue, Voice, _, speaking
from shared.public.html.blocks import plain
from shared.public.html.frame import Around, main_html, page_html, relative
from shared.public.secrecy import public
from shared.public.views.hall import HOME, links_of, paths, slides, view_of
from shared.public.views.moment import Moment
from shared.public.views.player import found_view, only_found
from shared.public.views.values import View, player_path
from shared.tui.times import clock_time

TV = "tv"
_MOST_KEPT = 32 << 20
"""Bytes of made pages that are kept for the next reader, about."""
_PARTS, _AROUND = 3, 4096
"""A page is kept as a part, whole and packed; what stands around the part has so many bytes."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the hall has said up to ``now`` (UTC ms), in the event's ``zone``.

    ``fresh_at`` is when this node last knew that it had everything, None if never; ``live``
    whether it has everything now.
    """

    state: HallState
    zone: str
    now: int
    live: bool
    fresh_at: int | None


@dataclass(frozen=True)
class Made:
    """A page: what changes of it, and all of it once it is asked for. ``version`` names what it
    says."""

    main: str
    version: str
    around: Around
    whole: Callable[[], str]

    @cached_property
    def html(self) -> bytes:
        """All of it."""
        return self.whole().encode()

    @cached_property
    def packed(self) -> bytes:
        """All of it as gzip, packed once for all its readers."""
        return gzip.compress(self.html, 5, mtime=0)


class Site:
    """The pages by language and path. ``live`` ones are served by a hall, others are files."""

    def __init__(
        self, languages: Mapping[str, str], catalogues: Mapping[str, Catalogue], *, live: bool
    ) -> None:
        self.languages, self._catalogues, self._live = languages, catalogues, live
        self._heard: Heard | None = None
        self._moment: Moment | None = None
        self._made: dict[tuple[str, str], Made | None] = {}
        self._kept = 0
        self._slides: dict[str, tuple[View, ...]] = {}

    def hear(self, heard: Heard) -> None:
        """Show this from now on."""
        before = self._heard
        same = before is not None and before.state is heard.state
        state = self._moment.state if same and self._moment is not None else public(heard.state)
        self._heard = heard
        self._moment = Moment(state, heard.zone, heard.now, answers=self._live)
        self._made, self._kept, self._slides = {}, 0, {}

    @property
    def moment(self) -> Moment:
        """What is shown now. Raises ValueError before anything was heard."""
        if self._moment is None:
            raise ValueError("nothing was heard yet")
        return self._moment

    def page(self, language: str, path: str) -> Made | None:
        """Return the page at a path; None if there is none."""
        key = (language, path)
        if key not in self._made:
            with self._speaking(language):
                made = self._make(language, path)
            self._kept += _PARTS * len(made.main) + _AROUND if made is not None else 0
            if self._kept > _MOST_KEPT:
                self._made, self._kept = {}, 0
            if made is None:
                return None
            self._made[key] = made
        return self._made[key]

    def find(self, language: str, typed: str) -> Made | str:
        """Return who matches what was typed; where one player does, the path of their page."""
        with self._speaking(language):
            only = only_found(self.moment, typed)
            if only is not None:
                return player_path(only.id)
            return self._around(language, found_view(self.moment, typed))

    def sentence(self, language: str, title: str, words: str) -> bytes:
        """Return a page that says one thing, in place of one that cannot be shown."""
        return (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta '
            'name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" '
            f'href="/hall.css"><title>{plain(title)}</title></head><body><main><h1>{plain(title)}'
            f'</h1><p>{plain(words)}</p><p><a href="/{language}/">{plain(self._event())}</a></p>'
            "</main></body></html>"
        ).encode()

    def age(self, language: str) -> str:
        """Return how old what the pages show is, in words."""
        with self._speaking(language):
            return self._age()

    def files(self) -> Iterator[tuple[str, str, Made]]:
        """Yield every page of every language as a file: its path, what it says in short, by which a
        change is known, and the page."""
        for language in self.languages:
            for path in paths(self.moment):
                made = self.page(language, path)
                if made is not None:
                    aged = made.around if path == HOME else replace(made.around, age="")
                    yield f"{language}/{path}.html", f"{made.version} {aged}", made

    def _speaking(self, language: str) -> AbstractContextManager[None]:
        return speaking(self._voice(language))

    def _voice(self, language: str) -> Voice:
        return Voice(self._catalogues[language], self.moment.state.official())

    def _make(self, language: str, path: str) -> Made | None:
        first, _stroke, number = path.partition("/")
        if first == TV:
            return self._slide(language, number)
        view = view_of(self.moment, path)
        return None if view is None else self._around(language, view)

    def _slide(self, language: str, number: str) -> Made | None:
        if language not in self._slides:
            self._slides[language] = slides(self.moment)
        shown = self._slides[language]
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            return None
        # A slide that is gone leads to the one in its place: a television never stops.
        at = (max(1, int(number)) - 1) % len(shown)
        view = replace(shown[at], path=f"{TV}/{number}")
        return self._around(language, view, f"{TV}/{(at + 1) % len(shown) + 1}")

    def _around(self, language: str, view: View, turns_to: str = "") -> Made:
        division = self.moment.state.divisions.get(view.division)
        around = Around(
            language,
            self.languages,
            self._event(),
            self._age(first=view.path == HOME),
            () if division is None else links_of(self.moment, division),
            self._live,
            self._heard is not None and self._heard.live,
            turns_to,
        )
        voice = self._voice(language)
        main = main_html(view, around)
        version = blake2b(main.encode(), digest_size=8).hexdigest()

        def whole() -> str:
            with speaking(voice):
                return page_html(view, around, main, version)

        return Made(main, version, around, whole)

    def _event(self) -> str:
        tournament = self.moment.state.tournament
        return tournament.name if tournament is not None else _("Welcome")

    def _age(self, *, first: bool = False) -> str:
        heard = self._heard
        if heard is None or (heard.fresh_at is None and not heard.live):
            return "▲ " + _("The hall has not been heard yet.")
        at = heard.now if heard.live or heard.fresh_at is None else heard.fresh_at
        time = clock_time(at, heard.zone, heard.now)
        if not self._live and not first:
            return _("This page last changed at {time}.").format(time=time)
        if heard.live:
            return _("As of {time}.").format(time=time)
        return "▲ " + _("As of {time}: the hall is not heard.").format(time=time)


def first_page(languages: Mapping[str, str], first: str) -> bytes:
    """Return the file at the root of a website: it leads to the ``first`` language, and names the
    others."""
    to = relative("", f"{first}/{HOME}", live=False)
    items = "".join(
        f'<li><a lang="{code}" href="{relative("", f"{code}/{HOME}", live=False)}">'
        f"{plain(name)}</a></li>"
        for code, name in languages.items()
    )
    return (
        f'<!doctype html><html lang="{first}"><head><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width, initial-scale=1"><link rel="stylesheet" href="hall.css">'
        f'<meta http-equiv="refresh" content="0;url={to}"><title>{plain(languages[first])}</title>'
        f'</head><body><main><ul class="links">{items}</ul></main></body></html>'
    ).encode()
