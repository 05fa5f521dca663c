"""Numbers on the command line: what is allowed, said in words."""

from typing import Any

import click


class _InWords:
    """A range of click that says what it takes as a person would."""

    name = "number"
    min: Any
    max: Any
    kind = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fail with a sentence that says which are allowed."""
        try:
            return super().convert(value, param, ctx)  # type: ignore[misc]
        except click.BadParameter:
            raise click.BadParameter(
                f"{value!r} is no {self.kind} ({self._describe_range()}).", ctx, param
            ) from None

    def _describe_range(self) -> str:
        """Return the range as click's help shows it: ``1 to 99``, ``1 or more``."""
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"


class Whole(_InWords, click.IntRange):
    """A whole number from ``min`` to ``max``, or from ``min`` on."""

    kind = "whole number"


class Measure(_InWords, click.FloatRange):
    """A number from ``min`` to ``max``, or from ``min`` on; it may have decimals."""
