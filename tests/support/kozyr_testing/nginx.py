"""A real nginx over a site of `server/deploy`, on loopback."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
"""None where it is not installed."""

HOST = "cards.example.org"


def configured(site: Path, folder: Path, port: int, upstreams: Sequence[str]) -> Path:
    """A whole configuration around a site; it listens on one port of loopback.

    Args:
        site: file of `server/deploy/nginx`.
        folder: for all that nginx writes, and a certificate.
        port: to listen on, with TLS where the site has it.
        upstreams: the servers, `127.0.0.1:PORT`.
    """
    text = site.read_text("utf-8")
    servers = "\n".join(f"    server {each} max_fails=1 fail_timeout=2s;" for each in upstreams)
    text = re.sub(
        r"^( *server [\w.:-]+ max_fails.*\n)+", servers + "\n", text, count=1, flags=re.MULTILINE
    )
    text = re.sub(r"^ *listen \[::\]:.*\n", "", text, flags=re.MULTILINE)
    if "listen 443 ssl;" in text:
        text = text.replace("listen 80;", f"listen unix:{folder}/plain;")
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
        certificate(folder)
        text = re.sub(r"/etc/letsencrypt/live/[\w.]+/", f"{folder}/", text)
    else:
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
    temporary = "\n".join(
        f"    {name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
        "events { worker_connections 512; }\n"
        f"http {{\n    access_log off;\n{temporary}\n{text}\n}}\n"
    )
    return config


def checked(config: Path) -> None:
    """Have nginx read a configuration; what it minds is the error."""
    assert NGINX is not None
    done = subprocess.run(
        [NGINX, "-t", "-p", str(config.parent), "-c", str(config)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr


def certificate(folder: Path) -> None:
    """A certificate for `HOST` that nobody else trusts."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
        timeout=30,
    )
