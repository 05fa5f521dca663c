"""Any body that an event may have, kind by kind, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.committee import Vote
from shared.core.events import Body
from shared.core.events.private import BoxKey, ReaderKey
from shared.core.office import Spot
from shared.core.words import Code, Outcome

HEX16 = st.binary(min_size=16, max_size=16).map(bytes.hex)
HEX8 = st.binary(min_size=8, max_size=8).map(bytes.hex)
TEXT = st.text(max_size=20)
ID16 = st.binary(min_size=16, max_size=16)
SEALED_KEY = st.binary(min_size=80, max_size=80)
NUMBER = st.integers(-(2**53), 2**53)
SEAT = st.sampled_from([0, 1])
INSTANT = st.integers(0, 253_402_300_799_999)
CODES = st.lists(st.sampled_from(Code), max_size=3).map(tuple)
OUTCOME = st.builds(Outcome, CODES, st.booleans())
PORT = st.integers(1, 65_535)
VECTOR_CUT = st.lists(st.tuples(HEX16, HEX8, NUMBER, HEX16), max_size=3).map(tuple)
CUT = st.lists(st.tuples(HEX8, NUMBER, HEX16), max_size=3).map(tuple)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBERS = st.lists(NUMBER, max_size=3).map(tuple)
MATCH = st.builds(ev.PairedMatch, TEXT, TEXT, st.tuples(TEXT, TEXT), TEXT, NUMBER)
PAIR = st.tuples(NUMBER, NUMBER)
PAIRS = st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple)
FIELD = st.lists(st.builds(ev.FieldEntry, TEXT, NUMBER, NUMBER), max_size=3).map(tuple)
BRACKET = st.builds(
    ev.BracketPlan,
    st.sampled_from(["single", "double"]),
    NUMBER,
    NUMBERS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
)
DECK = st.lists(st.builds(ev.DeckLine, NUMBER, NUMBER, TEXTS, TEXT, TEXT), max_size=3).map(tuple)
CENTS = st.integers(0, 10**12)
ORDER = st.builds(
    ev.Order, st.sampled_from(["pause", "resume", "start_absent", "add_time"]), TEXT, PAIR
)

BODIES: dict[type[Body], st.SearchStrategy[Body]] = {
    ev.TournamentOpened: st.builds(ev.TournamentOpened, TEXT, TEXT, st.binary(max_size=32)),
    ev.DeviceEnrolled: st.builds(
        ev.DeviceEnrolled,
        st.binary(min_size=32, max_size=32),
        st.binary(min_size=32, max_size=32),
        st.sampled_from(sorted(ev.ROLE_SCOPES)),
        st.lists(st.sampled_from(ev.SCOPES), max_size=5).map(tuple),
        TEXT,
    ),
    ev.DeviceNamed: st.builds(ev.DeviceNamed, TEXT),
    ev.DeviceRevoked: st.builds(ev.DeviceRevoked, CUT, TEXT),
    ev.RightsSet: st.builds(
        ev.RightsSet, st.lists(st.sampled_from(ev.SCOPES), max_size=5).map(tuple), CUT
    ),
    ev.OrderGiven: st.builds(ev.OrderGiven, ORDER, TEXT, TEXT),
    ev.SheetsHandedIn: st.builds(ev.SheetsHandedIn, st.tuples(st.booleans(), st.booleans())),
    ev.MovesEntered: st.builds(ev.MovesEntered, NUMBER, TEXT, TEXT),
    ev.PrizesPosted: st.builds(ev.PrizesPosted, st.lists(CENTS, max_size=3).map(tuple), CENTS),
    ev.DuesOwed: st.builds(ev.DuesOwed, st.booleans()),
    ev.PrizePaid: st.builds(ev.PrizePaid, CENTS, CENTS, TEXT, st.booleans(), st.booleans()),
    ev.TitleDecided: st.builds(
        ev.TitleDecided,
        st.sampled_from(["champion", "co_champions", "co_winners", "playoff"]),
        TEXTS,
        TEXT,
        TEXT,
    ),
    ev.DeviceAssigned: st.builds(ev.DeviceAssigned, HEX16, CUT),
    ev.TermOpened: st.builds(ev.TermOpened, VECTOR_CUT, TEXT),
    ev.LogsPinned: st.builds(ev.LogsPinned, VECTOR_CUT),
    ev.LogSettled: st.builds(ev.LogSettled, VECTOR_CUT, TEXT),
    ev.DivisionLed: st.builds(
        ev.DivisionLed, TEXT, VECTOR_CUT, st.lists(TEXT, max_size=3).map(tuple), TEXT
    ),
    ev.EnrolmentSet: st.builds(ev.EnrolmentSet, INSTANT),
    ev.NodePlaced: st.builds(ev.NodePlaced, TEXT, PORT, PORT, PORT),
    ev.TableSet: st.builds(ev.TableSet, TEXT),
    ev.DivisionOpened: st.builds(
        ev.DivisionOpened, TEXT, TEXT, NUMBER, TEXT, TEXT, TEXTS, TEXT, BRACKET, TEXT
    ),
    ev.PlayerRegistered: st.builds(
        ev.PlayerRegistered,
        TEXT,
        TEXT,
        NUMBER,
        TEXT,
        TEXT,
        TEXT,
        NUMBER,
        TEXT,
        TEXTS,
        TEXT,
        NUMBER,
    ),
    ev.PlayerClassified: st.builds(ev.PlayerClassified, TEXT, TEXT, TEXT),
    ev.PlayerWithdrawn: st.builds(ev.PlayerWithdrawn, NUMBER, TEXT),
    ev.PlayerSuspended: st.builds(ev.PlayerSuspended, TEXT, TEXT, st.booleans()),
    ev.PlayerOptedOut: st.builds(ev.PlayerOptedOut, NUMBER, st.booleans()),
    ev.DeckLoaded: st.builds(ev.DeckLoaded, DECK),
    ev.RoundStarted: st.builds(ev.RoundStarted, INSTANT, TEXT, TEXT),
    ev.RoundScheduled: st.builds(ev.RoundScheduled, INSTANT, TEXT, NUMBER),
    ev.RoundPreviewed: st.builds(ev.RoundPreviewed, TEXT, TEXT, PAIRS, TEXTS, TEXT),
    ev.RoundPaired: st.builds(
        ev.RoundPaired,
        INSTANT,
        TEXT,
        st.lists(MATCH, max_size=3).map(tuple),
        TEXTS,
        TEXTS,
        TEXTS,
        TEXT,
        FIELD,
    ),
    ev.PlayerPrivate: st.builds(
        ev.PlayerPrivate,
        st.binary(max_size=300),
        st.lists(st.builds(ReaderKey, ID16, SEALED_KEY), max_size=3).map(tuple),
    ),
    ev.PrivateShared: st.builds(
        ev.PrivateShared, st.lists(st.builds(BoxKey, ID16, SEALED_KEY), max_size=3).map(tuple)
    ),
    ev.MatchCalled: st.builds(ev.MatchCalled, MATCH, INSTANT, TEXT),
    ev.ChallengeRefused: st.builds(
        ev.ChallengeRefused, st.sampled_from(["refused", "ready", "excused"]), TEXT
    ),
    ev.RulingMade: st.builds(
        ev.RulingMade,
        OUTCOME,
        TEXT,
        TEXT,
        st.lists(
            st.builds(Vote, TEXT, st.sampled_from(["first", "draw", "change", "abstain"])),
            max_size=3,
        ).map(tuple),
    ),
    ev.ReportAnswered: st.builds(
        ev.ReportAnswered, st.sampled_from(["coming", "ruled", "dismissed"]), TEXT, TEXT
    ),
    ev.AnnouncementMade: st.builds(
        ev.AnnouncementMade, TEXT, INSTANT, st.sampled_from(["all", "kiosk", "tables"]), TEXT
    ),
    ev.HallLaidOut: st.builds(
        ev.HallLaidOut,
        st.lists(st.builds(Spot, NUMBER, NUMBER, TEXT, TEXT), max_size=3).map(tuple),
    ),
    ev.KioskSet: st.builds(ev.KioskSet, TEXTS, TEXTS),
    ev.RequestFiled: st.builds(
        ev.RequestFiled,
        st.sampled_from(["check_in", "sign_out", "back", "withdraw", "opt_out"]),
        NUMBER,
    ),
    ev.RequestAnswered: st.builds(
        ev.RequestAnswered, st.sampled_from(["coming", "ruled", "dismissed"]), TEXT, TEXT
    ),
    ev.RehearsalOpened: st.builds(
        ev.RehearsalOpened,
        st.binary(max_size=32),
        st.binary(max_size=32),
        st.integers(1, 65_535),
        st.integers(1, 65_535),
        INSTANT,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
    ),
    ev.RehearsalEnded: st.builds(ev.RehearsalEnded, TEXT),
    ev.DeviceChecked: st.builds(
        ev.DeviceChecked,
        TEXT,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        st.lists(NUMBER, max_size=3).map(tuple),
    ),
    ev.PlayerSeated: st.builds(ev.PlayerSeated),
    ev.OpeningDrawn: st.builds(ev.OpeningDrawn, SEAT, NUMBER, TEXTS, TEXT),
    ev.ControlChosen: st.builds(ev.ControlChosen, TEXT, TEXT),
    ev.ClockLogged: st.builds(
        ev.ClockLogged,
        NUMBER,
        st.lists(st.builds(ev.Press, SEAT, NUMBER), max_size=3).map(tuple),
        PAIR,
        PAIR,
        TEXT,
    ),
    ev.ResultSigned: st.builds(ev.ResultSigned, SEAT, OUTCOME),
    ev.MovesLogged: st.builds(ev.MovesLogged, NUMBER, TEXT),
    ev.DrawOffered: st.builds(
        ev.DrawOffered,
        st.integers(1, 9),
        SEAT,
        st.tuples(st.integers(0, 99), st.integers(0, 99)),
        st.sampled_from(["open", "accepted", "refused"]),
    ),
    ev.ReportFiled: st.builds(
        ev.ReportFiled,
        st.sampled_from(["call", "phone", "late", "restart"]),
        st.none() | SEAT,
        st.none() | SEAT,
        TEXT,
    ),
}
