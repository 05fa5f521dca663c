"""The stick: built here, installed without a network into another root, upgraded, taken back."""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from deploy import debs
from tests.deploy.sticks import NEWER, ROOT, build_stick, newer_stick, stick
from tests.prove import PROVE

whole = pytest.mark.skipif(not PROVE, reason="make prove builds and installs the whole stick")
installs = pytest.mark.needs("systemctl", "unshare")


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """Without the settings and the path that lead back to this tree."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON"))}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_stick(
        tmp_path_factory.mktemp("built") / "stick",
        machine=platform.machine(),
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
    )


def no_network() -> list[str]:
    """Return words before a command that take the network away, [] where this user may not."""
    words = ["unshare", "--map-root-user", "--net"]
    refused = subprocess.run([*words, "true"], capture_output=True, check=False).returncode
    return [] if refused else words


def do(folder: Path, root: Path, environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [*no_network(), str(folder / "install.sh"), *words, "--root", str(root)],
        env={**environment, "PYTHON": sys.executable}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def version(root: Path, environment: dict[str, str]) -> str:
    program = root / "opt/playing-hall/current/bin/hall-server"
    done = subprocess.run(
        [program, "--version"], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()[-1]


@whole
@installs
@pytest.mark.processes
def test_a_stick_installs_upgrades_rolls_back_and_uninstalls_and_the_data_stay(
    built: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    root, first = tmp_path / "root", (built / "VERSION").read_text().strip()
    data = root / "var/lib/playing-hall-terminal/hall.db"
    data.parent.mkdir(parents=True)
    data.write_text("a tournament")
    pin = tmp_path / "pin"
    pin.write_text("4711\n")
    own = root / "etc/playing-hall/terminal.conf"
    own.parent.mkdir(parents=True)
    own.write_text("HALL_OPTIONS=--left-key a\n")
    words = ["install", "--role", "terminal", "--screen", "cage", "--pin-file", str(pin)]
    # Neither on this machine nor to be put there: the screen takes the bare console, and works.
    assert "the screen takes the bare console" in do(built, root, environment, *words)
    assert "terminal@tty1" in do(built, root, environment, *words)
    assert version(root, environment) == first
    assert (root / "etc/systemd/system/playing-hall-terminal@.service").exists()
    secret = root / "var/lib/playing-hall-terminal/service-pin"
    assert (secret.read_text(), secret.stat().st_mode & 0o777) == ("4711\n", 0o600)
    kept = f"--service-pin-file /{secret.relative_to(root)} --left-key a"
    assert own.read_text() == f"HALL_OPTIONS={kept}\n"

    # An upgrade that was cut off leaves a folder without its mark, and the old version in use.
    (root / "opt/playing-hall" / NEWER / "bin").mkdir(parents=True)
    assert version(root, environment) == first
    later = newer_stick(built, tmp_path)
    assert f"{NEWER} is installed, after {first}" in do(later, root, environment, "install")
    assert version(root, environment) == NEWER
    assert data.with_name(f"hall.db.before-{NEWER}").read_text() == "a tournament"

    assert f"Back at {first}" in do(later, root, environment, "rollback")
    assert version(root, environment) == first
    assert data.read_text() == "a tournament"

    do(later, root, environment, "uninstall")
    left = {
        str(path.relative_to(root))
        for path in root.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    assert left == {
        f"var/lib/playing-hall-terminal/{name}"
        for name in ("hall.db", *(f"hall.db.before-{v}" for v in (first, NEWER)), "service-pin")
    }


@whole
@installs
@pytest.mark.processes
def test_with_only_the_stick_and_no_network_a_machine_becomes_a_hall(
    built: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    root, home = tmp_path / "root", tmp_path / "hall"
    for needed in ("usr/bin/cage", "usr/bin/foot", "lib/systemd/system/polkit.service"):
        (root / needed).parent.mkdir(parents=True, exist_ok=True)
        (root / needed).touch(mode=0o755)
    (tmp_path / "pin").write_text("4711")
    kiosk = ["install", "--role", "kiosk", "--screen", "cage"]
    do(built, root, environment, *kiosk, "--pin-file", str(tmp_path / "pin"))
    do(built, root, environment, *kiosk)
    assert (root / "etc/systemd/system/playing-hall-kiosk-screen.service").exists()
    assert (root / "etc/playing-hall/foot.ini").exists()
    last_words = (root / "etc/issue.d/playing-hall.issue").readlink()
    assert f"note={last_words}\n" in (ROOT / "deploy/systemd/screens/last-words.sh").read_text()
    wants = root / "etc/systemd/system/multi-user.target.wants"
    assert (wants / "playing-hall-kiosk-screen.service").is_symlink()
    (tmp_path / "pass").write_text("a long phrase\n")

    def said(*words: str | Path) -> str:
        program = str(root / "opt/playing-hall/current/bin/hall-server")
        done = subprocess.run(
            [*no_network(), program, *map(str, words)],
            env=environment, capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    python = root / "opt/playing-hall/current/bin/python"
    letters = "from hall_server.paper.drawing.pen import missing_from as m; print(m('赵丽颖'))"
    drawn = [python, "-c", letters]
    assert subprocess.check_output(drawn, env=environment, cwd=tmp_path, text=True) == "()\n"
    found = {one["about"]: one for one in json.loads(said("doctor", "--json"))["findings"]}
    assert found["Packages"]["says"].startswith(f"all from {root / 'opt/playing-hall'}")
    said("new", built / "examples/acf.toml", "--home", home, "--key-file", tmp_path / "key",
         "--passphrase-file", tmp_path / "pass", "--address", "10.0.0.5")  # fmt: skip
    status = json.loads(said("status", "--home", home, "--json"))
    assert (status["tournament"], status["players"], status["alarms"]) == ("Harbour Open", 21, [])


@whole
@installs
@pytest.mark.processes
@pytest.mark.parametrize("role", ["uplink", "headquarters"])
def test_a_machine_of_a_championship_has_its_unit_and_a_client_of_the_cluster(
    built: Path, tmp_path: Path, environment: dict[str, str], role: str
) -> None:
    said = do(built, tmp_path, environment, "install", "--role", role)
    assert f"The unit playing-hall-{role}.service is enabled" in said
    units = tmp_path / "etc/systemd/system"
    assert (units / f"playing-hall-{role}.service").exists()
    assert (units / f"multi-user.target.wants/playing-hall-{role}.service").is_symlink()
    python = tmp_path / "opt/playing-hall/current/bin/python"
    found = subprocess.run([python, "-c", "import nats, nkeys"], env=environment, check=False)
    assert found.returncode == 0
    assert (built / "championship/nats-server.conf").exists()


@whole
@installs
@pytest.mark.processes
def test_damaged_stick_is_refused(built: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    damaged = shutil.copytree(built, tmp_path / "damaged")
    with next((damaged / "wheels").glob("textual-*")).open("ab") as wheel:
        wheel.write(b"\0")
    with pytest.raises(AssertionError, match="This stick was pulled out or is damaged"):
        do(damaged, tmp_path / "root", environment, "install")
    assert not (tmp_path / "root").exists()


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A stick with a list of its files, and no more on it than the installer looks at first."""
    folder = tmp_path / "small"
    (folder / "wheels").mkdir(parents=True)
    (folder / "wheels" / "playing_hall-1-py3-none-any.whl").write_text("a wheel")
    (folder / "VERSION").write_text("1\n")
    shutil.copy(ROOT / "deploy" / "install.sh", folder)
    (folder / "SHA256SUMS").write_text(stick.checksums(folder))
    return folder


def refused(folder: Path, *words: str) -> str:
    """Return what the installer says where it refuses a stick; nothing was changed."""
    root = folder.parent / "root"
    done = subprocess.run(
        ["sh", folder / "install.sh", "install", "--root", root, *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert not root.exists()
    return " ".join(done.stderr.split())


@pytest.mark.processes
def test_a_wheel_that_is_not_on_the_list_is_refused_by_name(small: Path) -> None:
    (small / "wheels" / "playing_hall-1+evil-py3-none-any.whl").write_text("another wheel")
    said = refused(small)
    assert "on the stick, but not on its list: wheels/playing_hall-1+evil-py3-none-any.whl" in said
    assert "Nothing was changed." in said


@pytest.mark.processes
def test_a_link_is_on_no_list(small: Path) -> None:
    wheel = small / "wheels" / "playing_hall-1-py3-none-any.whl"
    wheel.rename(small / "elsewhere")
    wheel.symlink_to(small / "elsewhere")
    assert "not on its list: wheels/playing_hall-1-py3-none-any.whl" in refused(small)


@pytest.mark.processes
def test_a_stick_with_another_fingerprint_is_refused(small: Path) -> None:
    mine = stick.fingerprint((small / "SHA256SUMS").read_text())
    (small / "wheels" / "playing_hall-1-py3-none-any.whl").write_text("another wheel")
    (small / "SHA256SUMS").write_text(stick.checksums(small))
    said = refused(small, "--fingerprint", mine)
    assert f"That is another stick than the one with the fingerprint {mine}." in said


@pytest.mark.skipif(os.geteuid() != 0, reason="another user's folder is made by root alone")
@pytest.mark.needs("setpriv")
def test_a_link_in_a_programs_folder_leads_root_to_nothing() -> None:
    text = (ROOT / "deploy" / "install.sh").read_text(encoding="utf-8")
    keep = text[text.index("keep_data() {") : text.index("# A window needs cage")]
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        secret = place / "secret"
        secret.write_text("root's own")
        secret.chmod(0o600)
        folder = place / "var/lib/playing-hall-terminal"
        folder.mkdir(parents=True)
        (folder / "hall.db").write_text("what a thief would write there")
        (folder / "hall.db-wal").symlink_to(secret)
        for end in ("2.new", "2-wal"):
            (folder / f"hall.db.before-{end}").symlink_to(secret)
        os.chown(folder, 65534, 65534)
        script = f'set -eu; root={place}; version=2; say() {{ echo "$*"; }}; {keep}\nkeep_data'
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
        assert secret.read_text() == "root's own"
        assert "cannot open" in done.stderr
        assert not [path for path in folder.iterdir() if path.read_text() == "root's own"
                    and not path.is_symlink()]  # fmt: skip

        (folder / "hall.db-wal").unlink()
        subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        kept = folder / "hall.db.before-2"
        assert kept.read_text() == "what a thief would write there"
        assert kept.stat().st_uid == 65534
        assert secret.read_text() == "root's own"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["install", "--role", "queen"], "There is no role queen"),
        (["install", "--role", "hq"], "uplink or headquarters"),
        (["install", "--role", "kiosk"], "Anybody can touch a kiosk"),
        (["install", "--role", "terminal"], "name it with --pin-file"),
        (["install", "--screen", "wall"], "There is no screen wall"),
        (["install", "--role"], "--role wants a value"),
        (["install", "--pin-file", "/no/such/pin"], "/no/such/pin cannot be read"),
        (["rollback"], "There is no version before"),
        (["uninstall"], "The playing hall is not installed here"),
        (["install", "--fast"], "There is no option --fast"),
    ],
)
@pytest.mark.processes
def test_impossible_setting_is_refused_in_a_sentence_and_changes_nothing(
    words: list[str], said: str, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    done = subprocess.run(
        [ROOT / "deploy" / "install.sh", words[0], "--root", root, *words[1:]],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert said in done.stderr
    assert "Nothing was changed." in done.stderr
    assert not root.exists()


def test_the_checksums_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_text("c")
    sums = stick.checksums(tmp_path)
    (tmp_path / "SHA256SUMS").write_text(sums)
    assert stick.checksums(tmp_path) == sums
    check = ["sha256sum", "--strict", "-c", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "a" / "b").write_text("d")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_a_stick_that_is_built_elsewhere_than_on_debian_says_what_it_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "os-release"
    other.write_text('ID=fedora\nVERSION_CODENAME=""\n')
    assert (debs.release(other), debs.release(tmp_path / "none")) == ("", "")
    other.write_text('ID=debian\nVERSION_CODENAME="bookworm"\n')
    assert debs.release(other) == "bookworm"
    monkeypatch.setattr(debs, "release", lambda: "")
    [said] = stick.windows(["aarch64"], tmp_path / "debs")
    assert said == (
        "! cage and foot for aarch64 are not on the stick (this machine is no Debian with apt)."
        " A screen there takes the bare console, unless the machine has them."
    )
    assert not (tmp_path / "debs").exists()


@pytest.mark.needs("dpkg-deb")
def test_the_index_of_packages_is_what_apt_needs_and_no_more(tmp_path: Path) -> None:
    control = tmp_path / "made" / "DEBIAN" / "control"
    control.parent.mkdir(parents=True)
    control.write_text(
        "Package: foot\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@b>\nDepends: libc6\n"
        "Homepage: somewhere\nDescription: a terminal\n"
    )
    (tmp_path / "debs").mkdir()
    deb = tmp_path / "debs" / "foot_1.0_all.deb"
    made = ["dpkg-deb", "--root-owner-group", "--build", control.parents[1], deb]
    subprocess.run(made, check=True, capture_output=True)
    digest = hashlib.sha256(deb.read_bytes()).hexdigest()
    assert debs.index(deb.parent) == (
        "Package: foot\nVersion: 1.0\nArchitecture: all\nDepends: libc6\n"
        f"Filename: ./{deb.name}\nSize: {deb.stat().st_size}\nSHA256: {digest}\n"
    )


def test_the_installer_asks_for_the_packages_that_the_stick_has() -> None:
    text = (ROOT / "deploy" / "install.sh").read_text(encoding="utf-8")
    assert f" {' '.join(debs.WANTED)};" in text


def test_no_file_of_the_stick_names_a_place_on_the_internet() -> None:
    for file in (ROOT / "deploy").rglob("*"):
        if file.suffix in (".sh", ".py", ".service", ".conf", ".ini", ".toml", ".sysusers"):
            # A hub is named as the halls of one's own network name it: without a dot.
            away = re.findall(r"\w+://[\w-]*\.\S*", file.read_text())
            assert away == [], file.name


def test_the_documents_lead_to_each_other_on_the_stick_too(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    stick.write_documents(ROOT, tmp_path / "docs")
    pages = list((tmp_path / "docs").glob("*.md"))
    assert len(pages) == len(stick.DOCUMENTS) - 1
    for page in pages:
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        inside = [link for link in links if "://" not in link]
        assert [link for link in inside if not (page.parent / link).exists()] == [], page.name


def test_a_copy_of_the_data_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    """An upgrade died while it copied: the copy gets its name only once all of it is there."""
    text = (ROOT / "deploy" / "install.sh").read_text(encoding="utf-8")
    keep = text[text.index("keep_data() {") : text.index("install_hall() {")]
    data = tmp_path / "var/lib/playing-hall-server/hall.db"
    data.parent.mkdir(parents=True)
    data.write_text("a tournament")
    data.with_name("hall.db-wal").write_text("its last pages")
    data.with_name("hall.db.before-2-wal").write_text("half of the")
    data.with_name("hall.db.before-2.new").write_text("a tour")
    script = f'set -eu; root={tmp_path}; version=2; say() {{ echo "$*"; }}; {keep}\nkeep_data'
    for said in ("Kept a copy", ""):
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert said in done.stdout
        assert bool(said) == bool(done.stdout)
        data.write_text("what the newer version made of it")
    kept = {file.name: file.read_text() for file in data.parent.glob("*before*")}
    assert kept == {"hall.db.before-2": "a tournament", "hall.db.before-2-wal": "its last pages"}
