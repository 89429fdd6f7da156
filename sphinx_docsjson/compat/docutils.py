"""Private names of docutils: settings, node classes, stored doctrees, formulas."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


# Who has the name of a directive or a role; docutils has methods that add and none that tell.


def directive_of(name: str) -> type[Directive] | None:
    """Return the directive that has *name* today, if any.

    The public function is asked for those of docutils itself, which it imports. For any other
    name it reports an error, so what extensions registered is looked up where docutils keeps it.
    Registration is global (https://github.com/chrisjsewell/docutils/issues/446); where it is kept
    elsewhere, a directive of another extension loses its name to a component of the same name.
    """
    registered: Any = getattr(directives, "_directives", {}).get(name)
    if registered is None and name in en.directives:
        # The document is only told of names that the language does not have.
        registered, _messages = directives.directive(name, en, None)  # type: ignore[arg-type]  # no document is asked for a name
    return registered if isinstance(registered, type) else None


def names_of_directives() -> set[str]:
    """Return the names that directives have today; those of domains are not among them."""
    return {*getattr(directives, "_directives", {}), *en.directives}


def place_of(directive: Any) -> str:
    """Return file and line of a directive: docutils tells them to those of Sphinx only."""
    source, line = directive.state_machine.get_source_and_line(directive.lineno)
    return f"{source}:{line}" if source and line else str(source or "")


def role_names() -> set[str]:
    """Return the names of the roles that extensions and docutils registered.

    Where they are kept elsewhere, those of the English language are known, and a role of another
    extension loses its name to a component of the same name.
    """
    extensions: dict[str, Any] = getattr(roles, "_roles", {})
    built_in: dict[str, Any] = getattr(roles, "_role_registry", {})
    spoken: dict[str, str] = import_module(en.__name__).roles
    return {*extensions, *built_in, *(spoken.values() if not built_in else ())}


# LaTeX → MathML by the converter that docutils has for its own writer.


def tex_to_mathml(tex: str, *, block: bool) -> str | None:
    """Return a formula as MathML, ``None`` when it is not understood.

    docutils documents no module of its converters, and has changed the names of parameters. Where
    they are elsewhere, formulas are shown as they were written.
    """
    try:
        convert: Any = import_module("docutils.utils.math.latex2mathml").tex2mathml
        table = import_module("docutils.utils.math.unichar2tex").uni2tex_table
    except (ImportError, AttributeError):
        return None
    source = tex.translate(table)
    try:
        try:
            return str(convert(source, as_block=block))
        except TypeError:  # docutils before 0.22 names the parameter ``inline``
            return str(convert(source, inline=not block))
    except Exception:  # whatever a converter fails with, the formula is not understood
        return None


# A node of docutils that becomes one of ours.


def become(node: Any, node_class: type[nodes.Element]) -> Any:
    """Return *node* as a node of another class; the ids of the document lead to it as before.

    docutils and Sphinx remember nodes by ids, names, footnotes and more, and have no way to tell
    them of another one in its place. Where a class cannot be changed, a copy takes the place of
    the node, and what was remembered leads to the node as it was.
    """
    try:
        node.__class__, node.tagname = node_class, node_class.__name__
    except TypeError:
        made = node_class("", *node.children, **node.attributes)
        made.source, made.line = node.source, node.line
        if node.parent is not None:
            node.replace_self(made)
        return made
    return node


# A doctree that was stored, with other toctrees than before.


def change_toctrees(
    app: Sphinx, env: BuildEnvironment, docname: str, change: Callable[[nodes.document], None]
) -> None:
    """Change the toctrees of a document that is not read in this build, or not any more.

    The document is not read again: that would repeat its warnings, and titles are known only after
    everything has been read.
    """
    doctree = env.get_doctree(docname)
    change(doctree)
    collect_toctrees(app, env, docname, doctree)
    app.builder.write_doctree(docname, doctree)
    forget_bytes(env, docname)


def collect_toctrees(
    app: Sphinx, env: BuildEnvironment, docname: str, doctree: nodes.document
) -> None:
    """Let Sphinx note what the toctrees of a document lead to.

    The collector that does it while a document is read has no documented name. Where it has
    another, sidebars of other themes show the order of the last time that the document was read.
    """
    try:
        from sphinx.environment.collectors.toctree import TocTreeCollector
    except ImportError:
        return
    before = env.current_document.docname
    env.current_document.docname = docname
    try:
        collector = TocTreeCollector()
        collector.clear_doc(app, env, docname)
        collector.process_doc(app, doctree)
    finally:
        env.current_document.docname = before


def forget_bytes(env: BuildEnvironment, docname: str) -> None:
    """Let the environment read a doctree from its file again.

    It keeps the bytes of those that it has read, and write_doctree does not tell it. Where they
    are kept elsewhere, the toctrees of the first reading are shown until the next build.
    """
    getattr(env, "_pickled_doctree_cache", {}).pop(docname, None)


class _NoDoctrees(dict[str, "nodes.document"]):
    """Doctrees that wait to be written elsewhere."""

    def __setitem__(self, docname: str, doctree: nodes.document) -> None:
        """Keep nothing."""


def keep_in_files(env: BuildEnvironment) -> None:
    """Let doctrees wait in their files until they are written.

    The environment keeps what it has read until it is written, so as not to read the file again,
    and has no setting for it. Where it keeps them elsewhere, they take memory.
    """
    if isinstance(getattr(env, "_write_doc_doctree_cache", None), dict):
        setattr(env, "_write_doc_doctree_cache", _NoDoctrees())  # noqa: B010  no type knows the name
