"""The sources of a project as a folder.

A source distribution comes from the package index that pip is configured for. ``pip download``
runs the build backend of what it downloads; only the file is wanted here, so the pages of the
index are read directly (PEP 503 and PEP 691).
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from tests.projects.table import Project

ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
ATTEMPTS = 3
HREF = re.compile(r"""<a\s[^>]*?href=["']([^"']+)["']""", re.IGNORECASE)


class DownloadError(Exception):
    """The sources of a project could not be had."""


def user_cache() -> Path:
    """Return the folder for what is downloaded and installed."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sphinx-docsjson" / "projects"


def source_of(project: Project) -> Path:
    """Return the folder of a project, downloaded when it is not in the cache.

    Its pages are below it, in ``project.docs``.

    :raises DownloadError: when it cannot be had.
    """
    target = user_cache() / "sources" / f"{project.name}-{project.version or project.commit}"
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        tree = Path(scratch) / "tree"
        if project.version:
            archive = download(project.name, project.version)
            with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
                tar.extractall(tree, filter="data")
            (tree,) = tree.iterdir()
        else:
            address = f"https://github.com/{project.repository}"
            git("clone", "--quiet", "--filter=blob:none", "--no-checkout", address, str(tree))
            git("-C", str(tree), "checkout", "--quiet", project.commit)
        if not target.is_dir():
            shutil.move(tree, target)
    return target


def git(*arguments: str) -> None:
    """Run git.

    :raises DownloadError: with what it says, when it fails.
    """
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise DownloadError(done.stderr.strip())


def download(name: str, version: str) -> bytes:
    """Return the file.

    :raises DownloadError: when no index has it, or none answers.
    """
    said = []
    for attempt in range(ATTEMPTS):
        time.sleep(0 if attempt == 0 else 2**attempt)
        for index in indexes():
            try:
                page = f"{index.rstrip('/')}/{re.sub(r'[-_.]+', '-', name).lower()}/"
                for url in links(page):
                    if is_sdist(url, name, version):
                        return fetch(url)[0]
                said.append(f"{name} {version}: no source distribution in the index")
            except (OSError, ValueError) as error:
                said.append(f"{name} {version}: {error}")
    raise DownloadError("; ".join(dict.fromkeys(said)))


def is_sdist(url: str, name: str, version: str) -> bool:
    """Whether *url* names the source distribution of a release."""
    file = unquote(urlsplit(url).path).rpartition("/")[2]
    stem = file.removesuffix(".tar.gz")
    found, _, of = stem.rpartition("-")
    same = re.sub(r"[-_.]+", "-", found).lower() == re.sub(r"[-_.]+", "-", name).lower()
    return stem != file and same and of == version


def links(page: str) -> Iterator[str]:
    """Yield the addresses of the files that a page of an index names."""
    if page.startswith("file:"):
        page += "index.html"
    body, kind = fetch(page)
    text = body.decode("utf-8")
    if "json" in kind:
        yield from (urljoin(page, file["url"]) for file in json.loads(text)["files"])
    else:
        yield from (urljoin(page, unescape(href)) for href in HREF.findall(text))


def fetch(url: str) -> tuple[bytes, str]:
    """Return what stands at *url* and its type."""
    request = urllib.request.Request(url, headers={"Accept": ACCEPT})
    certificates = pip_setting("cert")
    context = ssl.create_default_context(cafile=certificates or None)
    with urllib.request.urlopen(request, timeout=60, context=context) as answer:
        return answer.read(), answer.headers.get_content_type()


def indexes() -> list[str]:
    """Return the package indexes that pip would ask here."""
    main = pip_setting("index-url") or default_index()
    return [main, *pip_setting("extra-index-url").split()]


def pip_setting(name: str) -> str:
    """Return a setting of pip: from the environment, else from its configuration files."""
    variable = os.environ.get(f"PIP_{name.upper().replace('-', '_')}")
    return variable or _pip("config", "get", f"global.{name}").strip()


def default_index() -> str:
    """Return the index that pip asks when nothing is configured, as its help says."""
    found = re.search(r"--index-url.*?default\s+(\S+?)\)", _pip("install", "--help"), re.DOTALL)
    return found[1] if found else ""


def _pip(*arguments: str) -> str:
    command = [sys.executable, "-m", "pip", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
