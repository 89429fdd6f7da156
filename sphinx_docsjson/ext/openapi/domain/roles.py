"""The Sphinx domain ``openapi``: its roles, objects and index entries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.config import ENUM
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import ReferencesResolver, SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsjson.base.messages import title_line
from sphinx_docsjson.build import build_of
from sphinx_docsjson.ext.openapi.domain.known import (
    ENDPOINT,
    HINTS,
    ApiObject,
    FoundObject,
    KnownObjects,
    inventory_name,
    is_wanted,
    joined,
    loose_name,
    near_descriptions,
    qualifiers_of,
    response_name,
    shown_descriptions,
)
from sphinx_docsjson.ext.openapi.pages.reference import known_reference
from sphinx_docsjson.ext.openapi.schema.fieldtree import ONE_PAGE, anchor_on_one_page
from sphinx_docsjson.i18n import _
from sphinx_docsjson.warnings import Warn, safe, safe_role, safe_transform, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


def index_node(known: ApiObject, anchor: str) -> addnodes.index:
    """Return the entries of an object.

    :param anchor: where it begins on its page.
    """
    formats = {
        "webhook": str(_("%s (webhook)")),
        "channel": str(_("%s (channel)")),
        "schema": str(_("%s (schema)")),
        "tag": str(_("%s (tag)")),
    }
    names = [formats.get(known.kind, "%s") % known.name, known.operation_id]
    # A semicolon would make a word of its own of what comes after it.
    values = [" ".join(name.replace(";", ",").split()) for name in names if name]
    # The search finds main entries as it finds titles.
    entries = [("single", value, anchor, "main", None) for value in values]
    # Names of an API are not for translators, who are given the entries that are not inline.
    return addnodes.index(entries=entries, inline=True)


# The Sphinx domain ``openapi``: what descriptions of APIs offer, for roles, search and index.

MARK = "api_objects"
"""The attribute by which a new section tells the domain what is in it."""

KINDS = ("operation", "operationid", "webhook", "channel", "schema", "response", "tag")

ROLES = {"op": "op", "operation": "op", "schema": "schema", "field": "field", "tag": "tag"}
ROLES |= {"webhook": "webhook", "channel": "channel"}
ROLES |= {"response": "response"}
"""Role → what is looked for."""

ANY = ("op", "schema", "field")
"""What the role ``any`` and links look for. The names of tags are everyday words, and would take
the place of pages and headings of the same name."""

MANY_FIELDS = 10_000
"""A site with more fields keeps those of responses, and those inside others, to itself: all
that GitHub's API has would make an inventory of 1.2 MB."""

COMMON = 25
"""The search leaves out a field of a name that so many operations and schemas have."""


DomainObject: TypeAlias = tuple[str, str, str, str, str, int]
"""What Sphinx knows of an object: name, shown name, kind, document, anchor, priority."""


# The roles of the domain ``openapi``.


class ObjectRole(XRefRole):
    """``GET /plants``, ``createOrder``, ``Order.customer.email``; ``~`` shows the last part."""

    def create_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; words of the author's own are not code."""
        self.innernodeclass = nodes.inline if self.has_explicit_title else nodes.literal
        return super().create_xref_node()

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Return the title and the target of a link, without ``~``."""
        title, target = super().process_link(env, refnode, has_explicit_title, title, target)
        if not has_explicit_title:
            title = " ".join(title.split())
            if title.startswith("~"):
                title = last_part(title[1:], refnode["reftype"])
        return title, target.removeprefix("~").strip()


class OperationRole(ObjectRole):
    """``docsjson:op``: ``openapi:op`` under the name that it has beside the components."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link of the role of the domain."""
        self.name = "openapi:op"
        return super().run()


def last_part(name: str, role: str) -> str:
    """Return the path of an operation, the name of a field, or else the last word of a name."""
    if role not in ("field", "response"):
        return name.rpartition(" ")[2]
    return re.split(r"[. \]]", name)[-1] or name


class OpenApiDomain(Domain):
    """The objects of every description, each at the page that shows it."""

    name = "openapi"
    label = "OpenAPI"
    object_types: ClassVar[dict[str, ObjType]] = {
        "operation": ObjType(_("operation"), "op", "operation"),
        "operationid": ObjType(_("operation"), "op", "operation"),
        "webhook": ObjType(_("webhook"), "webhook", "op", "operation"),
        "channel": ObjType(_("channel"), "channel"),
        "schema": ObjType(_("schema"), "schema"),
        "field": ObjType(_("field"), "field"),
        "response": ObjType(_("response"), "response"),
        "tag": ObjType(_("tag"), "tag"),
    }
    roles: ClassVar[dict[str, Any]] = {
        name: safe_role(ObjectRole)(warn_dangling=True) for name in ROLES
    }
    initial_data: ClassVar[dict[str, Any]] = {"pages": {}}
    data_version = 1
    _known: KnownObjects | None = None
    _objects: tuple[DomainObject, ...] = ()
    _near: Mapping[str, frozenset[str]] | None = None

    @property
    def pages(self) -> dict[str, tuple[ApiObject, ...]]:
        """The objects of each document."""
        found: dict[str, tuple[ApiObject, ...]] = self.data["pages"]
        return found

    @property
    def known(self) -> KnownObjects:
        """What names may mean; made when it is asked for after a change."""
        if self._known is None:
            build = build_of(self.env.config)
            reference = known_reference(build)
            self._known = KnownObjects(self.pages, list(reference.known) if reference else ())
        return self._known

    # -- what there is -----------------------------------------------------------------------

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Keep what a document and its sections say that they hold."""
        found = []
        for node in (document, *document.findall(nodes.section)):
            for known, anchor in node.attributes.pop(MARK, ()):
                found.append(replace(known, anchor=anchor or node["ids"][0]))
        if found:
            self.pages[docname] = tuple(found)
            self._forget()

    def clear_doc(self, docname: str) -> None:
        """Forget a document."""
        if self.pages.pop(docname, None):
            self._forget()

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process has read."""
        theirs: Mapping[str, tuple[ApiObject, ...]] = otherdata["pages"]
        self.pages.update({name: theirs[name] for name in docnames if name in theirs})
        self._forget()

    def _forget(self) -> None:
        self._known, self._objects, self._near = None, (), None

    def get_objects(self) -> Iterable[DomainObject]:
        """Return every object; the inventory asks for them, and the search."""
        self._objects = self._objects or tuple(self._every_object())
        return self._objects

    def _every_object(self) -> Iterator[DomainObject]:
        """Yield every object; what several descriptions have is qualified by their names."""
        known = self.known
        qualifiers = qualifiers_of(known.specs)
        for kind in KINDS:
            for name, entries in known.by_name.get(kind, {}).items():
                for entry in entries.values():
                    names = [name] if len(entries) == 1 else []
                    if len(qualifiers) > 1:
                        names.append(f"{qualifiers[entry.spec]} {name}")
                    for number, each in enumerate(names):
                        priority = -1 if number or kind == "response" else 1
                        safe = inventory_name(each)
                        shown = title_line(each)
                        yield safe, shown, kind, entry.docname, entry.anchor, priority
        yield from self._field_objects(known, qualifiers)

    def _field_objects(
        self, known: KnownObjects, qualifiers: Mapping[str, str]
    ) -> Iterator[DomainObject]:
        """Yield the fields; the search leaves out names that many have."""
        wanted = self.env.config.docsjson_openapi_fields
        if wanted == "none":
            return
        owners = [
            (name, spec, part)
            for name, specs in known.owners.items()
            for spec, parts in specs.items()
            for part in parts
            if part.inside or name == (part.known.operation_id or part.known.name)
        ]
        if wanted == "auto":
            total = sum(part.number for _name, _spec, part in owners)
            wanted = "brief" if total > MANY_FIELDS else "all"
        found: dict[str, tuple[str, str]] = {}
        common: Counter[str] = Counter()
        for owner, spec, part in owners:
            several = len(known.owners[owner]) > 1
            before = f"{qualifiers[spec]} " if several else ""
            last_names = set()
            for field in part.fields():
                if is_wanted(field, wanted):
                    name = inventory_name(before + joined(owner, field.name))
                    found.setdefault(name, (part.docname, field.anchor))
                    last_names.add(name.rpartition(".")[2])
            common.update(last_names)
        for name, (docname, anchor) in found.items():
            priority = -1 if common[name.rpartition(".")[2]] > COMMON else 2
            yield name, name, "field", docname, anchor, priority

    # -- what is meant -----------------------------------------------------------------------

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return the link that a role stands for."""
        found = self._nearest(self.known.find(ROLES.get(typ, typ), target), fromdocname)
        if not found:
            return None
        if len(found) > 1:
            warn(Warn.OPENAPI_REFERENCE, self.ambiguity(target, found), location=node)
        return self._link(found[0], fromdocname, builder, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return the links that a name of no role may stand for."""
        found = [
            (role, each)
            for role in ANY
            for each in self._nearest(self.known.find(role, target), fromdocname)
        ]
        return [
            (f"openapi:{role}", self._link(each, fromdocname, builder, contnode))
            for role, each in found
        ]

    def _nearest(self, found: list[FoundObject], docname: str) -> list[FoundObject]:
        """Return those of the descriptions that the page is nearest to, such as its version's."""
        if len(found) < 2:
            return found
        if self._near is None:
            build = build_of(self.env.config)
            shown = shown_descriptions(self.pages)
            self._near = near_descriptions(build.full_site.navigation, shown) if build else shown
        near = self._near.get(docname, frozenset())
        return [each for each in found if each.spec in near] or found

    @staticmethod
    def _link(
        found: FoundObject, fromdocname: str, builder: Builder, contnode: nodes.Element
    ) -> nodes.reference:
        anchor = "" if found.own else found.anchor
        if found.in_tree and builder.name == ONE_PAGE:
            address = f"#{anchor_on_one_page(found.docname, anchor)}"
            return nodes.reference("", "", contnode, internal=True, refuri=address)
        return make_refnode(builder, fromdocname, found.docname, anchor, contnode)

    def ambiguity(self, target: str, found: Sequence[FoundObject]) -> str:
        """Return what is said about a name that several objects have."""
        qualifiers = qualifiers_of(self.known.specs)
        names = [
            f"{qualifiers[each.spec]} {each.name}" if len(qualifiers) > 1 else each.name
            for each in found
        ]
        return f"{target!r} may be {' or '.join(map(repr, names))}; write one of them"

    def unknown(self, typ: str, target: str) -> str:
        """Return what is said about a name that no object has."""
        what = {"op": "operation", "operation": "operation"}.get(typ, typ)
        near = self.known.nearest(ROLES.get(typ, typ), target)
        hint = f"did you mean {' or '.join(near)}?" if near else HINTS.get(typ, "")
        return f"no page shows the {what} {target!r} ({hint or HINTS['op']})"


def use_inventory_name(
    _app: object, env: BuildEnvironment, node: pending_xref, _content: nodes.Element
) -> None:
    """Rewrite a target as another project's inventory spells it, before intersphinx runs.

    An operation is found whatever the names of its path variables, and its fields by its path.
    """
    if node.get("refdomain") != "openapi" or not hasattr(env, "intersphinx_inventory"):
        return
    from sphinx.ext.intersphinx import InventoryAdapter

    inventories = InventoryAdapter(env)
    found = inventories.named_inventory.get(node.get("inventory"), inventories.main_inventory)
    kinds = [kind for kind in found if kind.startswith("openapi:")]
    if any(node["reftarget"] in found[kind] for kind in kinds):
        return
    whole = " ".join(node["reftarget"].split())
    match = ENDPOINT.fullmatch(whole)
    owner, path = (match[1], match[2]) if match else (whole, "")
    known = found.get("openapi:operation", {})
    name = next((each for each in known if loose_name(each) == loose_name(owner)), None)
    if name is None:
        return
    ids = found.get("openapi:operationid", {}).items()
    names = [name, *(each for each, item in ids if item.uri == known[name].uri)]
    parts = [joined(each, path) for each in names] if path else names
    parts += [response_name(each, path) for each in names] if path else []
    held = (part for part in parts for kind in kinds if part in found[kind])
    node["reftarget"] = next(held, node["reftarget"])


class RewriteExternalTargets(SphinxPostTransform):
    """Rewrites the targets of ``external`` roles, which Sphinx resolves without an event."""

    default_priority = ReferencesResolver.default_priority - 2

    def run(self, **_options: Any) -> None:
        """Rewrite them before intersphinx resolves them."""
        for node in self.document.findall(pending_xref):
            if "intersphinx" in node:
                use_inventory_name(None, self.env, node, node)


def report_unknown(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Report an unknown target with suggestions; Sphinx reports only that it is missing."""
    if not isinstance(domain, OpenApiDomain):
        return None
    message = domain.unknown(str(node["reftype"]), str(node["reftarget"]))
    if node.get("refwarn"):
        warn(Warn.OPENAPI_REFERENCE, message, location=node)
    return True


def mark(node: nodes.document | nodes.section, known: ApiObject, anchor: str = "") -> None:
    """Note that an object is in a document or a section, for the domain.

    :param anchor: where; by default at the first id that the section has in the end.
    """
    node[MARK] = [*node.get(MARK, ()), (known, anchor)]


def setup_domain(app: Sphinx) -> None:
    """Register the domain, its setting, and the role that is beside the components."""
    domain = safe(OpenApiDomain, "process_doc", lambda _self, _env, docname, _tree: docname)
    domain = safe(domain, "resolve_xref", lambda _self, _env, docname, *_: docname)
    domain = safe(
        domain, "resolve_any_xref", lambda _self, _env, docname, *_: docname, lambda *_: []
    )
    app.add_domain(safe(domain, "get_objects", lambda _self: None, lambda _self: ()))
    app.add_post_transform(safe_transform(RewriteExternalTargets))
    app.add_role_to_domain("docsjson", "op", safe_role(OperationRole)(warn_dangling=True))
    app.add_config_value(
        "docsjson_openapi_fields",
        "auto",
        "env",
        types=ENUM("auto", "all", "request", "none"),
        description="Which fields other projects and the search find: `auto`, `all`, `request`, "
        "`none`.",
    )
