"""The index of a site: collects, stores and writes the records of its pages."""

from __future__ import annotations

import pickle
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes

from sphinx_docsjson.base.contents import digest
from sphinx_docsjson.base.files import content_digest, read_cache, relative_path, write_cache
from sphinx_docsjson.base.source_files import is_authors, is_static_file, may_have_files
from sphinx_docsjson.base.theme_files import script_literal
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import shown_build
from sphinx_docsjson.compat.builders import searchindex_file
from sphinx_docsjson.compat.sphinx import stop_words
from sphinx_docsjson.ext.search.postings import (
    completions,
    encode,
    impacts_of,
    make_endings,
    make_shards,
    one_shard,
)
from sphinx_docsjson.ext.search.records import PageRecord, fragments_of, page_record
from sphinx_docsjson.ext.search.settings import reads_sphinx_index, writes_index
from sphinx_docsjson.ext.search.words import JOINING, fold
from sphinx_docsjson.site.model import HIGHEST, LOWEST, Kind, boost_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from sphinx.application import Sphinx

    from sphinx_docsjson.navigation.nav import Nav


# The index of a site: what each of its pages is, collected and written.

FOLDER = "_static/search"


def write_index(app: Sphinx, failure: Exception | None) -> None:
    """Write the index of all pages, and remove what an earlier build wrote in its place."""
    if failure is not None or not writes_index(app):
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    layout = index_layout(app, found_pages(app))
    made_of, kept = _made_of(app, layout), _record_folder(app) / "written.pickle"
    held = _contents_of(folder)
    if not made_of or read_cache(kept) != (made_of, held):
        held = _write_files(app, folder, index_files(layout, kept_records(app)), held)
        if made_of:
            write_cache(kept, (made_of, held))
    if not reads_sphinx_index(app):
        searchindex_file(app.builder).unlink(missing_ok=True)


def _write_files(
    app: Sphinx, folder: Path, files: Mapping[str, str], held: Mapping[str, str]
) -> dict[str, str]:
    """Write the files whose contents the folder does not have; return what it has then."""
    has_own = may_have_files(app, FOLDER)
    own = [name for name in files if has_own and is_authors(app, folder / name)]
    if own:
        message = (
            f"{FOLDER}/{own[0]} is one of your files (html_static_path), so the search cannot "
            "load its index; give your file another name."
        )
        warn(Warn.CONFIG, message, location=str(Path(app.confdir, "conf.py")))
    written = {}
    for name, text in files.items():
        if name not in own:
            data = text.encode("utf-8", "replace")
            written[name] = content_digest(data)
            if held.get(name) != written[name]:
                (folder / name).write_bytes(data)
    for name in held.keys() - files.keys():
        if not is_static_file(Path(app.confdir), app.config, f"{FOLDER}/{name}"):
            (folder / name).unlink()
    return written


# If the files and the pages are unchanged, none is generated again: with a thousand pages that is
# a quarter of a build in which nothing changed.


def _made_of(app: Sphinx, layout: IndexLayout) -> str:
    """Return a fingerprint of what the files are made of; nothing where that is not known.

    A file of the author in the folder is reported in every build, so nothing is reused then.
    """
    paths = [_path(app, docname) for docname in layout.pages]
    if may_have_files(app, FOLDER) or not all(path.is_file() for path in paths):
        return ""
    out = relative_path(Path(app.outdir).resolve(), Path(app.doctreedir).resolve())
    held = (content_digest(path.read_bytes()) for path in paths)
    return digest(out, asdict(layout), *held)


def _contents_of(folder: Path) -> dict[str, str]:
    """Return name → fingerprint of the files of an index."""
    return {path.name: content_digest(path.read_bytes()) for path in folder.glob("*.js")}


@dataclass(frozen=True, kw_only=True, slots=True)
class PageLayout:
    """What the index has of a page beside its words.

    :param path: the labels of what is around it.
    :param combination: the number of its tabs, versions and languages.
    :param boost: how many times as much it counts.
    """

    uri: str
    path: list[str]
    combination: int = 0
    boost: float = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexLayout:
    """What an index is made of beside the words of its pages.

    :param pages: document → what is around it, in the order of the pages.
    :param facets: what the combinations of tabs, versions and languages are.
    :param suggested: the numbers of the pages that are offered to readers who typed nothing.
    :param languages: those of the site.
    :param stopped: words that say nothing alone.
    """

    pages: dict[str, PageLayout]
    facets: dict[str, Any]
    suggested: list[int]
    languages: list[str]
    stopped: list[str]


def index_layout(app: Sphinx, docnames: Sequence[str]) -> IndexLayout:
    """Return what an index of documents is made of beside their words."""
    build = shown_build(app.config)
    nav = build.nav if build else None
    facets = Facets()
    pages = {
        docname: PageLayout(
            uri=app.builder.get_target_uri(docname),
            path=path_to(nav, docname),
            combination=facets.number(page_facets(nav, docname)),
            boost=page_boost(nav, docname, app.env.metadata.get(docname, {}).get("boost")),
        )
        for docname in docnames
    }
    numbers = {docname: number for number, docname in enumerate(docnames)}
    languages = {app.config.language or "en", *facets.labels[2]}
    stopped = {
        part
        for code in {"en", *languages}
        for word in stop_words(code)
        for part in fold(word).split("'")
    }
    return IndexLayout(
        pages=pages,
        facets=facets.as_data(),
        suggested=[numbers[name] for name in suggested_pages(app, list(docnames))],
        languages=sorted(languages),
        stopped=sorted(stopped),
    )


def index_files(layout: IndexLayout, records: Mapping[str, PageRecord]) -> dict[str, str]:
    """Return name → text of all files of the index."""
    pages = [
        IndexedPage(
            record=records[docname],
            uri=page.uri,
            path=page.path,
            combination=page.combination,
            boost=page.boost,
        )
        for docname, page in layout.pages.items()
    ]
    return index_texts(
        pages,
        facets=layout.facets,
        suggested=layout.suggested,
        languages=set(layout.languages),
        stopped=set(layout.stopped),
    )


# The places of pages, as far as the search shows them, filters or ranks by them.
#
# Readers choose by tab, version and language.
#
# Each combination of the three is written once, and pages name it by its number.

KINDS = (Kind.TAB, Kind.VERSION, Kind.LANGUAGE)
MOST_SUGGESTIONS = 6


@dataclass(kw_only=True)
class Facets:
    """The labels of tabs, versions and languages, and which pages have which."""

    labels: tuple[dict[str, int], ...] = field(default_factory=lambda: ({}, {}, {}))
    combinations: dict[tuple[tuple[int, ...], ...], int] = field(default_factory=dict)

    def number(self, groups: tuple[dict[str, None], ...]) -> int:
        """Return the number of a combination of labels."""
        key = tuple(
            tuple(known.setdefault(label, len(known)) for label in group)
            for known, group in zip(self.labels, groups, strict=True)
        )
        return self.combinations.setdefault(key, len(self.combinations))

    def as_data(self) -> dict[str, Any]:
        """Return what scripts are given."""
        return {
            "labels": [list(known) for known in self.labels],
            "combinations": [list(map(list, key)) for key in self.combinations],
        }


def page_facets(nav: Nav | None, docname: str) -> tuple[dict[str, None], ...]:
    """Return the tabs, versions and languages of a page, the primary ones first."""
    found: tuple[dict[str, None], ...] = ({}, {}, {})
    for position in nav.tree.positions(docname) if nav else ():
        if not position.adrift:
            for labels, kind in zip(found, KINDS, strict=True):
                label = position.label_of(kind)
                if label:
                    labels[label] = None
    return found


def page_boost(nav: Nav | None, docname: str, written: object) -> float:
    """Return how many times as much a page counts as others.

    :param written: what its author says; so do the parts of the navigation around it.
    """
    boost = boost_of(str(written)) or 1.0
    for position in nav.tree.positions(docname)[:1] if nav else ():
        boost *= prod(part.boost for part in (*position.chain, *position.groups))
    return round(max(LOWEST, min(boost, HIGHEST)), 3)


def path_to(nav: Nav | None, docname: str) -> list[str]:
    """Return the labels of what is around a page."""
    if nav is None:
        return []
    return [crumb.label for crumb in nav.view(docname).nav_view.breadcrumb]


def suggested_pages(app: Sphinx, docnames: list[str]) -> list[str]:
    """Return the pages that a reader is offered who has not typed anything.

    These are the first pages of each tab, and then what follows the first page of the site.
    """
    build = shown_build(app.config)
    if build is None:
        return docnames[:MOST_SUGGESTIONS]
    nav, known = build.nav, set(docnames)
    if build.from_toctrees:
        return [name for name in nav.tree.listed if name in known][:MOST_SUGGESTIONS]
    home = nav.tree.home()
    found: dict[str, None] = {}
    if home is not None:
        found[home] = None
        tabs = nav.choices(nav.tree.positions(home)[0], Kind.TAB)
        found.update({tab.docname: None for tab in tabs if tab.docname})
        following: str | None = home
        while following is not None and len(found) < 2 * MOST_SUGGESTIONS:
            found[following] = None
            following = nav.tree.neighbours(nav.tree.positions(following)[0])[1]
    return [name for name in found if name in known][:MOST_SUGGESTIONS]


# The files of the index: one that the browser loads first, words in shards, and the pages. Pure.
#
# Each calls one function of the search script: a script can be loaded from a page that was opened
# as a file, and with a policy that allows only scripts of the site.

FIRST = "index.js"
COMMON = "common"
CALL = "docsjsonSearch"

FORMAT = 8
"""Where this is another number the files are something else: scripts ask for theirs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexedPage(PageLayout):
    """A page of the index, with its words."""

    record: PageRecord


def index_texts(
    pages: Sequence[IndexedPage],
    *,
    facets: dict[str, Any],
    suggested: Sequence[int],
    languages: Set[str],
    stopped: Set[str],
) -> dict[str, str]:
    """Return name → text of all files of the index.

    :param facets: what the combinations of tabs, versions and languages are.
    :param suggested: the numbers of the pages that are offered to readers who typed nothing.
    :param stopped: words that say nothing alone.
    """
    spoken = {code.replace("_", "-").partition("-")[0] for code in languages}
    records = [page.record for page in pages]
    impacts = impacts_of(records, stopped=stopped)
    shards = make_shards(impacts.postings)
    data: dict[str, Any] = {f"t{number}": shard.text for number, shard in enumerate(shards)}
    endings = make_endings(impacts.postings)
    data |= {f"e{number}": shard.text for number, shard in enumerate(endings)}
    data[COMMON] = one_shard({word: impacts.postings[word] for word in impacts.common})
    groups = page_groups(pages)
    for name, group in groups.items():
        shown, *texts = group_files(group)
        data[f"p{name}"] = shown
        data |= {f"p{name}-{number}": part for number, part in enumerate(texts)}
    # The output is as long as all pages together: it is in memory only once.
    dumped = {name: script_literal(data.pop(name)) for name in list(data)}
    blocks: dict[str, list[str]] = {}
    for name, text in dumped.items():
        blocks.setdefault(name.partition("-")[0], []).append(text)
    marks: dict[str, str] = {}
    for name, parts in blocks.items():
        marks[name[0]] = marks.get(name[0], "") + _mark(*parts)
    first = {
        "format": FORMAT,
        "counts": "".join(encode(len(record.shown)) for record in records),
        "groups": list(groups),
        "sizes": "".join(encode(len(group)) for group in groups.values()),
        "facets": {**facets, "pages": "".join(encode(page.combination) for page in pages)},
        "boosts": {n: page.boost for n, page in enumerate(pages) if page.boost != 1.0},
        "shards": [shard.first for shard in shards],
        "endings": [shard.first for shard in endings],
        "joining": bool(JOINING & spoken),
        "inflected": bool(spoken - JOINING - {"en"}),
        "completions": completions(impacts.postings, shards),
        "common": impacts.common,
        "stopped": " ".join(sorted(stopped)),
        "places": impacts.places,
        "kinds": sorted({shown[1] for record in records for shown in record.shown}),
        "suggestions": [
            [pages[number].uri, pages[number].record.title, pages[number].path]
            for number in suggested
        ],
        "marks": marks,
    }
    found = {
        f"{name}.js": f'{CALL}("{mark_of(name, first)}",{dumped.pop(name)});\n'
        for name in list(dumped)
    }
    body = script_literal(first)
    found[FIRST] = f'{CALL}("{_mark(body)}",{body});\n'
    return found


# A file of an index names its edition, and the first file names the editions that it needs: a
# browser may have cached a file of an older index. Only changed files get another mark; the others
# stay the same in the output, on hosts and in browsers.

MARK = 4
"""How many characters a mark has."""


def mark_of(name: str, first: Mapping[str, Any]) -> str:
    """Return the mark of a file, as the first file has them; that of a group is one for all."""
    marks: dict[str, str] = first["marks"]
    if name == COMMON:
        return marks[name[0]]
    kind, number = name[0], name.partition("-")[0][1:]
    at = first["groups"].index(number) if kind == "p" else int(number)
    return marks[kind][MARK * at :][:MARK]


def _mark(*texts: str) -> str:
    edition = sha256()
    for text in texts:
        edition.update(text.encode("utf-8", "replace"))
    return urlsafe_b64encode(edition.digest())[:MARK].decode()


# The records of pages, kept from build to build: each is made where its page is written.
#
# A build that writes some pages in other processes, or writes only what changed, finds the records
# of the others here.

KEPT = FORMAT
CACHE_FOLDER = "docsjson-search"
"""What a record of another number was made of is unknown."""


def collect_record(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Keep what the search finds a page by that is about to be written."""
    if writes_index(app):
        keep_page(app, pagename, doctree)


def keep_page(app: Sphinx, pagename: str, doctree: Any) -> None:
    """Keep what a page is found by, for whoever reads :func:`kept_records`."""
    if not isinstance(doctree, nodes.document):
        return
    path = _path(app, pagename)
    if is_left_out(app, pagename):
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps((KEPT, _record(app, pagename, doctree))))


def found_pages(app: Sphinx) -> list[str]:
    """Return all pages that the search finds, in the order of their names."""
    return [name for name in sorted(app.env.found_docs) if not is_left_out(app, name)]


def kept_records(app: Sphinx) -> dict[str, PageRecord]:
    """Return the records of all pages that the search finds, in the order of their names."""
    return {docname: _kept(app, docname) for docname in found_pages(app)}


def is_left_out(app: Sphinx, docname: str) -> bool:
    """Whether no search finds a page: its author says so, or it is not announced elsewhere."""
    metadata = app.env.metadata.get(docname, {})
    return "nosearch" in metadata or "no-search" in metadata


def _kept(app: Sphinx, docname: str) -> PageRecord:
    """Return the record of a page; it is made again where an earlier release kept another one."""
    try:
        version, record = pickle.loads(_path(app, docname).read_bytes())
    except (OSError, ValueError, TypeError, EOFError, AttributeError, pickle.UnpicklingError):
        version, record = 0, None
    if version == KEPT and isinstance(record, PageRecord):
        return record
    return _record(app, docname, app.env.get_and_resolve_doctree(docname, app.builder))


def _record(app: Sphinx, docname: str, doctree: nodes.document) -> PageRecord:
    metadata = app.env.metadata.get(docname, {})
    fragments, method = fragments_of(doctree, title_of(app.env, docname))
    names = [metadata.get("sidebartitle") or "", docname.rpartition("/")[2]]
    fragments[0].names += [*_listed(metadata.get("keywords")), *names]
    return page_record(fragments[0].title or docname, method, fragments)


def _listed(value: Any) -> list[str]:
    """Return the keywords of a page; MyST keeps a list as JSON."""
    return [*map(str, value)] if isinstance(value, list | tuple) else str(value or "").split(",")


def _path(app: Sphinx, docname: str) -> Path:
    """Return where a record is kept; the name of a document may be too long for one of a file."""
    name = sha256(docname.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return _record_folder(app) / f"{name}.pickle"


def _record_folder(app: Sphinx) -> Path:
    return Path(app.doctreedir) / CACHE_FOLDER / app.builder.name


# Pages → the files that a browser loads to show them. Pure.
#
# Consecutive pages form a group. Its end and its name depend only on the addresses of its pages: a
# page that is added or removed changes one group, and the files of the others stay the same. Texts
# are in separate files, so that only the texts to be shown are loaded:
# ``theme/scripts/search/decode.js``.

GROUP: Final = 16
"""How many pages are in a group on the average."""

MOST_PLACES: Final = 250
"""A group with more places ends before its next page."""

PART_SIZE: Final = 20_000
"""How many characters of text are in one file, unless one place has more."""


def page_groups(pages: Sequence[IndexedPage]) -> dict[str, list[IndexedPage]]:
    """Return name → pages of each group, in the order of the pages."""
    found: dict[str, list[IndexedPage]] = {}
    group: list[IndexedPage] = []
    places = 0
    for page in pages:
        name = sha256(page.uri.encode("utf-8", "surrogatepass")).hexdigest()
        if not group or places > MOST_PLACES or int(name[-4:], 16) % GROUP == 0:
            lengths = range(6, len(name))
            group = found.setdefault(next(name[:n] for n in lengths if name[:n] not in found), [])
            places = 0
        group.append(page)
        places += len(page.record.shown)
    return found


def group_files(pages: Sequence[IndexedPage]) -> Iterator[list[Any]]:
    """Yield the data of each file of a group: its pages, each with its places; then their texts.

    Instead of a text there is the number of its file, and its position in the file.
    """
    parts: list[list[str]] = []
    size = 0
    shown = []
    for page in pages:
        places: list[list[Any]] = [list(place) for place in page.record.shown]
        for place in places:
            if text := place[-1]:
                if not parts or size + len(text) > PART_SIZE:
                    parts.append([])
                    size = 0
                place[-1] = [len(parts) - 1, len(parts[-1])]
                parts[-1].append(text)
                size += len(text)
        shown.append([page.uri, page.record.title, page.path, page.record.method, places])
    yield shown
    yield from parts
