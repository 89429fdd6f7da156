"""Keeps Sphinx's own idea of the document tree equal to the navigation.

The toctrees of :mod:`sphinx_docsjson.navigation.toctree` go into the root document when it is
read. When only the navigation changed, nothing has to be read again: the stored doctree of the
root document gets new toctrees, and the collector of Sphinx that knows about toctrees looks at
it once more. The same happens once all documents are read, because only then it is known what
they are called and where their own toctrees lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.stored_doctrees import change_toctrees
from sphinx_docsjson.navigation.toctree import (
    add_toctrees,
    authors_toctrees,
    our_toctrees,
    same_toctrees,
    sections_of,
    shown_by_authors,
    toctree_nodes,
)

if TYPE_CHECKING:
    from sphinx import addnodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.navigation.nav import Nav


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
    if build.books:
        return []
    source = str(build.srcdir / build.site.source_file)
    root = app.config.root_doc
    left_out = _left_out(app.env, build.nav, root)
    return toctree_nodes(sections_of(build.nav.tree, left_out), root, source)


def _left_out(env: BuildEnvironment, nav: Nav, root: str) -> set[str]:
    """Return the pages without a title, and those that toctrees of authors lead to."""
    untitled = {name for name, toc in env.tocs.items() if not toc.children and name != root}
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

    A toctree has nothing to show of a page without a title, and Sphinx would say so on every
    page. The author's own toctrees still do.
    """
    renew_toctrees(app, env)
    return []


def renew_toctrees(app: Sphinx, env: BuildEnvironment) -> None:
    """Give the stored doctree of the root document the toctrees that it should have now."""
    build = the_build(app.config)
    root = app.config.root_doc
    if root not in env.tocs:
        return
    toctrees = _toctrees(app, build)
    if same_toctrees(our_toctrees(env.tocs[root]), toctrees):
        return
    change_toctrees(app, env, root, lambda doctree: add_toctrees(doctree, toctrees))
    build.structure_changed = True


def mark_orphans(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Tell Sphinx that pages outside the navigation are meant to be there.

    :returns: the root document when its toctrees changed, so that the environment is stored.
    """
    for docname in env.found_docs:
        if docname not in env.files_to_rebuild:
            env.metadata[docname].setdefault("orphan", "")
    build = the_build(app.config)
    changed, build.structure_changed = build.structure_changed, False
    return [app.config.root_doc] if changed else []
