"""Finds what changed since the last build by contents: which pages to read and to write.

Sphinx compares times. In a fresh clone every file is new, so everything is read; after a commit
that is older than the build, nothing is. Here a page is read when the content of its files has
changed, and written when it would show something else: its text, what surrounds it, or what its
links lead to.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import re
import sys
import time
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinx_docsjson.base.files import content_digest, read_cache, relative_path, write_cache
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.compat.builders import (
    go_by_record,
    output_path,
    settings_of,
    template_folders,
)
from sphinx_docsjson.compat.sphinx import load_environments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

SETTING: Final = "docsjson_contents_decide"


def digest(*parts: object) -> str:
    """Return a short fingerprint of plain data."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# Fingerprints of the contents of files. A file whose inode and times are unchanged is not opened
# again: no copy and no clone has the same ones.

Stamp: TypeAlias = tuple[int, ...]
Record: TypeAlias = dict[str, dict[str, str]]

SETTLED = 2_000_000_000
"""In nanoseconds. A file that changed later may change again within the same tick of a disk."""


class Digests:
    """The fingerprints of files, from one build to the next.

    :param file: where they are kept; they hold on the machine that wrote it, and decide nothing.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        kept = read_cache(file)
        self._kept: dict[Stamp, str] = kept if isinstance(kept, dict) else {}
        self._settled: dict[Stamp, str] = {}
        self._found: dict[str, tuple[str, int]] = {}
        self.catalogues: dict[str, tuple[Any, ...]] = {}
        """Document → its catalogues, which Sphinx forgets when it reads the document."""
        self.record: Record | None = None
        """What pages are written from; an application that builds again keeps it."""

    def look_again(self) -> None:
        """Forget what was found: files may have changed since."""
        self._found.clear()

    def of(self, path: str | os.PathLike[str]) -> str:
        """Return the fingerprint of a file, and nothing where there is none."""
        return self._look(path)[0]

    def time_of(self, path: str | os.PathLike[str]) -> int:
        """Return when a file was changed here, in microseconds, rounded up as Sphinx does."""
        return self._look(path)[1]

    def _look(self, path: str | os.PathLike[str]) -> tuple[str, int]:
        name = os.fspath(path)
        if name not in self._found:
            self._found[name] = self._read(name)
        return self._found[name]

    def _read(self, name: str) -> tuple[str, int]:
        try:
            is_now = os.stat(name)
            changed = max(is_now.st_mtime_ns, is_now.st_ctime_ns)
            stamp = (is_now.st_dev, is_now.st_ino, is_now.st_size, is_now.st_mtime_ns, changed)
            known = self._kept.get(stamp)
            if known is None:
                known = content_digest(Path(name).read_bytes())
        except (OSError, ValueError):
            return "", 0
        if changed < time.time_ns() - SETTLED:
            self._settled[stamp] = known
        # A file may claim a time in the future; the system's own record of the change is used.
        here = is_now.st_ctime_ns if os.name == "posix" else is_now.st_mtime_ns
        return known, -(here // -1000)

    def store(self) -> None:
        """Keep what was found in this build."""
        if self._settled.items() - self._kept.items():
            write_cache(self._file, self._settled)


FOLDER = "docsjson-written"
_of_builds: WeakKeyDictionary[Config, Digests] = WeakKeyDictionary()


def digests_of(app: Sphinx) -> Digests:
    """Return the fingerprints of the files of a build."""
    if app.config not in _of_builds:
        _of_builds[app.config] = Digests(Path(app.doctreedir, FOLDER, "files.pickle"))
    return _of_builds[app.config]


# What autodoc shows of a class may come from its base classes: inherited members, and docstrings
# of members without one. autodoc notes only the module of the class itself.


def note_base_classes(app: Sphinx, doctree: nodes.document) -> None:
    """Add the modules of documented base classes to the dependencies of a page."""
    needed = app.env.dependencies.get(app.env.docname, ())
    shown = {
        os.path.normpath(os.path.join(app.srcdir, path))
        for path in needed
        if str(path).endswith(".py")
    }
    if not shown:
        return
    for module in [each for each in sys.modules.values() if _file_of(each) in shown]:
        # The folder that the module was imported from: what is elsewhere is of others.
        here = Path(_file_of(module))
        depth = module.__name__.count(".") + (here.stem == "__init__")
        root = here.parents[min(depth, len(here.parents) - 1)]
        # Asked for its class by ``isinstance``, a proxy may answer with an error.
        classes = [value for value in vars(module).values() if issubclass(type(value), type)]
        for base in {base for value in classes for base in value.__mro__}:
            file = _file_of(sys.modules.get(base.__module__))
            if file.endswith(".py") and file not in shown and Path(file).is_relative_to(root):
                app.env.note_dependency(relative_path(Path(file), Path(app.srcdir)))


def _file_of(module: object) -> str:
    file = vars(module).get("__file__") if issubclass(type(module), ModuleType) else None
    return os.path.normpath(file) if isinstance(file, str) else ""


# Which pages are read: those whose files hold something else than when they were read.

READ_FROM = "files_of_docsjson"
"""The attribute of the environment: document → fingerprint of the files that it was read from."""


def files_of(env: BuildEnvironment, docname: str, digests: Digests) -> Iterator[str]:
    """Yield the files that a document is made of, its own first."""
    yield os.fspath(env.doc2path(docname))
    for path in env.dependencies.get(docname, ()):
        if not str(path).endswith(".mo"):
            yield os.path.join(env.srcdir, path)
    yield from map(os.fspath, digests.catalogues.get(docname, ()))


def fingerprint(env: BuildEnvironment, docname: str, digests: Digests) -> str:
    """Return a fingerprint of what a document is made of; nothing where a file is missing.

    The only path in it is the suffix of the page, which chooses the parser.
    """
    own, *others = files_of(env, docname, digests)
    found = [digests.of(own), *sorted(map(digests.of, others))]
    return digest(Path(own).suffix, *found) if all(found) else ""


def decide_by_contents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Correct the set of documents that Sphinx considers changed, in place.

    What has to be read whatever its files contain stays in it.
    """
    digests, known = digests_of(app), read_from(env)
    digests.look_again()
    needed = env.dependencies
    digests.catalogues = {
        name: tuple(
            _catalogue(app, path) for path in needed.get(name, ()) if str(path).endswith(".mo")
        )
        for name in env.found_docs
    }
    for name in (env.found_docs & known.keys() & env.all_docs.keys()) - added:
        doctree = Path(app.doctreedir, f"{name}.doctree")
        if name in env.reread_always or not env.all_docs[name] or not doctree.is_file():
            continue
        before = known[name]
        if before and _is_whole(doctree) and before == fingerprint(env, name, digests):
            changed.discard(name)
        else:
            changed.add(name)
    # Sphinx would number the figures of a page that is gone, and fail when it writes that page.
    named = env.toctree_includes.items()
    return [name for name, pages in named if name not in removed and not removed.isdisjoint(pages)]


def _is_whole(pickled: Path) -> bool:
    """Whether a file of pickled data was written to its end, which is a full stop."""
    with pickled.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(file.tell() - 1, 0))
        return file.read() == pickle.STOP


def _catalogue(app: Sphinx, path: str | os.PathLike[str]) -> str:
    """Return the file that decides what a compiled catalogue says.

    A clone has no compiled catalogues, and compiling may write the time into them.
    """
    compiled = os.path.join(app.srcdir, path)
    written = f"{compiled.removesuffix('.mo')}.po"
    return written if app.config.gettext_auto_build and os.path.isfile(written) else compiled


def read_from(env: BuildEnvironment) -> dict[str, str]:
    """Return document → fingerprint of its files when it was read."""
    known: dict[str, str] = getattr(env, READ_FROM, {})
    return known


def remember_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Note what the files of the documents hold that were read, and what read them.

    A file that has changed since is not what the document was read from.
    """
    digests, known = digests_of(app), read_from(env)
    digests.look_again()
    now = {}
    for name in env.found_docs & env.all_docs.keys():
        if name in known:
            now[name] = known[name]
            continue
        files = files_of(env, name, digests)
        is_old = all(digests.time_of(file) <= env.all_docs[name] for file in files)
        now[name] = fingerprint(env, name, digests) if is_old else ""
    setattr(env, READ_FROM, now)
    setattr(env, MADE_BY, made_by(app))


# What the links of a page lead to: the names that a page uses, and what each name leads to.
#
# A name is the last word of a target, so ``Pot``, ``.Pot`` and ``brew.Pot`` are one name.
# ``@name`` is its place, the name alone its title: a link with its own text shows no title.

USES = "names_of_docsjson"
"""The attribute of the environment: document → the names that its links use."""

ANCHORS = "docsjson_anchors"
"""The attribute that holds the ids of each document."""

_WORD = re.compile(r"[\w-]+")
_SUFFIX = re.compile(r"\.(?:mdx?|rst|html)$")
_NO_LETTERS = re.compile(r"[\W_]+")


@lru_cache(maxsize=100_000)
def word_of(name: str) -> str:
    """Return the last word of a name, of whatever kind."""
    found = _WORD.findall(_SUFFIX.sub("", name.strip().lower()))
    return found[-1] if found else ""


def _place(docname: str, anchor: str) -> str:
    return f"{word_of(docname)}#{_NO_LETTERS.sub('', anchor.lower())}"


def collect_names(app: Sphinx, doctree: nodes.document) -> None:
    """Remember the names that a page uses."""
    found: set[str] = set()
    for node in doctree.findall(pending_xref):
        target, _mark, fragment = str(node.get("reftarget") or "").partition("#")
        fragment = fragment or str(node.get("reftargetid") or "")
        names = {word_of(target)}
        if fragment:
            names |= {word_of(fragment), _place(target, fragment)}
        found |= {f"@{name}" for name in names}
        if not node.get("refexplicit") or not node.astext():
            found |= names
    env: Any = app.env
    vars(env).setdefault(USES, {})[env.docname] = tuple(sorted(found))


def forget_page(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a page that is about to be read, or is gone."""
    for attribute in (READ_FROM, USES):
        getattr(env, attribute, {}).pop(docname, None)


def merge_names(
    app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment
) -> None:
    """Merge the data of a parallel reader."""
    theirs = getattr(other, USES, {})
    ours = vars(env).setdefault(USES, {})
    ours.update({name: theirs[name] for name in docnames if name in theirs})


def names_in(env: BuildEnvironment, redirects: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """Return name → fingerprint of all that is behind it in the documents."""
    found: dict[str, list[str]] = {}
    for name, behind in _behind_names(env, redirects):
        found.setdefault(name, []).append(repr(behind))
    return {name: digest(*sorted(behind)) for name, behind in found.items()}


def _behind_names(
    env: BuildEnvironment, redirects: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, object]]:
    for docname, title in env.titles.items():
        parents = [docname.rpartition("/")[0]] if word_of(docname) == "index" else []
        for word in map(word_of, (docname, *parents)):
            yield f"@{word}", docname
            yield word, (docname, title_text(title))
    for docname, ids in getattr(env, ANCHORS, {}).items():
        for each in ids:
            yield f"@{_place(docname, each)}", each
    for docname, toc in env.tocs.items():
        for entry in toc.findall(nodes.reference):
            if anchor := entry.get("anchorname"):
                yield f"@{_place(docname, anchor)}", anchor
                yield _place(docname, anchor), entry.astext()
    for domain in env.domains.sorted():
        for name, shown, kind, docname, anchor, priority in domain.get_objects():
            yield f"@{word_of(name)}", (domain.name, name, kind, docname, anchor, priority)
            yield word_of(name), (name, str(shown))
    labels = env.domains.standard_domain
    for label, (docname, anchor, shown) in labels.labels.items():
        yield word_of(label), (str(shown), *_numbers(env, docname, anchor))
    for label, (docname, anchor) in labels.anonlabels.items():
        yield f"@{word_of(label)}", (docname, anchor)
    for kind in ("citation", "math"):
        for kept in env.domaindata.get(kind, {}).values():
            for label, behind in kept.items() if isinstance(kept, dict) else ():
                yield f"@{word_of(str(label))}", (kind, label, behind)
    for source, target in redirects:
        yield f"@{word_of(source)}", (source, target)


def _numbers(env: BuildEnvironment, docname: str, anchor: str) -> Iterator[object]:
    """Yield the numbers that a reference to a place shows."""
    yield env.toc_secnumbers.get(docname, {}).get(f"#{anchor}")
    for numbers in env.toc_fignumbers.get(docname, {}).values():
        yield numbers.get(anchor)


# What all pages show: templates, and the styles and scripts that they name with a checksum.

TEMPLATES = (".html", ".xml", ".jinja")
WORDS = ("sphinx", "sphinx_docsjson")


MODULES = "_modules"
"""The folder of the pages of ``sphinx.ext.viewcode``, which show the navigation as well."""


def frame_of(app: Sphinx) -> str:
    """Return a fingerprint of the files that are behind every page of a builder."""
    digests, config, builder = digests_of(app), app.config, app.builder
    confdir, found = Path(app.confdir), []
    for folder in template_folders(builder):
        files = (p for p in sorted(Path(folder).rglob("*")) if p.suffix in TEMPLATES)
        found += [f"{path.relative_to(folder).as_posix()} {digests.of(path)}" for path in files]
    static = [confdir / name for name in getattr(config, "html_static_path", ())]
    static += [Path(folder, "static") for folder in template_folders(builder)]
    for asset in loaded_by_all(builder):
        name = asset.removeprefix("_static/")
        ours = [Path(app.outdir, asset)] if Path(name).name.startswith("docsjson") else []
        places = [*(p if p.name == name and p.is_file() else p / name for p in static), *ours]
        found.append(f"{name} {next(filter(None, map(digests.of, places)), '')}")
    for folder in config.locale_dirs:
        for name in WORDS:
            path = Path(app.srcdir, folder, config.language or "en", "LC_MESSAGES", name)
            found += [digests.of(f"{path}.po") or digests.of(f"{path}.mo")]
    return digest(*found)


def loaded_by_all(builder: Builder) -> list[str]:
    """Return the styles and scripts that every page loads, from the root of the output."""
    lists = (getattr(builder, name, ()) for name in ("_css_files", "_js_files"))
    names = {str(getattr(each, "filename", "")) for kept in lists for each in kept}
    return sorted(name for name in names if name.startswith("_static/"))


# What was written to an output folder: for each page the reading that it was written from, its
# surroundings, and what its names led to.


def record_path(app: Sphinx) -> Path:
    """Return the file that remembers what was written to the output folder of this build.

    It is named as the doctrees refer to the folder, so both can be moved together.
    """
    folder = relative_path(Path(app.outdir).resolve(), Path(app.doctreedir).resolve())
    return Path(app.doctreedir, FOLDER, f"{digest(app.builder.name, folder)}.json")


def read_record(path: Path) -> Record | None:
    """Return what was remembered, or ``None`` when there is nothing to be trusted."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    is_one = isinstance(record, dict) and record.keys() == {"pages", "names", "names_of"}
    return record if is_one else None


def documents_written(app: Sphinx) -> frozenset[str]:
    """Return the documents that have pages in the output folder, whoever read them."""
    record = digests_of(app).record or read_record(record_path(app))
    return frozenset(record["pages"] if record is not None else ())


def record_of(
    app: Sphinx,
    env: BuildEnvironment,
    around: Mapping[str, str],
    redirects: Sequence[tuple[str, str]] = (),
    before: Record | None = None,
) -> Record:
    """Return what pages are written from now.

    :param around: document → fingerprint of what the navigation shows on its page.
    :param before: what they were written from; what is behind names of documents that nobody
        has read since is the same.
    """
    frame, pages = frame_of(app), env.found_docs & env.all_docs.keys()
    reading = _reading(env, redirects)
    known = before["names"] if before is not None and before["names_of"] == reading else None
    names = names_in(env, redirects) if known is None else known
    return {
        "pages": {n: digest(frame, env.all_docs[n], around.get(n, "")) for n in sorted(pages)},
        "names": {**names, MODULES: digest(frame, settings_of(app), around.get(MODULES, ""))},
        "names_of": reading,
    }


def _reading(env: BuildEnvironment, redirects: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return a fingerprint of all that :func:`names_in` goes by: who read it when, and numbers."""
    numbers = sorted(env.toc_secnumbers.items()), sorted(env.toc_fignumbers.items())
    read = digest(made_by(), sorted(env.all_docs.items()), list(redirects), numbers)
    return {"read": read}


def find_stale(
    app: Sphinx,
    env: BuildEnvironment,
    around: Mapping[str, str] = MappingProxyType({}),
    redirects: Sequence[tuple[str, str]] = (),
) -> list[str]:
    """Return the pages that show something else than what was written, or may.

    After a build that did not finish, these are all pages, because it is unknown which ones were
    not written. Only an application that builds again knows.
    """
    kept, path = digests_of(app), record_path(app)
    if output_path(app.builder) is None:
        return []
    before = kept.record or read_record(path)
    path.unlink(missing_ok=True)
    now = kept.record = record_of(app, env, around, redirects, before)
    if before is None:
        return list(now["pages"])
    old, new = before["names"], now["names"]
    changed = {n for n in old.keys() | new.keys() if old.get(n) != new.get(n)}
    if MODULES in changed and "sphinx.ext.viewcode" in app.extensions:
        # Its pages are written again only where there are none, or their code changed.
        rmtree(Path(app.outdir, MODULES), ignore_errors=True)
    uses: dict[str, tuple[str, ...]] = getattr(env, USES, {})
    return [
        name
        for name, token in now["pages"].items()
        if before["pages"].get(name, token) != token or not changed.isdisjoint(uses.get(name, ()))
    ]


def remember_what_was_written(app: Sphinx, failure: Exception | None) -> None:
    """Store the record once all pages are written, and the fingerprints of their files."""
    kept = digests_of(app)
    kept.store()
    if kept.record is not None and failure is None:
        path = record_path(app)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept.record), encoding="utf-8", newline="\n")


def find_written(app: Sphinx) -> None:
    """Find outdated output by a record of contents, not by modification times."""
    if output_path(app.builder) is not None:
        go_by_record(app.builder)


WITHOUT_EXTENSION: Final[tuple[tuple[str, Callable[..., object]], ...]] = (
    ("env-get-outdated", decide_by_contents),
    ("env-purge-doc", forget_page),
    ("doctree-read", collect_names),
    ("doctree-read", note_base_classes),
    ("env-merge-info", merge_names),
    ("env-updated", remember_files),
    ("env-get-updated", find_stale),
    ("build-finished", remember_what_was_written),
)
"""Event of Sphinx, and what lets contents decide in a project that does not load the extension."""


# Doctrees that were made elsewhere: on another path, or by other releases.

MADE_BY, MOVED_FROM = "made_by_docsjson", "moved_from_docsjson"
PACKAGES = ("sphinx-docsjson", "sphinx", "docutils", "myst-parser", "sphinx-design", "pygments")


def made_by(app: Sphinx | None = None) -> str:
    """Return the versions of what reads and writes documents."""
    found = [f"Python {platform.python_version()}", *(f"{n} {_version(n)}" for n in PACKAGES)]
    if app is not None:
        found += [f"{each.name} {each.version}" for each in app.extensions.values()]
    return ", ".join(dict.fromkeys(found))


def _releases(text: str) -> dict[str, str]:
    """Return name → version of what :func:`made_by` says."""
    parts = (each.rpartition(" ") for each in text.split(", ") if each)
    return {name: release for name, _, release in parts}


@cache
def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def reuse_environments(app: Sphinx, config: Config) -> None:
    """Reuse an environment, even if it was pickled in another folder."""
    load_environments(app, _take_over)


def _take_over(app: Sphinx, env: BuildEnvironment) -> str:
    """Make an environment one of this place; return why that cannot be, or nothing."""
    now, before = (_releases(text) for text in (made_by(app), getattr(env, MADE_BY, "")))
    # Sphinx itself notices extensions that came or went; those of a theme are loaded later.
    if old := [
        f"{name} {before[name]}" for name in before if before[name] != now.get(name, before[name])
    ]:
        return f"pages are read anew, as they were read with {', '.join(old)}"
    _move(app, env)
    return ""


def _move(app: Sphinx, env: BuildEnvironment) -> None:
    """Let an environment name the source folder of today."""
    old, new = Path(env.srcdir), Path(app.srcdir)
    if old == new:
        return
    kind: Any = type(env.srcdir)
    env.srcdir = app.srcdir
    for files in env.dependencies.values():
        moved = {kind(path) for each in files for path in _moved_file(Path(each), old, new)}
        files.clear()
        files.update(moved)
    for value in app.config.filter(frozenset({"env"})):
        known = getattr(env.config, value.name, value.value)
        if known != value.value and _moved_value(known, str(old), str(new)) == value.value:
            setattr(env.config, value.name, value.value)
    places: list[str] = getattr(env, MOVED_FROM, [])
    setattr(env, MOVED_FROM, [place for place in {*places, str(old)} if place != str(new)])


def _moved_file(path: Path, old: Path, new: Path) -> Iterator[Path]:
    """Yield where a file is now; one beside the source folder may have moved with it, or not."""
    if not path.is_absolute():
        yield path
    elif path.is_relative_to(old):
        yield new / path.relative_to(old)
    else:
        beside = Path(os.path.normpath(new / relative_path(path, old)))
        if beside.is_file():
            yield beside
        if path.is_file() or not beside.is_file():
            yield path


def _moved_value(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new + value[len(old) :] if value == old or value.startswith(old + os.sep) else value
    if isinstance(value, (list, tuple)):
        return type(value)(_moved_value(each, old, new) for each in value)
    if isinstance(value, dict):
        return {key: _moved_value(each, old, new) for key, each in value.items()}
    return value


class SourcesOfToday(SphinxPostTransform):
    """Lets the nodes of a page that was read on another path name the file where it is now."""

    default_priority = 0

    def run(self, **kwargs: Any) -> None:
        """Change the sources, which messages name."""
        places: list[str] = getattr(self.env, MOVED_FROM, [])
        new = str(self.env.srcdir)
        for node in self.document.findall(nodes.Element) if places else ():
            for old in places:
                if node.source and node.source.startswith(old + os.sep):
                    node.source = new + node.source[len(old) :]
