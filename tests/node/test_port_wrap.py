"""A wrapped port passes every call to its node, and the node's answers back."""

from shared.core.events import PlayerSeated, entities
from shared.core.events.entities import MatchKey
from shared.port import Draft, JournalLoaded, LiveTable, NodePort, Saved, StoryTold, Told
from shared.port.wrap import PortWrap
from tests.tui.fake_port import FakePort

MATCH = MatchKey("masters", 1, "m-1")
SEATED = Draft(entities.presence(MATCH, 0), PlayerSeated())
LIVE = LiveTable("1", "m-1", "plays", 1, (0, 0), (), (0, 0))


def test_every_call_of_a_port_is_handed_on() -> None:
    node, heard = FakePort(), list[Told]()
    port: NodePort = PortWrap(node)
    port.start(heard.append)
    assert [port.append(SEATED), port.journal("m-1", b"a", b"b", reading=b"r")] == [1, 2]
    port.load_journal("m-1")
    port.ask_story(MATCH)
    port.live(LIVE)
    port.stop()

    assert port.node_id == node.node_id
    assert (node.drafts, node.lives) == ([SEATED], [LIVE])
    assert heard == [
        Saved(1, ("event-1-0",)),
        Saved(2),
        JournalLoaded("m-1", (b"a", b"b"), b"r"),
        StoryTold(MATCH, ()),
    ]
    assert (node.started, node.stopped) == (1, 1)
