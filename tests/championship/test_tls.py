"""TLS to a real server: what is wrong with a certificate is said, and nothing waits for it."""

import subprocess
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from hall_server.championship.stream import Access, NoLink, Stream
from tests.championship.certificates import authority, certificate
from tests.championship.kit import (
    PLENTY,
    ROOT_ID,
    a_log,
    a_server,
    all_segments,
    sealer,
    server_binary,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.processes,
    pytest.mark.needs("openssl"),
    pytest.mark.timeout(60),
]
DEPLOY = Path(__file__).parents[2] / "deploy/championship"
(MESSAGE,) = all_segments(a_log(3), sealer(SigningKey(b"h" * 32)))


def lines(files: tuple[Path, Path]) -> str:
    return f'tls {{ cert_file: "{files[0]}", key_file: "{files[1]}" }}'


async def refusal(access: Access) -> str:
    stream = Stream(access, ROOT_ID)
    with pytest.raises(NoLink) as caught:
        await stream.open()
    await stream.close()
    return str(caught.value)


async def test_segments_go_up_over_tls(tmp_path: Path) -> None:
    ca = authority(tmp_path)
    with a_server(tmp_path / "s", lines(certificate(ca))) as server:
        stream = Stream(Access((server.url,), ca=ca), ROOT_ID)
        await stream.open()
        await stream.found(replicas=1, max_bytes=PLENTY)
        assert await stream.publish("north", MESSAGE, after=0) == 1
        await stream.close()


@pytest.mark.parametrize(
    ("address", "days", "trusted", "words"),
    [
        ("IP:127.0.0.1", 2, "other", "another authority than --ca names"),
        ("IP:127.0.0.1", -1, "ca", "has expired"),
        ("DNS:elsewhere.example", 2, "ca", "another machine's"),
    ],
    ids=["wrong authority", "expired", "foreign"],
)
async def test_certificate_error_is_said(
    tmp_path: Path, address: str, days: int, trusted: str, words: str
) -> None:
    ca = authority(tmp_path)
    authority(tmp_path, "other")
    with a_server(tmp_path / "s", lines(certificate(ca, address, days))) as server:
        said = await refusal(Access((server.url,), ca=tmp_path / f"{trusted}.pem"))
    assert words in said
    assert "SSL" not in said


def test_the_server_takes_the_configuration_that_operators_are_given(tmp_path: Path) -> None:
    ca = authority(tmp_path)
    certificate(ca)
    given = DEPLOY / "nats-server.conf"
    (tmp_path / "users.conf").write_text((DEPLOY / "users.conf").read_text())
    own = given.read_text().replace("/etc/nats", str(tmp_path))
    (tmp_path / given.name).write_text(own.replace("/var/lib/nats", str(tmp_path / "store")))
    words = [server_binary(), "-t", "-c", str(tmp_path / given.name)]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "sync_interval: always" in own


async def test_a_server_without_tls_is_not_spoken_to_where_it_is_asked_for(tmp_path: Path) -> None:
    ca = authority(tmp_path)
    with a_server(tmp_path / "s") as server:
        assert "without TLS" in await refusal(Access((server.url,), ca=ca))
