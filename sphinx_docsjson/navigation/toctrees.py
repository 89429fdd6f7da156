"""Adds the navigation as hidden toctrees, and a root document for a site without one.

Every build needs a root document. Where the source tree has none, one is generated that holds
the name of the site and the hidden toctrees. On websites its content is replaced by that of the
first page of the navigation; in books and other single documents it stays a title, because the
page itself follows.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util.logging import suppress_logging
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.builders import contents_html, following_document, title_html
from sphinx_docsjson.compat.docutils import change_toctrees
from sphinx_docsjson.compat.sphinx import has_conf
from sphinx_docsjson.navigation.tree import page_info, resolve_page
from sphinx_docsjson.site.model import Container, Kind, PageEntry
from sphinx_docsjson.urls import is_external, path_of_site

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.tree import Chain, PageInfo, Tree
    from sphinx_docsjson.site.model import Location


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
        build.documents.add(root, front={"title": " ".join((build.site.name or root).split())})
        build.generated_root = root


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


def info_of(env: BuildEnvironment, docname: str) -> PageInfo:
    """Return what the navigation shows of a page, out of Sphinx's environment."""
    info = page_info(docname, title_of(env, docname), env.metadata.get(docname, {}))
    title = env.titles.get(docname, nodes.title())
    parts = tuple((one.astext(), isinstance(one, nodes.literal)) for one in title.children)
    return replace(info, parts=parts) if any(is_code for _text, is_code in parts) else info


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

    The page is resolved as itself, so that relative links and images find their targets; its links
    are then changed to lead to the same targets from the root. Problems of the page are reported
    where the page itself is written.
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
    return f"{path_of_site(relative_uri(destination, target) or './')}{mark}{rest}"


def _split(href: str) -> tuple[str, str, str]:
    match = re.search(r"[?#]", href)
    if match is None:
        return href, "", ""
    return href[: match.start()], match.group(), href[match.end() :]


def use_first_page_context(
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


# Keeps Sphinx's own idea of the document tree equal to the navigation.
#
# The toctrees of :mod:`sphinx_docsjson.navigation.toctrees` go into the root document when it is
# read. When only the navigation changed, nothing has to be read again: the stored doctree of the
# root document gets new toctrees, and the collector of Sphinx that knows about toctrees looks at
# it once more. The same happens once all documents are read, because only then it is known what
# they are called and where their own toctrees lead.


def structure_root_document(app: Sphinx, doctree: nodes.document) -> None:
    """Put the toctrees into the root document while it is read."""
    build = the_build(app.config)
    if app.env.docname == app.config.root_doc:
        add_toctrees(doctree, _toctrees(app, build))
        if build.generated_root:
            # Its title is the name of the site, a text of docs.json.
            for title in doctree.findall(nodes.title):
                title["translatable"] = False


def _toctrees(app: Sphinx, build: Build) -> list[addnodes.toctree]:
    if build.books or not (build.improves_books or follows_site(build.builder)):
        return []
    source = str(build.srcdir / build.site.source_file)
    root = app.config.root_doc
    tree = build.nav.tree
    left_out = _left_out(app.env, build.nav, root)
    if not is_website(app.builder):  # a page left out of the sidebar is still in a book
        return toctree_nodes(sections_of(tree, left_out), root, source)
    # The navigation learns what pages say about themselves only after this is first called.
    pages = {name: info_of(app.env, name) for name in tree.docnames}
    left_out |= {name for name, page in pages.items() if page.hidden}
    sections = [_with_labels(each, pages) for each in sections_of(tree, left_out)]
    return toctree_nodes(sections, root, source)


def _left_out(env: BuildEnvironment, nav: Nav, root: str) -> set[str]:
    """Return the pages without a title, and those that toctrees of authors lead to."""
    untitled = {name for name, contents in env.tocs.items() if not contents.children} - {root}
    own = {name: list(files) for name, files in env.toctree_includes.items() if name != root}
    if root in env.tocs:
        written = authors_toctrees(env.tocs[root])
        own[root] = [name for node in written for name in node["includefiles"]]
    listed = [name for each in sections_of(nav.tree, untitled) for name in each.docnames]
    return untitled | shown_by_authors(listed, own, root)


def refresh_root_document(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Renew the toctrees of a root document that is not read in this build."""
    if app.config.root_doc not in docnames:
        renew_toctrees(app, env)


def leave_out_others(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Take pages out of the toctrees that have no title, or that authors' own toctrees show.

    A toctree cannot show a page without a title, and Sphinx would report that on every page. The
    author's own toctrees still do.
    """
    renew_toctrees(app, env)
    return []


def renew_toctrees(app: Sphinx, env: BuildEnvironment) -> None:
    """Give the stored doctree of the root document the toctrees that it should have now."""
    build = the_build(app.config)
    root = app.config.root_doc
    if root not in env.tocs:
        return
    contents, toctrees = env.tocs[root], _toctrees(app, build)
    if same_toctrees(our_toctrees(contents), toctrees):
        return
    change_toctrees(app, env, root, lambda doctree: add_toctrees(doctree, toctrees))
    env.tocs[root] = with_toctrees_of(contents, env.tocs[root])
    build.structure_changed = True


def with_toctrees_of(contents: nodes.bullet_list, made: nodes.bullet_list) -> nodes.bullet_list:
    """Return the contents of a page with our toctrees of those that Sphinx has made again.

    What the reading of the page has added to them, or shortened, is kept.
    """
    for node in our_toctrees(contents):
        node.parent.remove(node)
    items = {_anchor_of(item): item for item in reversed(list(contents.findall(nodes.list_item)))}
    for node in our_toctrees(made):
        anchor = _anchor_of(node.parent.parent)
        item = items.get(anchor) if anchor else None
        if item is None:
            contents.append(node.copy())
            continue
        lists = [child for child in item.children if isinstance(child, nodes.bullet_list)]
        if not lists:
            lists = [nodes.bullet_list()]
            item += lists[0]
        lists[-1].append(node.copy())
    return contents


def _anchor_of(item: nodes.Node | None) -> str:
    """Return where an entry of contents leads to; nothing for what is not an entry."""
    reference = item.next_node(nodes.reference) if isinstance(item, nodes.list_item) else None
    return "" if reference is None else str(reference.get("anchorname", ""))


def follows_site(builder: Builder) -> bool:
    """Whether a builder shows the navigation of the site, and makes no book."""
    return builder.format == "html" and builder.name != "epub"


def _meant(app: Sphinx, build: Build) -> Iterator[str]:
    """Yield the documents that docs.json names, hidden or not, and those that nobody wrote."""
    documents = frozenset(app.env.found_docs)
    for _above, node in build.full_site.navigation.walk():
        path = node.path if isinstance(node, PageEntry) else getattr(node, "root", None)
        name = resolve_page(path, documents) if path else None
        if name is not None:
            yield name
    yield from (each.docname for each in build.documents if each.docname in documents)


def mark_orphans(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Tell Sphinx that pages outside the navigation are meant to be there.

    :returns: the root document when its toctrees changed, so that the environment is stored.
    """
    build = the_build(app.config)
    meant: Iterable[str] = env.found_docs
    if has_conf(app.config) and (build.has_own_book or not has_our_theme(app.config)):
        # A Sphinx project still gets the messages about its pages.
        meant = _meant(app, build) if follows_site(build.builder) else ()
    for docname in meant:
        if docname not in env.files_to_rebuild:
            env.metadata[docname].setdefault("orphan", "")
    changed, build.structure_changed = build.structure_changed, False
    return [app.config.root_doc] if changed else []


# The navigation as hidden toctrees in the root document, one per group.
#
# They give every builder and every theme the order of ``docs.json``: LaTeX chapters, previous and
# next, the sidebars of other themes, and "is in a toctree". Our own sidebar does not use them.
#
# Where the pages have toctrees of their own, those stay as they are: a document that they lead to
# is omitted here, or it would be in the sidebars of other themes twice.

MARK = "docsjson"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToctreeSection:
    """A toctree to be: a caption and documents, in order.

    :param outer: the labels of the containers around the group, the outermost first.
    :param titles: document → what it is called here, where that is not its own title.
    :param links: document → the address that its entry leads to instead of it.
    """

    caption: str
    outer: tuple[str, ...]
    docnames: tuple[str, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    location: Location | None = None


def sections_of(tree: Tree, left_out: Collection[str] = ()) -> list[ToctreeSection]:
    """Return the toctrees of a navigation: one per visible top group that has pages.

    Nested groups are part of the group around them, because a toctree cannot hold another one
    without a document between them.

    :param left_out: pages that no toctree can show, or that another one shows.
    """
    found = plain_sections(tree, left_out)
    uses = Counter(section.caption for section in found)
    return [_distinguished(section) if uses[section.caption] > 1 else section for section in found]


def plain_sections(tree: Tree, left_out: Collection[str] = ()) -> list[ToctreeSection]:
    """Return the sections as :func:`sections_of` does, under the names that groups have."""
    return list(_sections(tree, tree.root, (), left_out))


def _sections(
    tree: Tree, container: Container, chain: Chain, left_out: Collection[str]
) -> Iterator[ToctreeSection]:
    below = (*chain, container)
    for child in container.children:
        if not isinstance(child, Container) or child.hidden:
            continue
        if child.kind is not Kind.GROUP:
            yield from _sections(tree, child, below, left_out)
            continue
        found = _documents(tree, child)
        docnames = tuple(dict.fromkeys(name for name, _title in found if name not in left_out))
        if docnames:
            yield ToctreeSection(
                caption=child.label,
                outer=tuple(part.label for part in below[1:] if part.label),
                docnames=docnames,
                titles={name: title for name, title in reversed(found) if title},
                location=child.location,
            )


def _with_labels(section: ToctreeSection, known: Mapping[str, PageInfo]) -> ToctreeSection:
    """Return a section that names pages as a sidebar does: by ``sidebarTitle`` and ``url``."""
    pages = {name: known[name] for name in section.docnames}
    links = {name: page.url for name, page in pages.items() if page.url is not None}
    labels = {
        name: page.label
        for name, page in pages.items()
        if page.label != page.title or name in links
    }
    return replace(section, titles={**labels, **section.titles}, links=links)


def _documents(tree: Tree, group: Container) -> list[tuple[str, str]]:
    """Return the documents of a group in order, each with the title that it has there."""
    found = []
    root = (PageEntry(path=group.root),) if group.root is not None else ()
    for child in (*root, *group.children):
        if isinstance(child, PageEntry):
            docname = resolve_page(child.path, tree.docnames)
            if docname is not None:
                found.append((docname, child.label))
        elif isinstance(child, Container) and not child.hidden:
            found += _documents(tree, child)
    return found


def _distinguished(section: ToctreeSection) -> ToctreeSection:
    """Return a section whose caption says where its group is."""
    return replace(section, caption=" – ".join(filter(None, (*section.outer, section.caption))))


class toctree(addnodes.toctree):  # noqa: N801 (it is written like the one of Sphinx)
    """A toctree whose caption is a text of docs.json, and so translated already."""

    def extract_original_messages(self) -> list[str]:
        """Return nothing."""
        return []


def toctree_nodes(
    sections: Iterable[ToctreeSection], root: str, source: str
) -> list[addnodes.toctree]:
    """Return the toctree nodes of *sections* for the root document *root*.

    :param source: the file that they are made of, for warnings.
    """
    return [_toctree_node(section, root, source) for section in sections]


def _toctree_node(section: ToctreeSection, root: str, source: str) -> addnodes.toctree:
    node = toctree()
    node.source, node.line = source, section.location.line if section.location else 1
    node[MARK] = True
    node["parent"] = root
    node["entries"] = [
        (section.titles.get(name), section.links.get(name) or ("self" if name == root else name))
        for name in section.docnames
    ]
    node["includefiles"] = [
        name for name in section.docnames if name != root and name not in section.links
    ]
    node["caption"] = section.caption or None
    if section.caption:
        node["rawcaption"] = section.caption
    node["maxdepth"] = -1
    node["glob"] = False
    node["hidden"] = True
    node["includehidden"] = False
    node["numbered"] = 0
    node["titlesonly"] = False
    return node


def shown_by_authors(
    listed: Sequence[str], own: Mapping[str, Sequence[str]], root: str
) -> set[str]:
    """Return the documents of *listed* that toctrees of authors lead to.

    :param listed: the documents of our toctrees, in order.
    :param own: what the toctrees that authors wrote in a document list.
    """
    shown = _reached_from(root, own)
    for name in listed:
        if name != root and name not in shown:
            shown |= _reached_from(name, own) - {name}
    if own.get(root):
        # Every theme links to the root document anyway, and the author's list did not have it.
        shown.add(root)
    return shown.intersection(listed)


def _reached_from(start: str, own: Mapping[str, Sequence[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(own.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += own.get(name, ())
    return reached


def authors_toctrees(tree: nodes.Node) -> list[addnodes.toctree]:
    """Return the toctrees in *tree* that an author wrote."""
    return [node for node in tree.findall(addnodes.toctree) if not node.get(MARK)]


def our_toctrees(tree: nodes.Node) -> list[addnodes.toctree]:
    """Return the toctrees in *tree* that were made here."""
    return [node for node in tree.findall(addnodes.toctree) if node.get(MARK)]


def add_toctrees(doctree: nodes.document, toctrees: Iterable[addnodes.toctree]) -> None:
    """Put *toctrees* into the root document, in place of those from an earlier build.

    They go into the last section, not behind it: LaTeX and texinfo expect no content after the
    sections of a document.
    """
    for node in our_toctrees(doctree):
        node.parent.remove(node)
    last = doctree.children[-1] if doctree.children else None
    home = last if isinstance(last, nodes.section) else doctree
    home.extend(toctrees)


def same_toctrees(old: Iterable[addnodes.toctree], new: Iterable[addnodes.toctree]) -> bool:
    """Whether both lists give the same structure."""
    return [_essence(node) for node in old] == [_essence(node) for node in new]


def _essence(node: addnodes.toctree) -> tuple[object, list[tuple[object, ...]]]:
    return node["caption"], [tuple(entry) for entry in node["entries"]]
