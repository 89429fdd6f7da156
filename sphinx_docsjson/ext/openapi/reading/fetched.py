"""The descriptions that ``fetch`` saved in the source folder, each with its digest.

``sphinx-docsjson fetch`` writes them, and a build reads them instead of their URLs. So a build
needs no network and shows what was reviewed. What a person can change, the lock file and the files
beside it, is checked when it is read: names contain no folders, and digests have to match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from sphinx_docsjson.ext.openapi.reading.parse import (
    MAX_BYTES,
    UnreadableFile,
    decoded,
    looks_like_json,
)
from sphinx_docsjson.ext.openapi.reading.specifications import (
    MAX_HOPS,
    REDIRECTS,
    Fetch,
    get,
    load,
    origin_of,
    read_file,
)

FOLDER = "_fetched"
LOCK = "lock.json"
COMMAND = "sphinx-docsjson fetch"

MAX_FILES = 200
"""How many files one description may be made of."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*+\.(?:json|yaml|txt)")
_OTHER = re.compile(r"[^a-z0-9]++")
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Saved:
    """What the lock file says about a URL: its file in the folder, and the digest of its text."""

    file: str
    sha256: str


def digest_of(text: str) -> str:
    """Return the digest of a text whose lines end with a line feed."""
    return sha256(text.encode()).hexdigest()


def read_lock(srcdir: Path) -> dict[str, Saved]:
    """Return the URLs that were saved; none without a lock file.

    :raises UnreadableFile: when the lock file is not one that the command has written.
    """
    if not (srcdir / FOLDER / LOCK).is_file():
        return {}
    wrong = UnreadableFile(f"{FOLDER}/{LOCK} cannot be read; delete it and run `{COMMAND}` again")
    try:
        files = json.loads(read_file(srcdir, f"{FOLDER}/{LOCK}"))["files"]
        found = {
            url: Saved(file=each["file"], sha256=each["sha256"]) for url, each in files.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise wrong from None
    for saved in found.values():
        if not (isinstance(saved.file, str) and _NAME.fullmatch(saved.file)):
            raise wrong
        if not (isinstance(saved.sha256, str) and _DIGEST.fullmatch(saved.sha256)):
            raise wrong
    return found


def saved_text(srcdir: Path, url: str) -> str | None:
    """Return the text that was saved of *url*; ``None`` when none was.

    :raises UnreadableFile: when the file is gone, or is not the one that was saved.
    """
    saved = read_lock(srcdir).get(url)
    if saved is None:
        return None
    name = f"{FOLDER}/{saved.file}"
    try:
        found = read_file(srcdir, name)
    except UnreadableFile as error:
        raise UnreadableFile(f"{name}, its saved copy: {error}; run `{COMMAND}`") from None
    if digest_of(found) != saved.sha256:
        raise UnreadableFile(
            f"{name}, its saved copy, was changed: its digest is not the one in {FOLDER}/{LOCK}; "
            f"run `{COMMAND}`, or name a file of your own instead of the URL"
        )
    return found


# Downloading descriptions, which only the command does.


def download(url: str) -> str:
    """Return the text at a URL; it is read over https, from public addresses only.

    :raises UnreadableFile: when it is not there, is too large or too slow, or leads to http.
    """
    place = url
    for _hop in range(MAX_HOPS):
        if not origin_of(place).startswith("https://"):
            raise UnreadableFile("only https URLs are fetched")
        if "@" in urlsplit(place).netloc:
            raise UnreadableFile("URLs with a user name or password are not fetched")
        try:
            headers = {"User-Agent": "sphinx-docsjson", "Accept": "*/*"}
            answer = get(place, headers, limit=MAX_BYTES)
            if answer.status == 200:
                found = decoded(answer.data)
                return found.replace("\r\n", "\n").replace("\r", "\n")
        except (OSError, HTTPException, ValueError) as error:
            raise UnreadableFile(f"{place} did not answer ({error})") from None
        if answer.status not in REDIRECTS:
            raise UnreadableFile(f"{place} answered with the status {answer.status}")
        place = urljoin(place, answer.headers.get("Location", ""))
    raise UnreadableFile("it redirects too many times")


def collect(url: str, read: Fetch = download) -> dict[str, str]:
    """Return the files that a description is made of: URL → text, its own first.

    What it refers to must be on the same host.

    :param read: reads a URL.
    :raises UnreadableFile: when it is not a description, or a part of it cannot be had.
    """
    texts: dict[str, str] = {}
    failed: list[str] = []

    def take(name: str) -> str:
        if name not in texts:
            if origin_of(name) != origin_of(url):
                failed.append(f"{name} is at another host")
                raise UnreadableFile("it is at another host")
            if len(texts) >= MAX_FILES:
                failed.append(f"it has more than {MAX_FILES} files")
                raise UnreadableFile("there are too many files")
            try:
                texts[name] = read(name)
            except UnreadableFile as error:
                failed.append(str(error))
                raise
        return texts[name]

    loaded = load(url, Path(FOLDER), fetch=take)
    if url in texts and loaded.document is None:
        raise UnreadableFile(loaded.problems[0].message)
    if failed:
        raise UnreadableFile(failed[0])
    return texts


def file_name(url: str, text: str) -> str:
    """Return what the file of a URL is called: readable, and not as that of another URL."""
    parts = urlsplit(url)
    stem = parts.path.rstrip("/").rpartition("/")[2].rpartition(".")[0] or parts.path
    words = _OTHER.sub("-", f"{parts.hostname}-{stem}".lower()).strip("-")[:80].strip("-")
    ending = "json" if looks_like_json(text) else "yaml"
    if urlsplit(url).path.lower().endswith((".md", ".mdx", ".txt", ".rst")):
        ending = "txt"
    return f"{words}-{sha256(url.encode()).hexdigest()[:8]}.{ending}"


@dataclass(kw_only=True)
class FetchedFolder:
    """The folder of what was saved, and what is done to it.

    :param srcdir: the source folder.
    :param say: is called for each step: a word, and what it is about.
    :param read: reads a URL.
    """

    srcdir: Path
    say: Callable[[str, str], None]
    read: Fetch = download
    lock: dict[str, Saved] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def fetch(self, urls: Iterable[str], *, update: bool = False) -> bool:
        """Save what *urls* lead to; return whether all of it is there now.

        :param update: take those that are there again, and remove what nothing needs any more.
        """
        self.lock = {} if update else self._fitting()
        complete = True
        for url in urls:
            if url in self.lock:
                self.say("kept", url)
                continue
            complete &= self._take(url)
        before = self._known() if update else {}
        for url in before.keys() - self.lock.keys():
            if complete:
                self._remove(before[url], url)
            else:
                self.lock[url] = before[url]  # what could not be reached is not changed
        self._write()
        return complete

    def check(self, urls: Iterable[str]) -> bool:
        """Say what is different at *urls* now; return whether nothing is. Nothing is written."""
        known, same = self._known(), True
        for url in urls:
            try:
                now = collect(url, self.read)
            except UnreadableFile as error:
                same = False
                self.say("failed", f"{url}: {error}")
                continue
            for each, text in now.items():
                saved = known.get(each)
                word = "missing" if saved is None else "changed"
                if saved and saved.sha256 == digest_of(text):
                    word = "same"
                same &= word == "same"
                self.say(word, each)
        return same

    def _known(self) -> dict[str, Saved]:
        try:
            return read_lock(self.srcdir)
        except UnreadableFile:
            return {}

    def _fitting(self) -> dict[str, Saved]:
        """Return what was saved and is there unchanged."""
        found = {}
        for url, saved in self._known().items():
            try:
                saved_text(self.srcdir, url)
            except UnreadableFile:
                continue
            found[url] = saved
        return found

    def _take(self, url: str) -> bool:
        try:
            texts = collect(url, self.read)
        except UnreadableFile as error:
            self.say("failed", f"{url}: {error}")
            return False
        for each, text in texts.items():
            self.lock[each] = Saved(file=file_name(each, text), sha256=digest_of(text))
            self.texts[each] = text
        return True

    def _remove(self, saved: Saved, url: str) -> None:
        if saved.file not in {each.file for each in self.lock.values()}:
            (self._folder() / saved.file).unlink(missing_ok=True)
            self.say("removed", url)

    def _folder(self) -> Path:
        """Return the folder, links resolved.

        :raises OSError: when it is outside the source folder.
        """
        root = self.srcdir.resolve()
        folder = (root / FOLDER).resolve()
        if not folder.is_relative_to(root):
            raise OSError(f"{FOLDER} is outside the source folder; nothing is written there")
        return folder

    def _write(self) -> None:
        folder = self._folder()
        if not self.lock and not (folder / LOCK).is_file():
            return
        folder.mkdir(exist_ok=True)
        for url, text in self.texts.items():
            path = folder / self.lock[url].file
            self.say("written", f"{url} → {FOLDER}/{path.name}")
            _replace(path, text)
        _replace(folder / LOCK, lock_text(self.lock))


def lock_text(lock: Mapping[str, Saved]) -> str:
    """Return the text of the lock file, which says nothing of the time or the machine."""
    files = {url: {"file": s.file, "sha256": s.sha256} for url, s in sorted(lock.items())}
    return json.dumps({"files": files, "version": 1}, indent=2, sort_keys=True) + "\n"


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all; a link in its place is replaced, not followed."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    draft.write_bytes(text.encode())
    draft.replace(path)
