"""An app of Textual's that does nothing but count keys: what a terminal costs before it is one."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class BareApp(App[None]):
    """Shows how many keys went down."""

    keys = 0

    def compose(self) -> ComposeResult:
        yield Static("BARE", id="count")

    def on_key(self, event: Key) -> None:
        """One more."""
        self.keys += 1
        self.query_one("#count", Static).update(f"KEY {self.keys}")


if __name__ == "__main__":
    BareApp().run()
