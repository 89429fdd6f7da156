"""Which pages a changed specification changes: those that show something that changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.build import the_build
from sphinx_docsjson.openapi.content.about import AboutPage
from sphinx_docsjson.openapi.content.texts import PageTexts, translated
from sphinx_docsjson.openapi.model.api import Specification
from sphinx_docsjson.openapi.pages.placing import OperationGroup, groups_of
from sphinx_docsjson.openapi.pages.reference import DescribedApi, Subject, digest_of
from sphinx_docsjson.openapi.schema.fieldtree import Target, type_limit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ATTRIBUTE = "docsjson_api_pages"


@dataclass(frozen=True, kw_only=True)
class Dependencies:
    """What a page shows of a specification.

    :param own: a digest of what the page is about.
    :param digest: of all that it refers to, as it was when the page was read.
    :param files: the digest of the files, to see at once when nothing changed.
    :param around: a digest of the settings, and of where the links of the page lead.
    """

    key: str
    own: str
    refs: tuple[str, ...]
    digest: str
    files: str
    targets: tuple[Target, ...]
    around: str


def pages_of(env: BuildEnvironment) -> dict[str, Dependencies]:
    """Return the dependencies of the pages of an environment."""
    if not hasattr(env, ATTRIBUTE):
        setattr(env, ATTRIBUTE, {})
    pages: dict[str, Dependencies] = getattr(env, ATTRIBUTE)
    return pages


def remember(
    env: BuildEnvironment,
    api: DescribedApi,
    subject: Subject,
    refs: Iterable[str] = (),
    targets: tuple[Target, ...] = (),
) -> None:
    """Keep what the page that was just made depends on."""
    unique = tuple(sorted(set(refs)))
    pages_of(env)[env.docname] = Dependencies(
        key=api.spec.key,
        own=_own_digest(api, subject),
        refs=unique,
        digest=api.digest_of(unique),
        files=api.digest,
        targets=targets,
        around=_digest_around(api, targets),
    )


def _own_digest(api: DescribedApi, subject: Subject) -> str:
    return about_digest(api, subject) if isinstance(subject, str) else api.own_digest(subject)


def _digest_around(api: DescribedApi, targets: tuple[Target, ...]) -> str:
    """Return a digest of the settings, of where links lead, and of which types become links."""
    limit = type_limit_of(len(api.spec.operations))
    return digest_of([repr(api.settings), limit, *(api.schemas.get(target) for target in targets)])


def find_changed(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that show something that is different now."""
    reference, pages = the_build(app.config).reference, pages_of(env)
    return [
        docname
        for docname in env.found_docs
        if not _holds(pages.get(docname), reference.bound(env.metadata.get(docname, {}), docname))
    ]


def _holds(needs: Dependencies | None, bound: tuple[DescribedApi, Subject] | None) -> bool:
    """Whether a page still shows what its specification says; nothing, where it names nothing."""
    if needs is None or bound is None:
        return needs is None and bound is None
    api, subject = bound
    if needs.key != api.spec.key or needs.around != _digest_around(api, needs.targets):
        return False
    if needs.files == api.digest and not isinstance(subject, str):
        return True
    return needs.own == _own_digest(api, subject) and needs.digest == api.digest_of(needs.refs)


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


def about_content(api: DescribedApi, tag: str, texts: PageTexts) -> Content:
    """Return what stands at the top of the page, and its sections."""
    page = AboutPage(
        spec=_translated_specification(api.spec, texts),
        groups=[_translated_group(group, texts) for group in groups_of(api.spec)],
        operations=api.operations,
        tags={name: docname for name, docname in api.tags.items() if name},
        leads=api.choice.tags != "none",
        files=[(file.label, file.path) for file in api.downloads],
        own_page=api.own_page,
    )
    return page.tag(tag) if tag else page.whole()


def about_digest(api: DescribedApi, tag: str) -> str:
    """Return a digest of what such a page shows."""
    spec = api.spec
    shown: list[Any] = [
        tag,
        spec.title,
        repr(spec.info),
        repr((spec.tags, spec.tag_groups, spec.external_docs)),
        [(o.key, o.title, o.tags, o.hidden, api.page_of(o)) for o in spec.every_operation],
        list(api.tags.items()),
        repr(api.downloads),
        api.choice.tags,
        [
            api.own_page(docs.url)
            for docs in (spec.external_docs, *(each.external_docs for each in spec.tags))
            if docs
        ],
        api.reference.labels.get(api.tags.get(tag, "")),
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
    return replace(
        group,
        title=texts.plain(group.title),
        operations=[
            replace(each, summary=texts.plain(each.summary)) if each.summary else each
            for each in group.operations
        ],
        groups=[_translated_group(inner, texts) for inner in group.groups],
    )


def described_by(content: Sequence[nodes.Node]) -> str:
    """Return the text that says what the page is about: its first paragraph."""
    first = content[0] if content else None
    return first.astext() if isinstance(first, nodes.paragraph) else ""
