"""A sentence is said on screens; only its English is sent or kept, as a plain string."""

import json

import msgspec

from shared.core.text.sentence import Sentence, plain
from shared.port import Link
from shared.wire.codec import pack, unpack

SAID = Sentence("table {table} is taken", table=4)


def test_a_sentence_is_sent_as_its_english() -> None:
    link = unpack(pack(Link("refused", 0, sentence=SAID)), Link)
    assert link.sentence == "table 4 is taken"
    assert type(link.sentence) is str


def test_a_sentence_is_kept_as_its_english_by_every_encoder() -> None:
    link = Link("refused", 0, sentence=SAID)
    assert msgspec.json.decode(msgspec.json.encode(link, enc_hook=plain))["sentence"] == SAID
    assert json.loads(json.dumps({"sentence": SAID})) == {"sentence": "table 4 is taken"}
