"""The palette of what can be done here: found by its name, or by words that say what it does."""

from textual.command import Hit, Hits
from textual.system_commands import SystemCommandsProvider

_BEHIND = 0.01
"""What is found by its words stands behind what is found by its name."""


class ByAnyWord(SystemCommandsProvider):
    """Finds a command by its title, as Textual does, and by what stands below the title too."""

    async def search(self, query: str) -> Hits:
        """Yield what a person may mean who has typed ``query``."""
        matcher = self.matcher(query)
        sought = query.strip().casefold()
        for title, words, run, *_ in self.app.get_system_commands(self.screen):
            score = matcher.match(title) or _BEHIND * (sought in words.casefold())
            if score:
                yield Hit(score, matcher.highlight(title), run, help=words)
