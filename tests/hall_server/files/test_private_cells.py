"""Private columns of a list: read, compared with what is known, written only when asked."""

from hypothesis import assume, given

from hall_server.files.intake import plan
from hall_server.files.outlets import private_players
from hall_server.files.players_csv import read_players, write_players
from hall_server.files.private_cells import amount, cents, noted, read_cells
from shared.core.events import Fees, Person, PlayerRegistered
from shared.core.state import Division, HallState, Player
from shared.core.state.office import Known
from tests.store.private_kit import ANN, FEES, OWES, PERSONS, SECRETS
from tests.tui.fake_port import hall

LIST = (
    b"name,rating,Date of birth,Phone,E-Mail,Address,Fee due,Fee paid\n"
    b"Ann,1900,2005-03-04,+1 555,a@b.example,Lane 1,$35,10.00\n"
    b"Bo,1800,,,,,,\n"
)


def a_hall(*players: Player) -> HallState:
    division = Division("masters", "Masters", "acf-masters", 12, "", first_day="2022-08-15")
    return hall(players=players, divisions=(division,))


@given(PERSONS, FEES)
def test_private_columns_are_written_and_read_back(person: Person, fees: Fees) -> None:
    tidy = Person(*(" ".join(getattr(person, f).split()) for f in person.__struct_fields__))
    owed = Fees(min(fees.due, 99_999_999), fees.paid, " ".join(fees.note.split()))
    ann = Player("p1", "Ann", "masters", 1900, "Harbour")
    text = write_players([ann], {"p1": Known((tidy,), (owed,))})
    assume("\0" not in text)  # which no text file has
    found = read_players(text.encode("utf-8-sig"))
    assert found.problems == ()
    wanted = tuple(body for body in (tidy, owed) if body != type(body)())
    assert noted(found.players[0].private, Known()) == wanted
    assert noted(found.players[0].private, Known((tidy,), (owed,))) == ()


def test_a_list_with_private_columns_is_planned_as_sealed_facts_and_an_open_flag() -> None:
    made = plan(a_hall(), read_players(LIST))
    assert made.problems == ()
    ann, bo = made.changes
    assert ann.player.flags == ("junior",)
    person, fees = ann.private
    assert person == Person("2005-03-04", "+1 555", "a@b.example", "Lane 1")
    assert fees == Fees(3500, 1000)
    assert bo.private == ()
    assert ann.words == "+ Ann (masters, 1900); private: birth date and contact, fees"
    registration, *sealed = ann.drafts
    assert isinstance(registration.body, PlayerRegistered)
    assert [draft.ent for draft in sealed] == ["player/p1/private/person", "player/p1/private/fees"]
    known = {"p1": Known((person,), (fees,))}  # type: ignore[arg-type]
    again = plan(a_hall(ann.player, bo.player), read_players(LIST), private=known)
    assert (again.changes, again.unchanged) == ((), 2)


def test_only_changes_of_a_known_player_are_noted() -> None:
    made = plan(a_hall(), read_players(LIST))
    players = [change.player for change in made.changes]
    known = {"p1": Known(made.changes[0].private[:1], (OWES,))}  # type: ignore[arg-type]
    (change,) = plan(a_hall(*players), read_players(LIST), private=known).changes
    assert change.words == "~ Ann; private: fees"
    assert [draft.ent for draft in change.drafts] == ["player/p1/private/fees"]
    assert change.private == (Fees(3500, 1000, OWES.note),)


def test_a_list_decides_between_two_versions() -> None:
    two = Known((ANN, Person(phone="2")))
    assert noted({"phone": ANN.phone}, two) == (ANN,)
    assert noted({}, two) == ()


def test_bad_cells_are_named_by_line_without_their_contents() -> None:
    found = read_players(
        b"name,born,fee due,address\n"
        b"Ann,4.3.2005,35,x\nBo,2005-02-30,35,x\nCy,,a lot,x\nDee,,35," + b"y" * 301 + b"\n"
    )
    assert found.problems == (
        "line 2: write the birth date as YYYY-MM-DD, such as 2009-02-28",
        "line 3: write the birth date as YYYY-MM-DD, such as 2009-02-28",
        "line 4: write fee_due as an amount such as 35 or 35.00",
        "line 5: birth date and contact: a cell is too long",
    )


def test_amounts_are_read_as_people_write_them() -> None:
    assert [cents(t) for t in ("35", "35.00", "$35", "35,50", "", " 7 ")] == [
        3500, 3500, 3500, 3550, 0, 700,
    ]  # fmt: skip
    assert [cents(t) for t in ("-3", "3.5", "1e3", "35 EUR")] == [None] * 4
    assert (amount(3505), amount(0)) == ("35.05", "")
    assert read_cells({"fee_paid": "x"})[0] == {}


def test_a_line_says_nothing_private_when_it_is_printed() -> None:
    found = read_players(LIST)
    assert "555" not in repr(found)


def test_the_usual_list_has_no_private_columns_and_the_private_one_says_what_it_left_out() -> None:
    ann = Player("p1", "Ann", "masters", 1900, "")
    text = write_players([ann])
    assert not [secret for secret in SECRETS if secret in text]
    made = private_players(
        a_hall(ann), None, {"p1": Known((ANN, Person()), (OWES,)), "p2": Known(unread=("tax",))}
    )
    assert all(secret.encode() in made.data for secret in SECRETS)
    assert made.notes == (
        "Ann: there are two versions, and the file has one of them.",
        "p2: something is sealed to other keys than this folder's.",
    )
