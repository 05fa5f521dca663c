"""Where the pages are served, and what people are told of it."""

from dataclasses import dataclass

import click

from shared.core.text.for_people import ForPeople
from shared.net.this_machine import own_addresses

_LONGEST_ADDRESS = 200


def web_address(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """Return the address of the pages as it was given, "" for none. Raises click.BadParameter."""
    plain = given.isascii() and given.isprintable() and " " not in given
    if given and not (
        plain and len(given) <= _LONGEST_ADDRESS and given.startswith(("http://", "https://"))
    ):
        raise click.BadParameter(
            f"{given!r} is no address of pages. Nothing was changed. Write it as it stands in the"
            " hall server's output: http://192.168.1.10:8080"
        )
    return given


EVERYWHERE = ("0.0.0.0", "*", "")


class CannotServe(ForPeople):
    """The pages are not served; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class PagesAt:
    """Where the pages are served, to how many, and in which language to who names none."""

    host: str
    port: int
    visitors: int
    language: str = "en"

    @property
    def address(self) -> str:
        """The address that a phone on this network types."""
        host = self.host
        if host in EVERYWHERE:
            host = next(iter(own_addresses()), "127.0.0.1")
        return f"http://{host}:{self.port}"

    @property
    def words(self) -> str:
        """What people are told once the pages are open."""
        return (
            f"The hall's pages are at {self.address} (at most {self.visitors} readers). To show"
            f" that as a picture to scan: hall-kiosk --pages-at {self.address}, and on paper:"
            f" hall-server print door --pages-at {self.address}"
        )
