"""Builds the folder that goes on the USB stick: wheels, packages, installer, units, documents.

The only step that needs a network, at home. What the stick holds installs without one.
"""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from deploy.debs import ARCHITECTURES, NoDebs, fetch_debs

ROOT = Path(__file__).parents[1]
SYSTEMS = ("manylinux2014_{}", "manylinux_2_17_{}", "manylinux_2_28_{}", "manylinux_2_34_{}")
"""The kinds of wheels that run where glibc is at least as new as Debian 12's."""
MACHINES = tuple(ARCHITECTURES)
EXTRA = "browser,championship"
"""The extras that every machine gets: which of them serves pages or links a hall is known at the
venue."""
CJK = "hall_server/paper/cjk"
"""The folder of the large font, which is a package of its own."""
DOCUMENTS = (
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "deploy/README.md",
    "deploy/championship/README.md",
    "deploy/commands.md",
    "deploy/event-file.md",
    "deploy/figures.md",
    "deploy/handbook.md",
    "deploy/screens.md",
    "deploy/overrides.md",
    "deploy/decisions.md",
    "deploy/keys.md",
    "deploy/runbook.md",
    "deploy/threats.md",
)


class Pin(NamedTuple):
    """One distribution of the stick."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


def pip(*words: object) -> subprocess.CompletedProcess[str]:
    """Run pip as it is set up here."""
    command = [sys.executable, "-m", "pip", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def must(done: subprocess.CompletedProcess[str], what: str) -> str:
    """Return the output of a step without which there is no stick."""
    if done.returncode:
        last = "\n".join(done.stderr.strip().splitlines()[-3:])
        raise click.ClickException(f"{what} failed; no stick was made.\n{last}")
    return done.stdout


def own_wheels(source: Path, folder: Path) -> Path:
    """Build the project's wheels: its own, which is returned, and the one of its large font."""
    words = ["wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source, source / CJK]
    try:
        import hatchling  # noqa: F401
    except ImportError:
        pass
    else:
        words.append("--no-build-isolation")
    must(pip(*words), "Building the project's wheels")
    [wheel] = folder.glob("playing_hall-*.whl")
    return wheel


def pins_of(wheel: Path, constraints: Path) -> list[Pin]:
    """Return everything that the wheel needs, in the versions that the constraints name."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        must(
            pip("install", "--quiet", "--dry-run", "--ignore-installed", "--report", report,
                "-c", constraints, f"{wheel}[{EXTRA}]"),
            "Finding what the programs are built on",
        )  # fmt: skip
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    pins = {Pin(one["metadata"]["name"], one["metadata"]["version"]) for one in found}
    return sorted(pin for pin in pins if pin.name != "playing-hall")


def fetch(pins: Sequence[Pin], machine: str, version: str, wheels: Path) -> list[Pin]:
    """Fetch wheels for a kind of machine; returns those that nobody has made for it."""
    kinds = [word for kind in SYSTEMS for word in ("--platform", kind.format(machine))]
    target = ["--only-binary", ":all:", "--python-version", version, *kinds]

    def get(some: Iterable[Pin]) -> bool:
        words = ["download", "--quiet", "--no-deps", "--dest", wheels, *target, *map(str, some)]
        return pip(*words).returncode == 0

    return [] if get(pins) else [pin for pin in pins if not get([pin])]


def build_here(pins: Iterable[Pin], wheels: Path) -> tuple[set[Pin], set[Pin]]:
    """Build wheels from source; returns those for machines like this one, and those for all."""
    built: tuple[set[Pin], set[Pin]] = (set(), set())
    for pin in pins:
        with tempfile.TemporaryDirectory(dir=wheels.parent) as place:
            done = pip("wheel", "--quiet", "--no-deps", "--wheel-dir", place, str(pin))
            for wheel in Path(place).glob("*.whl") if done.returncode == 0 else ():
                built[wheel.name.endswith("-none-any.whl")].add(pin)
                shutil.move(wheel, wheels / wheel.name)
    return built


def windows(machines: Iterable[str], folder: Path) -> list[str]:
    """Fetch what a screen in a window needs; returns a sentence for each kind of machine."""
    said = []
    for machine in machines:
        try:
            count = fetch_debs(machine, folder / ARCHITECTURES[machine])
        except NoDebs as why:
            said.append(
                f"! cage and foot for {machine} are not on the stick ({why}). A screen there takes"
                " the bare console, unless the machine has them."
            )
        else:
            said.append(f"cage and foot for {machine}, with what they need: {count} packages.")
    return said


def write_documents(source: Path, folder: Path) -> None:
    """Write the documents into one folder, with links that lead from one to the other there."""
    folder.mkdir()
    shutil.copytree(source / "deploy" / "pictures", folder / "pictures")
    for page in DOCUMENTS:
        text = (source / page).read_text(encoding="utf-8")
        for link, there in (
            ("](deploy/README.md)", "](volunteer.md)"),
            ("](championship/README.md)", "](championship.md)"),
            ("](deploy/championship/README.md)", "](championship.md)"),
            ("](deploy/", "]("),
            ("](../README.md)", "](README.md)"),
            ("](examples)", "](../examples)"),
        ):
            text = text.replace(link, there)
        own = page.replace("championship/README", "championship")
        name = own.replace("deploy/README", "volunteer").rpartition("/")[2]
        (folder / name).write_text(text, encoding="utf-8")


def checksums(folder: Path) -> str:
    """Return a line for every file of the folder, as sha256sum reads them."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n"
        for file in files
        if file.name != "SHA256SUMS"
    )


def requirements(wheels: Path) -> str:
    """Return every wheel but the installer's, as pip reads it: with the sums that it may have."""
    found: dict[Pin, list[str]] = {}
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        if name != "pip":
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            found.setdefault(Pin(name.replace("_", "-"), version), []).append(digest)
    lines = (
        " ".join([str(pin), *(f"--hash=sha256:{digest}" for digest in digests)])
        for pin, digests in found.items()
    )
    return "".join(f"{line}\n" for line in lines)


def fingerprint(sums: str) -> str:
    """Return the signs by which one knows the list of a stick's files."""
    digest = hashlib.sha256(sums.encode()).hexdigest()[:32]
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))


@click.command()
@click.argument("target", type=click.Path(path_type=Path, file_okay=False))
@click.option("--machine", "machines", multiple=True, type=click.Choice(MACHINES),
              default=MACHINES, show_default=True, help="For which machines.")  # fmt: skip
@click.option("--python", "versions", multiple=True, default=("3.11",), show_default=True,
              help="For which versions of Python.")  # fmt: skip
@click.option("--window/--no-window", default=True, show_default=True,
              help="With the Debian packages for screens in a window.")  # fmt: skip
@click.option("--source", type=click.Path(path_type=Path, exists=True, file_okay=False),
              default=ROOT, hidden=True)  # fmt: skip
def main(
    target: Path, machines: tuple[str, ...], versions: tuple[str, ...], window: bool, source: Path
) -> None:
    """Build the folder of the stick at TARGET, which must not be there yet."""
    if target.exists():
        raise click.ClickException(f"{target} exists already. Nothing was changed.")
    fresh = target.with_name(target.name + ".part")
    shutil.rmtree(fresh, ignore_errors=True)
    wheels = fresh / "wheels"
    wheels.mkdir(parents=True)
    own = own_wheels(source, wheels)
    pins = pins_of(own, source / "constraints.txt")
    here = (platform.machine(), f"{sys.version_info.major}.{sys.version_info.minor}")
    kinds = [(machine, version) for machine in machines for version in versions]
    missing = {kind: fetch(pins, *kind, wheels) for kind in kinds}
    built, universal = build_here({pin for some in missing.values() for pin in some}, wheels)
    lacking = [
        f"{pin} for Python {version} on {machine}"
        for (machine, version), some in missing.items()
        for pin in some
        if pin not in universal and not (pin in built and (machine, version) == here)
    ]
    must(pip("download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", wheels, "pip"),
         "Fetching the installer of wheels")  # fmt: skip
    said = windows(machines if window else (), fresh / "debs")
    (fresh / "VERSION").write_text(own.name.split("-")[1] + "\n", encoding="utf-8")
    shutil.copy(source / "constraints.txt", fresh)
    shutil.copy(source / "deploy" / "install.sh", fresh)
    for folder in ("systemd", "examples", "championship"):
        shutil.copytree(source / "deploy" / folder, fresh / folder)
    for unit in (fresh / "championship").glob("*.service"):
        unit.rename(fresh / "systemd" / unit.name)
    (fresh / "championship" / "README.md").unlink()
    write_documents(source, fresh / "docs")
    (fresh / "requirements.txt").write_text(requirements(wheels), encoding="utf-8")
    sums = checksums(fresh)
    (fresh / "SHA256SUMS").write_text(sums, encoding="utf-8")
    fresh.rename(target)
    click.echo(f"{target} holds {len(list((target / 'wheels').iterdir()))} wheels.")
    click.echo(f"Its fingerprint is: {fingerprint(sums)}")
    for line in said:
        click.echo(line)
    for line in lacking:
        click.echo(f"! There is no wheel of {line}: build the stick on such a machine as well.")
    if lacking:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
