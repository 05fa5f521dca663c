"""The data files that come with the hall, read from wherever it is installed."""

from pathlib import Path

FOLDER = Path(__file__).parent


def read_text(name: str) -> str:
    """Return the text of the file ``name``. Raises FileNotFoundError."""
    return (FOLDER / name).read_text(encoding="utf-8")
