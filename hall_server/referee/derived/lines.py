"""A line of a list that the referee chooses from, as a value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line: ``tone`` is a name of the theme's text colours. Where a list is narrowed by typing,
    ``label`` typed alone brings the line to the top; ``whole`` is what is searched where ``text``
    is cut.

    With a ``sign`` in front, only the sign has the tone. ``below`` are further rows.
    """

    key: str
    text: str
    tone: str = "ink"
    label: str = ""
    sign: str = ""
    below: str = ""
    whole: str = ""
