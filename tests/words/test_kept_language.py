"""What was chosen by key at a device is there after a restart, and nobody else's."""

from pathlib import Path

import pytest

from shared.machine.languages import FILE, LANGUAGES, keep, kept


@pytest.mark.parametrize("written", [b"", b"tlh\n", b"\xff\xfe", b"en  en", b"en tlh en\nm1\n"])
def test_a_file_that_names_no_language_is_no_choice(tmp_path: Path, written: bytes) -> None:
    (tmp_path / FILE).write_bytes(written)
    assert kept(tmp_path) == ()


def test_the_choice_is_kept_per_folder(tmp_path: Path) -> None:
    assert kept(tmp_path) == ()
    for language in LANGUAGES:
        keep(tmp_path, (language,))
        assert kept(tmp_path) == (language,)


def test_a_file_of_a_former_version_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("fr\n")
    assert kept(tmp_path) == ("fr",)


def test_language_chosen_for_one_match_does_not_apply_to_the_next(tmp_path: Path) -> None:
    keep(tmp_path, ("en", "es", "ru"), "m1")
    assert kept(tmp_path, "m1") == ("en", "es", "ru")
    assert kept(tmp_path, "m2") == kept(tmp_path) == ()
