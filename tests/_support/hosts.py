"""The real programs that serve a site, as ``init --hosting`` configures them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from sphinx_docsjson.cli.init_files import host_script, server_file
from tests._support import npm

HOSTS = ("nginx", "caddy", "apache", "workerd")
WORKERD = ["miniflare@4.20260426.0"]
MODULES = ("mpm_event", "authz_core", "dir", "headers", "mime", "rewrite")

WORKER = """\
import { Miniflare } from "miniflare";
import { readFileSync } from "node:fs";
const [root, script, port] = process.argv.slice(2);
const assets = {
  directory: root, binding: "ASSETS", workerName: "site",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  assetConfig: { not_found_handling: "404-page", html_handling: "auto-trailing-slash" },
};
const options = { modules: true, compatibilityDate: "2025-01-01", host: "127.0.0.1", assets };
const worker = { script: readFileSync(script, "utf8"), port: Number(port) };
await new Miniflare({ ...options, ...worker }).ready;
"""
"""What ``wrangler dev`` does: workerd with the files of a site."""


@contextmanager
def served_by(host: str, built: Path) -> Iterator[str]:
    """Serve a copy of a folder by a program; yield its address. Skip where it is missing."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Servers that root starts read files as somebody else, who may not look into our folders.
    with tempfile.TemporaryDirectory() as name:
        scratch, site = Path(name), Path(name) / "site"
        scratch.chmod(0o755)
        shutil.copytree(built, site)
        command = _command(host, site, scratch, port)
        with (scratch / "log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=scratch, stdout=log, stderr=log, env={**os.environ, "HOME": name}
            )
        url = f"http://127.0.0.1:{port}/"
        try:
            for _try in range(300):
                assert process.poll() is None, (scratch / "log").read_text()
                if _answers(url):
                    break
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait(30)


def _command(host: str, site: Path, scratch: Path, port: int) -> list[str]:
    if host == "workerd":
        return _workerd(site, scratch, port)
    return _server(host, site, scratch, port)


def _answers(url: str) -> bool:
    try:
        urlopen(url).close()
    except HTTPError:
        return True
    except (URLError, OSError):
        return False
    return True


def program(name: str) -> str:
    """Return the path of a server, which may stand where only root looks."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        pytest.skip(f"{name} is not installed: it is a package of Debian")
    return found


def _workerd(site: Path, scratch: Path, port: int) -> list[str]:
    if reason := npm.missing():
        pytest.skip(reason)
    try:
        folder = npm.installed("workerd", WORKERD)
    except RuntimeError as error:
        pytest.skip(str(error))
    (folder / "serve.mjs").write_text(WORKER, encoding="utf-8")
    script = scratch / "_worker.js"
    script.write_text(host_script("cloudflare"), encoding="utf-8")
    return ["node", str(folder / "serve.mjs"), str(site), str(script), str(port)]


def _server(host: str, site: Path, scratch: Path, port: int) -> list[str]:
    """Return the command of a server, with what surrounds our part of its configuration."""
    text = server_file(host).replace("/srv/docs", str(site))
    config = scratch / "config"
    if host == "caddy":
        text = text.replace("docs.acme.com {", f"http://127.0.0.1:{port} {{", 1)
        config.write_text(f"{{\n admin off\n auto_https off\n}}\n{text}", encoding="utf-8")
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)]
    if host == "nginx":
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temp = "".join(f"{kind}_temp_path {scratch}/{kind};\n" for kind in kinds)
        types = "types { text/html html; text/css css; text/plain txt; }"
        config.write_text(
            f"daemon off;\npid {scratch}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temp}{types}\n{text}\n}}\n",
            encoding="utf-8",
        )
        return [program("nginx"), "-e", "stderr", "-p", str(scratch), "-c", str(config)]
    apache = program("apache2")
    text = re.sub(r"\*:80>", f"*:{port}>", text)
    modules = Path(apache).parents[1] / "lib" / "apache2" / "modules"
    loaded = "".join(f"LoadModule {m}_module {modules}/mod_{m}.so\n" for m in MODULES)
    (scratch / "types").write_text("text/html html\ntext/css css\ntext/plain txt\n")
    config.write_text(
        f"ServerRoot {scratch}\nPidFile {scratch}/pid\nDefaultRuntimeDir {scratch}\n"
        f"Mutex file:{scratch}\nErrorLog {scratch}/errors\nListen 127.0.0.1:{port}\n"
        f"ServerName localhost\nUser nobody\nGroup nogroup\n"
        f"{loaded}TypesConfig {scratch}/types\n{text}",
        encoding="utf-8",
    )
    return [apache, "-f", str(config), "-D", "FOREGROUND"]
