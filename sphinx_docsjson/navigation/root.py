"""The root document of a site without an index page: ``index.html`` shows its first page.

Every build needs a root document. Where the source tree has none, one is generated that holds
the name of the site and the hidden toctrees. On websites its content is replaced by that of the
first page of the navigation; in books and other single documents it stays a title, because the
page itself follows.
"""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.logging import suppress_logging
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.html_builder import contents_html, following_document, title_html
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def has_root_file(app: Sphinx) -> bool:
    """Whether the source tree holds the root document.

    Where ``index`` is missing, Sphinx takes ``contents`` instead, as it did before version 2.
    """
    root = app.config.root_doc
    if root == "index" and (app.srcdir / "contents.rst").is_file():
        return True
    return any((app.srcdir / f"{root}{suffix}").is_file() for suffix in app.config.source_suffix)


def generate_root_document(app: Sphinx) -> None:
    """Add a root document when the source tree has none."""
    if has_root_file(app):
        return
    build = the_build(app.config)
    root = app.config.root_doc
    if root not in build.documents:
        build.documents.add(root, as_heading(build.site.name or root))
        build.generated_root = root


def as_heading(title: str) -> str:
    """Return *title* as the heading of a Markdown page, whatever characters it has."""
    escaped = _PUNCTUATION.sub(r"\\\1", " ".join(title.split()))
    return f"# {escaped}\n"


def stand_ins(build: Build, first_page: str | None) -> dict[str, str]:
    """Return the documents that show another page's content → that page."""
    root = build.generated_root
    return {root: first_page} if root is not None and first_page is not None else {}


def pages_of(build: Build, env: BuildEnvironment) -> frozenset[str]:
    """Return the documents that the navigation may name: all but a generated root document.

    An entry ``index`` without a file is a page that does not exist; it is reported, and never
    stands in for itself.
    """
    return frozenset(env.found_docs) - {build.generated_root}


def first_page_of(app: Sphinx, docname: str) -> str | None:
    """Return the page that *docname* shows instead of its own content, on websites."""
    shown = the_build(app.config).nav.stand_ins.get(docname)
    return shown if is_website(app.builder) else None


def is_website(builder: Builder) -> bool:
    """Whether a builder writes one HTML page per document, for a web server or a browser."""
    embedded = getattr(builder, "embedded", True)
    return builder.format == "html" and not embedded and builder.name != "singlehtml"


def keep_root_out_of_search(app: Sphinx, env: BuildEnvironment) -> None:
    """Keep a root document that shows another page out of the search index."""
    root = the_build(app.config).generated_root
    if root is not None:
        env.metadata[root].setdefault("no-search", "")


def show_first_page(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the content of the root document by that of the first page.

    The page is resolved as itself, so that relative links and images find their targets, and
    its links are then turned so that they lead to the same targets from the root. What is wrong
    with the page is said where the page itself is written.
    """
    first = first_page_of(app, docname)
    if first is None:
        return
    page = app.env.get_doctree(first)
    with suppress_logging():
        app.env.apply_post_transforms(page, first)
    here, there = app.builder.get_target_uri(docname), app.builder.get_target_uri(first)
    for reference in page.findall(nodes.reference):
        if "refuri" in reference:
            reference["refuri"] = moved_link(reference["refuri"], there, here)
    content = page.children
    page.children = []
    doctree.clear()
    doctree.extend(content)


def moved_link(href: str, origin: str, destination: str) -> str:
    """Return the link that leads from *destination* where *href* leads from *origin*.

    Both are addresses of pages relative to the site root. Links to other sites, to the site root
    and within the page stay as they are.
    """
    if not href or href.startswith(("#", "/")) or is_external(href):
        return href
    path, mark, rest = _split(href)
    target = normpath(join(dirname(origin), path))
    if path.endswith("/") or path in (".", ".."):
        target = "" if target == "." else f"{target}/"
    return f"{relative_uri(destination, target) or './'}{mark}{rest}"


def _split(href: str) -> tuple[str, str, str]:
    match = re.search(r"[?#]", href)
    if match is None:
        return href, "", ""
    return href[: match.start()], match.group(), href[match.end() :]


def pretend_to_be_first_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Give the template the title, contents, source and address of the page that is shown."""
    first = first_page_of(app, pagename)
    if first is None:
        return
    builder: Any = app.builder
    env = app.env
    longtitle = env.longtitles.get(first)
    suffix = str(env.doc2path(first, False))[len(first) :]
    context["title"] = title_html(builder, longtitle) if longtitle else ""
    context["meta"] = env.metadata.get(first)
    context["toc"] = contents_html(builder, env, first)
    context["display_toc"] = env.toc_num_entries.get(first, 0) > 1
    context["page_source_suffix"] = suffix
    if context.get("sourcename"):
        ending = app.config.html_sourcelink_suffix
        context["sourcename"] = f"{first}{suffix}{'' if suffix == ending else ending}"
    if context.get("pageurl") and app.config.html_baseurl:
        base = app.config.html_baseurl
        context["pageurl"] = f"{base.rstrip('/')}/{builder.get_target_uri(first)}"
    follow_neighbours(app, pagename, first, context)


def follow_neighbours(app: Sphinx, pagename: str, first: str, context: dict[str, Any]) -> None:
    """Let "next" of themes lead to the page after the one that is shown."""
    builder: Any = app.builder
    following = following_document(builder, first)
    context["prev"] = None
    context["next"] = None
    if following:
        title = title_html(builder, app.env.titles[following])
        link = builder.get_relative_uri(pagename, following)
        context["next"] = {"link": link, "title": title}
