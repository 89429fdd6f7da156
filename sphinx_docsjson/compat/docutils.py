"""What is private of docutils: names, settings, classes of nodes, stored doctrees, formulas."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar

from docutils.frontend import OptionParser, Values
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en
from sphinx.transforms import SphinxSmartQuotes
from sphinx.util.nodes import NodeMatcher

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


def role_names() -> set[str]:
    """Return the names of the roles that extensions and docutils registered.

    Where they are kept elsewhere, those of the English language are known, and a role of another
    extension loses its name to a component of the same name.
    """
    extensions: dict[str, Any] = getattr(roles, "_roles", {})
    built_in: dict[str, Any] = getattr(roles, "_role_registry", {})
    spoken: dict[str, str] = import_module(en.__name__).roles
    return {*extensions, *built_in, *(spoken.values() if not built_in else ())}


# The settings of docutils for a document, which Sphinx makes anew for each.

_known: list[tuple[tuple[Any, ...], Mapping[str, Any], dict[str, Any]]] = []
MOST = 4
"""So many kinds of settings are remembered: a build reads files of a few kinds."""


def make_settings_once() -> None:
    """Let Sphinx remember the settings that it makes for documents of one kind.

    Since its version 9 it has docutils declare some hundred options of its command line for each
    document: a tenth of the build of short pages. What docutils would read is the same for all of
    them, as long as its files and Sphinx's own settings stay. Where Sphinx makes settings in
    another way, this time is lost.
    """
    import sphinx.util.docutils as place

    _known.clear()
    given = getattr(place, "_get_settings", None)
    if given is not None and not hasattr(given, "docsjson_given"):
        place._get_settings = _remembering(given)


def _remembering(given: Callable[..., Values]) -> Callable[..., Values]:
    """Return a function that answers as *given* does, from memory where it was asked before."""

    def get_settings(
        *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Values:
        files = _files() if read_config_files else []
        key = (read_config_files, *map(_kind, components), *files)
        for known_key, known_defaults, values in _known:
            if known_key == key and known_defaults == defaults:
                return _settings(values)
        made = given(*components, defaults=defaults, read_config_files=read_config_files)
        values = dict(made.__dict__)
        values.pop("record_dependencies", None)  # each document has a list of its own
        _known[MOST - 1 :] = []
        _known.insert(0, (key, dict(defaults), values))
        return _settings(values)

    get_settings.docsjson_given = given  # type: ignore[attr-defined]  # a function may have any
    return get_settings


def _kind(component: Any) -> tuple[Any, ...]:
    """Return what docutils reads of a component."""
    kind = component if isinstance(component, type) else type(component)
    own = vars(component) if kind is not component else {}
    return kind, *(name for name in own if name.startswith(("settings", "config_section")))


def _files() -> list[tuple[str, int, int]]:
    """Return the files that docutils reads settings of, as they are now."""
    found = []
    for file in OptionParser.get_standard_config_files():
        try:
            status = os.stat(file)
        except OSError:
            continue
        found.append((os.path.abspath(file), status.st_mtime_ns, status.st_size))
    return found


def _settings(values: Mapping[str, Any]) -> Values:
    """Return settings of a document; what it adds to their lists stays its own."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        return Values({name: _own(value) for name, value in values.items()})


def _own(value: Any) -> Any:
    return type(value)(value) if type(value) in (list, dict, set) else value


# The walk through a document, which some hundred transforms take for each page.


def walk_briefly() -> None:
    """Let nodes be found without a generator for each on the way, or without a walk.

    docutils makes a generator for each node of a document and asks all that stand above it for
    each that is found: a twelfth of the build of short pages. Most walks look for a class that the
    document has no node of; from its first transform on, they end before they begin
    (:class:`Held`). What is found, and when, is the same, also where nodes are changed meanwhile.
    Any other walk (siblings, ancestors) stays that of docutils.
    """
    from docutils.nodes import Node

    given = getattr(Node, "findall", None)
    if given is None or hasattr(given, "docsjson_given"):
        return
    ours = _walking(given)
    if list(signature(given).parameters) == list(signature(ours).parameters):
        setattr(Node, "findall", ours)  # noqa: B010  mypy lets no method be changed
        _see_nodes_come()


def _walking(given: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return a method that finds what *given* does."""

    def findall(
        self: Any,
        condition: Any = None,
        include_self: bool = True,
        descend: bool = True,
        siblings: bool = False,
        ascend: bool = False,
    ) -> Iterator[Any]:
        if not (include_self and descend) or siblings or ascend:
            return given(self, condition, include_self, descend, siblings, ascend)
        if condition is None:
            return _of_class(self, object)
        return (_of_class if isinstance(condition, type) else _that_fit)(self, condition)

    findall.__doc__ = given.__doc__
    findall.docsjson_given = given  # type: ignore[attr-defined]  # a function may have any
    return findall


# The two walks differ in what they ask of a node only: a call for each would cost what they save.


def _of_class(node: Any, wanted: type) -> Iterator[Any]:
    # ABCs know more classes than those that inherit from them; nodes have ``type`` as theirs.
    if node in Held.documents and wanted not in Held.classes and type(wanted) is type:
        return
    if isinstance(node, wanted):
        yield node
    around = [iter(node.children)]
    while around:
        for child in around[-1]:
            if isinstance(child, wanted):
                yield child
            if child.children:
                around.append(iter(child.children))
                break
        else:
            around.pop()


def _that_fit(node: Any, fits: Callable[[Any], bool]) -> Iterator[Any]:
    if node in Held.documents and type(fits) is NodeMatcher:
        wanted = getattr(fits, "classes", ())
        if wanted and Held.classes.isdisjoint(wanted) and set(map(type, wanted)) == {type}:
            return
    if fits(node):
        yield node
    around = [iter(node.children)]
    while around:
        for child in around[-1]:
            if fits(child):
                yield child
            if child.children:
                around.append(iter(child.children))
                break
        else:
            around.pop()


class Held:
    """Which classes of nodes a document holds, at least, from its first transform on.

    A class that is not among them needs no walk. It is added when a node is made, whoever keeps
    it, and when one that was there before is put into another: with all below it, as it may come
    out of the environment. A node that takes another class on the way is announced by
    :func:`become`; packages that we know do it nowhere else, and put nothing into ``children`` by
    hand but what they have just made or had there before.
    """

    documents: ClassVar[list[Any]] = []
    """The last one, and others while its transforms make and transform them."""

    classes: ClassVar[set[type]] = set()
    """With all that they inherit from."""

    depth: ClassVar[int] = 0
    """So many documents are transformed now, one for another."""

    left: ClassVar[int] = 0
    """So many nodes that are put elsewhere may still be looked at; then all walks are walked."""

    LOOKS = 4
    """So often a node is looked at, on the average, where transforms move it time and again."""

    @classmethod
    def begin(cls, document: Any) -> None:
        """Learn what a document holds."""
        if not cls.depth:
            cls.documents.clear()
            cls.classes.clear()
            cls.left = 0
        cls.depth += 1
        cls.left += cls.LOOKS * cls._look(document)
        cls.documents.append(document)

    @classmethod
    def end(cls) -> None:
        """Let the next document be another one, or go on with the one that this was made for."""
        cls.depth -= 1

    @classmethod
    def put(cls, node: Any) -> None:
        """Know what is put into a node."""
        cls.left -= cls._look(node)
        if cls.left < 0:
            cls.documents.clear()

    @classmethod
    def add(cls, node_class: type) -> None:
        """Know that there are nodes of a class."""
        if node_class not in cls.classes:
            cls.classes.update(node_class.__mro__)

    @classmethod
    def _look(cls, node: Any) -> int:
        """Add the classes of a node and of all below it; return how many nodes these are."""
        found, nodes_left, count = cls.classes, [node], 0
        while nodes_left:
            one = nodes_left.pop()
            count += 1
            if type(one) not in found:
                found.update(type(one).__mro__)
            if one.children:
                nodes_left.extend(one.children)
        return count


def _see_nodes_come() -> None:
    """Let :class:`Held` see what transforms make and move, and which documents they change.

    docutils has no event for it. Where a method has another name, all walks are walked.
    """
    from docutils.nodes import Element, Node, document
    from sphinx.transforms import SphinxTransformer

    make, setup_child = Element.__init__, getattr(Node, "setup_child", None)
    apply_transforms = getattr(SphinxTransformer, "apply_transforms", None)
    if setup_child is None or apply_transforms is None:
        return

    def made(self: Any, rawsource: str = "", *children: Any, **attributes: Any) -> None:
        make(self, rawsource, *children, **attributes)
        if Held.documents:
            Held.add(type(self))
            Held.left += Held.LOOKS

    def put(self: Any, child: Any) -> None:
        setup_child(self, child)
        if Held.documents:
            Held.put(child)

    def transformed(self: Any) -> None:
        known = isinstance(self.document, document)
        if known:
            Held.begin(self.document)
        try:
            apply_transforms(self)
        finally:
            if known:
                Held.end()

    setattr(Element, "__init__", wraps(make)(made))  # noqa: B010  mypy lets no method be changed
    setattr(Node, "setup_child", wraps(setup_child)(put))  # noqa: B010  mypy lets no method be changed
    setattr(SphinxTransformer, "apply_transforms", wraps(apply_transforms)(transformed))  # noqa: B010  mypy lets no method be changed


# Blocks of text without a character that typography has another one for: most of technical prose.

ACTIVE = re.compile(r"""["'`\\&\x00-]|\.\.|\. \.""")


class BriefSmartQuotes(SphinxSmartQuotes):
    """Leaves a block as it is in which there is nothing to do.

    Sphinx applies thirty replacements to each text, and makes a node for each that did not change.
    """

    def get_tokens(self, txtnodes: Any) -> Any:
        """Yield the texts of a block, or none: then its nodes stay."""
        if any(ACTIVE.search(text) for text in txtnodes):
            yield from super().get_tokens(txtnodes)


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
    Held.add(node_class)
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

    What the document was read for stays as it is: reading it again would repeat its warnings, and
    titles are known after all is read only.
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
