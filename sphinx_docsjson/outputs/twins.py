"""The Markdown twin of each page: its builder, and when it is written or removed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError
from sphinx.locale import __
from sphinx.util import logging
from sphinx.util.osutil import copyfile

from sphinx_docsjson.base.contents import documents_written
from sphinx_docsjson.base.files import identities, remove_unless, write_if_changed
from sphinx_docsjson.base.markdown import (
    escape_brackets,
    escape_text,
    heading,
    joined,
    link,
    list_item,
    one_line,
    quoted,
)
from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.base.nodes import skip
from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.base.titles import title_of, title_text
from sphinx_docsjson.build import base_url, build_of, shown_build, the_build
from sphinx_docsjson.compat.sphinx import visitors_of_format
from sphinx_docsjson.html.header_footer import version_note
from sphinx_docsjson.html.own_paths import image_address
from sphinx_docsjson.html.page_foot import named_related
from sphinx_docsjson.i18n import _
from sphinx_docsjson.outputs.markdown.writer import TwinAddresses, Writer, twin_name, twin_path
from sphinx_docsjson.outputs.page_outputs import page_files
from sphinx_docsjson.pages.headings import says_the_same
from sphinx_docsjson.urls import is_external, safe_url
from sphinx_docsjson.warnings import LEFT_OUT, report_failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.html.template_data import OtherVersion
    from sphinx_docsjson.outputs.markdown.writer import Visitors


# The builder ``docsjson-markdown``: one Markdown file for each document.

logger = logging.getLogger(__name__)


FORMAT = "docsjson_markdown"


class MarkdownBuilder(Builder):
    """Writes each document as Markdown, without HTML."""

    name = "docsjson-markdown"
    format = FORMAT
    epilog = __("The Markdown files are in %(outdir)s.")
    allow_parallel = True
    supported_image_types: ClassVar[list[str]] = [
        "image/svg+xml",
        "image/png",
        "image/gif",
        "image/jpeg",
    ]
    supported_remote_images = True

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        super().__init__(app, env)
        self._sphinx = app
        """The application; Sphinx's own attribute for it is going away."""

    def get_outdated_docs(self) -> Iterator[str]:
        """Yield the documents whose file is older than their source."""
        for docname in self.env.found_docs:
            if docname not in self.env.all_docs:
                yield docname
                continue
            target = self.outdir / twin_name(docname)
            written = target.stat().st_mtime if target.exists() else 0.0
            source = self.env.doc2path(docname)
            if not source.exists() or source.stat().st_mtime > written:
                yield docname

    def get_output_path(self, docname: str) -> Path:
        """Return the file of a document."""
        return Path(self.outdir, twin_name(docname))

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a document relative to the output folder."""
        return twin_path(docname)

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Nothing needs to be prepared."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write one document; what fails costs its file, not the others."""
        try:
            write_page(self._sphinx, self.outdir / twin_name(docname), docname, doctree)
        except SphinxError:
            raise
        except Exception as error:  # whatever it is, the other documents are written
            report_failure("writing Markdown", error, docname, instead=LEFT_OUT)

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Collect the images of one document; this runs in the main process."""
        self.post_process_images(doctree)

    def finish(self) -> None:
        """Copy the images."""
        folder = self.outdir / "_images"
        for source, name in self.images.items():
            folder.mkdir(exist_ok=True)
            try:
                copyfile(self.srcdir / source, folder / name, force=True)
            except OSError as error:
                logger.warning(
                    __("cannot copy image file %r: %s"),
                    str(source),
                    error.strerror,
                    type="docsjson",
                    subtype="image",
                )


def setup_builder(app: Sphinx) -> None:
    """Register the builder."""
    app.add_builder(MarkdownBuilder, override=True)


# The Markdown twin of each HTML page: its content, and when it is written.
#
# Twins are written together with pages, so in parallel and only for changed pages. The file of a
# page is ``<docname>.md`` for every HTML builder: the address of the page with ``.md`` in place of
# ``.html`` or of the last slash.

"""Kind of a feed → the name of its file, in the folder that is called as its page."""

HTML_BUILDERS = frozenset({"html", "dirhtml", "readthedocs", "readthedocsdirhtml"})


def setup_twins(app: Sphinx) -> None:
    """Register the setting."""
    app.add_config_value(
        "docsjson_markdown_twins",
        True,
        "html",
        bool,
        description="Write each page as Markdown beside its HTML.",
    )


def has_twins(app: Sphinx) -> bool:
    """Whether this build writes a twin beside each HTML page."""
    return (
        app.builder.name in HTML_BUILDERS
        and bool(app.config.docsjson_markdown_twins)
        and shown_build(app.config) is not None
    )


def write_twin(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Write the twin of the page that is about to be written."""
    if not isinstance(doctree, nodes.document) or not has_twins(app):
        return
    path = app.outdir / twin_name(pagename)
    if not is_authors(app, path):
        write_page(app, path, pagename, doctree)


def write_page(app: Sphinx, path: Path, docname: str, doctree: nodes.document) -> None:
    """Write a document as Markdown to *path*."""
    text = page_markdown(app, app.builder, app.env, docname, doctree)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def page_markdown(
    app: Sphinx,
    builder: Builder,
    env: BuildEnvironment,
    docname: str,
    doctree: nodes.document,
) -> str:
    """Return a document as Markdown: the pointer to the index, title, description, content."""
    names = twin_names(builder, env)
    base = base_url(app.config)
    addresses = TwinAddresses(
        base_url=base,
        page_uri=builder.get_target_uri(docname),
        twin=twin_path(docname),
        twins=names,
    )

    writer = Writer(
        addresses=addresses,
        image_path=partial(image_address, builder),
        resolve_toctree=lambda toctree: env.resolve_toctree(docname, builder, toctree),
        number_of=lambda node: number_of(env, docname, node),
        visitors=visitors_of(app),
        unknown=lambda node: mention_unknown(app, node),
    )
    head = PageHead(
        title=title_of(env, docname),
        description=str(env.metadata.get(docname, {}).get("description", "")),
        pointer=pointer_to_index(app, addresses) if builder.name in HTML_BUILDERS else "",
        related=related_markdown(env, docname, addresses),
        version=other_version(app, docname, addresses),
    )
    return well_formed(page_text(writer, doctree, head)).replace("\0", "\ufffd")


def visitors_of(app: Sphinx) -> Visitors:
    """Return the handlers that extensions registered for twins.

    A project hides its todo notes unless it is configured otherwise, and so does the twin.
    """
    found = visitors_of_format(app, FORMAT)
    if not getattr(app.config, "todo_include_todos", True):
        found["todo_node"] = (skip, None)
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class PageHead:
    """What is above the content of a twin; each part is plain text and may be empty."""

    title: str
    description: str
    pointer: str
    related: str = ""
    """What is below the content, as Markdown: the pages that the page leads to."""
    version: str = ""


def related_markdown(env: BuildEnvironment, docname: str, addresses: TwinAddresses) -> str:
    """Return the pages that ``related`` of a page names, as the page lists them."""
    found = []
    for title, href, target in named_related(env.found_docs, env.metadata.get(docname, {})):
        url = safe_url(href) if is_external(href) else None
        if target:
            _path, mark, fragment = href.partition("#")
            url = addresses.document(target) + mark + fragment
        if url:
            label = title or (title_of(env, target) if target else "") or href
            text = escape_brackets(escape_text(one_line(label)))
            found.append(list_item("-", link(text, url)))
    return joined([heading(2, _("Related")), "\n".join(found)]) if found else ""


def page_text(writer: Writer, doctree: nodes.document, head: PageHead) -> str:
    """Return the whole text of a twin.

    The title of the page is the only heading of the first level. If the document has no title of
    its own, the one that the page shows is put before it.
    """
    title, content = _title_and_content(doctree)
    shown = title_text(title) or head.title
    is_said = any(map(_is_lead, content)) or says_the_same(head.description, shown)
    lead = "" if is_said else escape_text(one_line(head.description))
    if title is None:
        title_line = heading(1, escape_text(head.title)) if head.title else ""
    else:
        title_line = heading(1, writer.numbered(title))
    writer.level = 1
    body = writer.blocks(content)
    pointer = quoted(head.pointer) if head.pointer else ""
    version = quoted(head.version) if head.version else ""
    return joined([pointer, title_line, version, lead, body, head.related]) + "\n"


def _title_and_content(doctree: nodes.document) -> tuple[nodes.title | None, list[nodes.Node]]:
    """Return the title of a document and all that follows it."""
    sections = [child for child in doctree.children if isinstance(child, nodes.section)]
    first = sections[0] if len(sections) == 1 else None
    if first is None or not isinstance(first.children[0], nodes.title):
        own = next((child for child in doctree.children if isinstance(child, nodes.title)), None)
        return own, [child for child in doctree.children if child is not own]
    before = doctree.children[: doctree.index(first)]
    if any(_is_visible(child) for child in before):
        return None, list(doctree.children)
    after = doctree.children[doctree.index(first) + 1 :]
    return first.children[0], [*before, *first.children[1:], *after]


def _is_lead(node: nodes.Node) -> bool:
    """Whether *node* is the description, which Markdown pages have as their first paragraph."""
    return isinstance(node, nodes.paragraph) and "dj-lead" in node.get("classes", ())


def _is_visible(node: nodes.Node) -> bool:
    return not isinstance(node, nodes.Invisible | nodes.comment | nodes.docinfo | nodes.meta)


@dataclass
class TwinState:
    """What is kept of a build.

    :param names: URI of each page → address of its twin.
    :param names_for: the builder and the number of pages that these hold for.
    :param unknown_nodes: the classes of nodes that were said to have no form in twins.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    names_for: tuple[int, int] | None = None
    unknown_nodes: set[str] = field(default_factory=set)


def twin_names(builder: Builder, env: BuildEnvironment) -> Mapping[str, str]:
    """Return URI of each page → address of its twin; made once for all pages of a build."""
    build = shown_build(env.config)
    key = (id(builder), len(env.found_docs))
    state = TwinState() if build is None else build.state(TwinState)
    if state.names_for == key:
        return state.names
    names = {builder.get_target_uri(name): twin_path(name) for name in env.found_docs}
    state.names_for, state.names = key, names
    return names


def pointer_to_index(app: Sphinx, addresses: TwinAddresses) -> str:
    """Return the lines at the top of a twin that lead to the index of all pages."""
    build = shown_build(app.config)
    if build is None or not app.config.docsjson_llms_txt:
        return ""
    index = addresses.site("llms.txt")
    lines = [f"For AI agents: the index of all pages, each as Markdown, is at {index}."]
    lines += [escape_text(one_line(line)) for line in build.site.agent_instructions]
    return "\n\n".join(lines)


def other_version(app: Sphinx, docname: str, addresses: TwinAddresses) -> str:
    """Return the line that leads from a page of another version than the current one to that."""
    build = build_of(app.config)
    note = version_note(app.config, build.nav.view(docname).nav_view) if build else None
    if note is None:
        return ""
    said, current = note
    target = current.docname and addresses.document(current.docname)
    return version_line(said, target or current.href)


def version_line(said: OtherVersion, url: str | None) -> str:
    """Return the note of an old version as Markdown."""
    label = escape_text(said.label)
    return f"{escape_text(said.text)} {link(label, url) if url else label}"


def mention_unknown(app: Sphinx, node: nodes.Element) -> None:
    """Say once for each class of nodes that only its content is written.

    It is not a warning: the owner of a site can do nothing about the nodes of an extension.
    """
    build = shown_build(app.config)
    kind = f"{type(node).__module__}.{type(node).__qualname__}"
    said = build.state(TwinState).unknown_nodes if build else set()
    if kind not in said:
        said.add(kind)
        logger.info(
            "Markdown twins cannot show the node %s: only its content is written; its extension "
            "can register a form with app.add_node(…, docsjson_markdown=(visit, depart))",
            kind,
            location=node,
            type="docsjson",
            subtype="markdown-unknown-node",
        )


# The numbers that Sphinx puts before titles and captions: ``numfig`` and numbered toctrees.


def number_of(env: BuildEnvironment, docname: str, node: nodes.Node) -> str:
    """Return what is before the title of a section or the caption of anything else."""
    if not isinstance(node, nodes.Element) or not node["ids"]:
        return ""
    first = node["ids"][0]
    if isinstance(node, nodes.section):
        numbers = env.toc_secnumbers.get(docname, {})
        # The first heading of a page has no anchor of its own.
        found = numbers.get(f"#{first}") or (numbers.get("") if _is_first(node) else None)
        return f"{_dotted(found)}{env.config.html_secnumber_suffix}" if found else ""
    kind = env.domains.standard_domain.get_enumerable_node_type(node)
    figures = env.toc_fignumbers.get(docname, {}).get(kind or "", {})
    pattern = env.config.numfig_format.get(kind)
    return f"{pattern % _dotted(figures[first])} " if pattern and first in figures else ""


def _is_first(section: nodes.section) -> bool:
    return isinstance(section.parent, nodes.document)


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


# Output of pages that no longer exist: Sphinx leaves it, and hosts would publish it.

SOURCES = "_sources"
MEMORY = "docsjson-published"


def remove_stale(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Remove what earlier builds wrote for the *removed* documents; no document is outdated.

    If nothing that was read before counts, only the record of what was written knows of them. A
    document that is now made from a file with another suffix leaves its former source, and all
    leave theirs when sources are no longer copied.
    """
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder):
        for docname in removed | (documents_written(app) - env.found_docs):
            more = (Path(builder.outdir, name) for name in page_files(app, docname))
            for path in (*outputs_of(docname, builder), *more):
                path.unlink(missing_ok=True)
        for docname in env.found_docs if (Path(builder.outdir) / SOURCES).is_dir() else ():
            now = str(env.doc2path(docname, base=False)).removeprefix(docname)
            now = now if builder.config.html_copy_source else ""
            for path in sources_of(docname, builder, but=now):
                path.unlink(missing_ok=True)
    return []


def outputs_of(docname: str, builder: StandaloneHTMLBuilder) -> Iterator[Path]:
    """Yield the files that a build may have written for a document."""
    yield Path(builder.get_outfilename(docname))
    yield Path(builder.outdir) / twin_name(docname)
    yield from sources_of(docname, builder)


def sources_of(docname: str, builder: StandaloneHTMLBuilder, *, but: str = "") -> Iterator[Path]:
    """Yield the copies of sources that a build may have written for a document.

    :param but: the suffix of the source whose copies stay.
    """
    folder = Path(builder.outdir) / SOURCES
    for suffix in builder.config.source_suffix:
        if suffix != but:
            yield folder / f"{docname}{suffix}{builder.config.html_sourcelink_suffix}"
            yield folder / f"{docname}{suffix}"


def remove_unpublished(app: Sphinx, failure: Exception | None) -> None:
    """Remove the files beside pages that the build before wrote and this one does not.

    A file with other content now belongs to someone else, and stays.
    """
    if failure is not None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    outdir = Path(app.outdir)
    memory = Path(app.doctreedir) / f"{MEMORY}-{app.builder.name}.json"
    today = {
        path.relative_to(outdir).as_posix(): _digest(path)
        for path in the_build(app.config).published
        if path.is_file()
    }
    kept = identities(outdir / name for name in today)
    for name, digest in _remembered(memory).items():
        path = outdir / name
        inside = path.resolve().is_relative_to(outdir.resolve())
        if name not in today and inside and path.is_file() and _digest(path) == digest:
            remove_unless(path, kept)
    write_if_changed(memory, json.dumps(today, sort_keys=True))


def _remembered(memory: Path) -> dict[str, str]:
    try:
        found = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
