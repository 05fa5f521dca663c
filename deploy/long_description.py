"""What a page of a package index says: the README, its pictures and links with whole addresses.

The page has no files beside it. The build calls this, as pyproject.toml says.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r"(!?\[[^]]*\])\((?!\w+:|#)([^)\s]+)\)")
"""A picture or a link to a file of the project: its words, and the file."""


class LongDescription(MetadataHookInterface):
    """Puts the project's address, ``Source``, before each file: its picture raw, its page shown."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description; without an address it is the README as it stands."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")

        def whole(link: re.Match[str]) -> str:
            shown = "raw" if link[1].startswith("!") else "blob"
            return f"{link[1]}({source}/{shown}/HEAD/{link[2]})"

        text = _RELATIVE.sub(whole, text) if source else text
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
