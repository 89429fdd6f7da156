"""The navigation as hidden toctrees in the root document, one per group.

They give every builder and every theme the order of ``docs.json``: LaTeX chapters, previous and
next, the sidebars of other themes, and "is in a toctree". Our own sidebar does not use them.

Where the pages have toctrees of their own, those stay as they are: a document that they lead to is
left out here, or it would stand in the sidebars of other themes twice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.containers import Container, Kind, PageEntry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sphinx_docsjson.navigation.tree import Chain, Tree
    from sphinx_docsjson.site.place import Location

MARK = "docsjson"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToctreeSection:
    """A toctree to be: a caption and documents, in order.

    :param outer: the labels of the containers around the group, the outermost first.
    :param titles: document → what it is called here, where that is not its own title.
    """

    caption: str
    outer: tuple[str, ...]
    docnames: tuple[str, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    location: Location | None = None


def sections_of(tree: Tree, left_out: Collection[str] = ()) -> list[ToctreeSection]:
    """Return the toctrees of a navigation: one per visible top group that has pages.

    Nested groups are part of the group around them, because a toctree cannot hold another one
    without a document between them.

    :param left_out: pages that no toctree can show, or that another one shows.
    """
    found = plain_sections(tree, left_out)
    uses = Counter(section.caption for section in found)
    return [_told_apart(section) if uses[section.caption] > 1 else section for section in found]


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


def _told_apart(section: ToctreeSection) -> ToctreeSection:
    """Return a section whose caption says where its group stands."""
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
        (section.titles.get(name), "self" if name == root else name) for name in section.docnames
    ]
    node["includefiles"] = [name for name in section.docnames if name != root]
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
        # Every theme leads to the root document anyway, and the author's list left it out.
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
