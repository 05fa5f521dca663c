"""Certificates for a server on loopback, made by openssl: a test that asks needs that program."""

import subprocess
from pathlib import Path

EC = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def authority(folder: Path, name: str = "ca") -> Path:
    """Return a certificate authority; its key lies beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    pem = folder / f"{name}.pem"
    _openssl("req", "-x509", *EC, "-keyout", pem.with_suffix(".key"), "-out", pem,
             "-subj", f"/CN={name}", "-days", "2")  # fmt: skip
    return pem


def certificate(ca: Path, address: str = "IP:127.0.0.1", days: int = 2) -> tuple[Path, Path]:
    """Return a server's certificate and key, by an authority; with negative ``days`` it has
    expired."""
    folder, key, ask = ca.parent, ca.parent / "hub.key", ca.parent / "hub.csr"
    (folder / "hub.ext").write_text(f"subjectAltName={address}\n")
    _openssl("req", *EC, "-keyout", key, "-out", ask, "-subj", "/CN=hub")
    _openssl("x509", "-req", "-in", ask, "-CA", ca, "-CAkey", ca.with_suffix(".key"),
             "-CAcreateserial", "-extfile", folder / "hub.ext", "-days", str(days),
             "-out", folder / "hub.pem")  # fmt: skip
    return folder / "hub.pem", key


def _openssl(*words: object) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
