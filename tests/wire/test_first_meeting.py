"""What a process reads from the wire is known before its threads read: msgspec learns a kind's
fields when it first meets it, and two threads that meet it at once would end the process."""

import subprocess
import sys

WATCHED = """
import sys
from contextlib import suppress

import msgspec

from shared.core.events import KINDS
from shared.core.events.private import TOPICS
from shared.node import follower
from shared.port import LiveTable
from shared.store import sealing
from shared.wire import door, envelope, messages

class Unmet(msgspec.Struct, array_like=True):
    field: int

learned = []

def watch(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        learned.append(frame.f_locals["obj"].__name__)

kinds = [*(kind.body for kind in KINDS.values()), *TOPICS.values(), envelope.Envelope]
kinds += [messages.ToHall, messages.FromHall, messages.OnFeed, LiveTable]
kinds += [*door.KINDS, Unmet]
sys.setprofile(watch)
for kind in kinds:
    with suppress(msgspec.ValidationError):
        msgspec.convert([], kind)
sys.setprofile(None)
print(*learned)
"""


def test_no_thread_is_the_first_to_read_a_kind_of_message_or_event() -> None:
    """Only the kind that nobody has prepared is learned when it is read."""
    run = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["Unmet"]
