"""Which pages a changed specification changes: those that show something that changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.build import the_build
from sphinx_docsjson.openapi.content.about import AboutPage
from sphinx_docsjson.openapi.content.texts import PageTexts, translated
from sphinx_docsjson.openapi.model.api import Specification
from sphinx_docsjson.openapi.pages.placing import OperationGroup, groups_of
from sphinx_docsjson.openapi.pages.reference import OPENAPI, SCHEMA, ApiReference, digest_of
from sphinx_docsjson.openapi.schema.fieldtree import Target, type_limit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.openapi.model.api import Operation


ATTRIBUTE = "docsjson_api_pages"


@dataclass(frozen=True, kw_only=True)
class Dependencies:
    """What a page shows of a specification.

    :param digest: of all of it, as it was when the page was read.
    :param spec: the digest of the files, to see at once when nothing changed.
    """

    key: str
    own: str
    refs: tuple[str, ...]
    digest: str
    spec: str
    targets: tuple[Target, ...] = ()
    pages: str = ""
    settings: str = ""

    @classmethod
    def of(
        cls,
        reference: ApiReference,
        spec: Specification,
        own: str,
        refs: Iterable[str],
        targets: tuple[Target, ...],
    ) -> Dependencies:
        """Return the dependencies of a page that was just made."""
        unique = tuple(sorted(set(refs)))
        return cls(
            key=spec.key,
            own=own,
            refs=unique,
            digest=reference.digest(spec, unique),
            spec=reference.digests.get(spec.key, ""),
            targets=targets,
            pages=link_digest(reference, spec, targets),
            settings=settings_digest(reference),
        )


def link_digest(reference: ApiReference, spec: Specification, targets: tuple[Target, ...]) -> str:
    """Return a digest of where the links of a page lead, and of which types become links."""
    pages = reference.schema_pages.get(spec.key, {})
    limit = type_limit_of(len(spec.operations))
    return digest_of([limit, *(pages.get(target) for target in targets)])


def settings_digest(reference: ApiReference) -> str:
    """Return a digest of the settings that API pages are made with."""
    return digest_of(repr(reference.api))


def pages_of(env: BuildEnvironment) -> dict[str, Dependencies]:
    """Return the dependencies of the pages of an environment."""
    if not hasattr(env, ATTRIBUTE):
        setattr(env, ATTRIBUTE, {})
    pages: dict[str, Dependencies] = getattr(env, ATTRIBUTE)
    return pages


def remember(env: BuildEnvironment, docname: str, needs: Dependencies) -> None:
    """Keep what a page depends on."""
    pages_of(env)[docname] = needs


def find_changed(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that show something that is different now."""
    reference = the_build(app.config).reference
    stale = []
    for docname, needs in pages_of(env).items():
        if docname in env.found_docs and not _holds(
            reference, env.metadata[docname], needs, docname
        ):
            stale.append(docname)
    for docname in env.found_docs - set(pages_of(env)):
        metadata = env.metadata.get(docname, {})
        if (
            (metadata.get(OPENAPI) and reference.bound_operation(metadata, docname))
            or (metadata.get(SCHEMA) and reference.bound_schema(metadata, docname))
            or reference.bound_about(metadata, docname)
        ):
            stale.append(docname)  # it named something that did not exist then
    return stale


def _holds(
    reference: ApiReference, metadata: dict[str, Any], needs: Dependencies, docname: str
) -> bool:
    """Whether a page still shows what its specification says."""
    spec = reference.specs.get(needs.key)
    if spec is None or needs.settings != settings_digest(reference):
        return False
    if needs.pages != link_digest(reference, spec, needs.targets):
        return False
    operation = schema = about = None
    if metadata.get(OPENAPI):
        operation = reference.bound_operation(metadata, docname)
    elif metadata.get(SCHEMA):
        schema = reference.bound_schema(metadata, docname)
    else:
        about = reference.bound_about(metadata, docname)
    bound = operation or schema or about
    if bound is None or bound[0] is not spec:
        return False
    if about:
        return needs.own == about_digest(reference, *about)
    if needs.spec == reference.digests[spec.key]:
        return True
    if operation and needs.own != reference.operation_digest(*operation):
        return False
    return needs.digest == reference.digest(spec, needs.refs)


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a page that is read again or removed."""
    pages_of(env).pop(docname, None)


def merge(
    app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment
) -> None:
    """Take over what another process read."""
    theirs = pages_of(other)
    pages_of(env).update({name: theirs[name] for name in docnames if name in theirs})


# Fills the pages about a whole specification, and about one of its tags.

Content = tuple[list[nodes.Node], list[nodes.section]]


def about_content(
    reference: ApiReference, spec: Specification, tag: str, texts: PageTexts
) -> Content:
    """Return what stands at the top of the page, and its sections."""
    groups = groups_of(spec)
    page = AboutPage(
        spec=_translated_specification(spec, texts),
        groups=[_translated_group(group, texts) for group in groups],
        operations={
            operation.key: docname
            for operation in (*spec.operations, *spec.webhooks)
            if (docname := reference.page_of(spec, operation))
        },
        tags={
            name: docname
            for (key, name), docname in reference.about_pages.items()
            if key == spec.key and name
        },
        leads=reference.has_leads(spec),
        files=reference.files_of(spec),
        own_page=partial(reference.own_page, spec),
    )
    return page.tag(tag) if tag else page.whole()


def about_digest(reference: ApiReference, spec: Specification, tag: str) -> str:
    """Return a digest of what such a page shows."""
    operations = (*spec.operations, *spec.webhooks)
    shown: list[Any] = [
        tag,
        spec.title,
        repr(spec.info),
        repr((spec.tags, spec.tag_groups, spec.external_docs)),
        [(o.key, o.title, o.tags, o.hidden, reference.page_of(spec, o)) for o in operations],
        [page for page in reference.about_pages.items() if page[0][0] == spec.key],
        reference.files_of(spec),
        reference.has_leads(spec),
        [
            reference.own_page(spec, docs.url)
            for docs in (spec.external_docs, *(each.external_docs for each in spec.tags))
            if docs
        ],
        reference.about_labels.get(reference.about_pages.get((spec.key, tag), "")),
    ]
    if not tag:
        shown.append(repr((spec.servers, spec.security, spec.security_schemes)))
    return digest_of(shown)


def _translated_specification(spec: Specification, texts: PageTexts) -> Specification:
    if texts.idle:
        return spec
    return replace(
        spec,
        info=translated(spec.info, texts),
        servers=translated(spec.servers, texts),
        security_schemes=translated(dict(spec.security_schemes), texts),
        tags=tuple(
            replace(tag, title=texts.plain(tag.title) if tag.title else texts.plain(tag.name))
            for tag in translated(spec.tags, texts)
        ),
        external_docs=translated(spec.external_docs, texts),
    )


def _translated_group(group: OperationGroup, texts: PageTexts) -> OperationGroup:
    if texts.idle:
        return group
    return OperationGroup(
        title=texts.plain(group.title),
        tag=group.tag,
        name=group.name,
        operations=_with_titles(group.operations, texts),
        groups=[_translated_group(inner, texts) for inner in group.groups],
    )


def _with_titles(operations: Iterable[Operation], texts: PageTexts) -> list[Operation]:
    return [
        replace(operation, summary=texts.plain(operation.summary))
        if operation.summary
        else operation
        for operation in operations
    ]


def described_by(content: Sequence[nodes.Node]) -> str:
    """Return the text that says what the page is about: its first paragraph."""
    first = content[0] if content else None
    return first.astext() if isinstance(first, nodes.paragraph) else ""
