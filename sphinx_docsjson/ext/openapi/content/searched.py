"""The words by which the search finds operations and fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.components.renderers import SEARCH_FORMS
from sphinx_docsjson.ext.openapi.content.examples import example_group
from sphinx_docsjson.ext.openapi.content.nodes import endpoint, field_tree
from sphinx_docsjson.ext.openapi.content.texts import api_text

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.schema.fieldtree import Field
    from sphinx_docsjson.ext.search.records import Reading


VERBS = {
    ("get", False): ("get", "list", "retrieve"),
    ("get", True): ("get", "retrieve"),
    ("post", False): ("create",),
    ("post", True): ("update",),
    ("put", True): ("update",),
    ("patch", True): ("update",),
    ("delete", True): ("delete", "remove"),
}
"""Method, and whether the address ends with a parameter → what readers call the request."""


def setup_search() -> None:
    """Tell the search what to do with our nodes. Samples repeat what the page says."""
    SEARCH_FORMS[endpoint] = search_operation
    SEARCH_FORMS[field_tree] = search_fields
    SEARCH_FORMS[example_group] = SEARCH_FORMS[api_text] = None


def search_operation(reading: Reading, node: endpoint) -> None:
    """Find an operation by the line with its method and its address."""
    from sphinx_docsjson.ext.search.records import FragmentKind

    reading.here.texts.append(node.astext())
    if not reading.method:
        reading.method = str(node["method"]).lower()
        reading.page.kind = FragmentKind.OPERATION
        reading.page.note = f"{node['path']}"
        around = node.parent.findall(nodes.paragraph) if node.parent else ()
        leads = (each.astext() for each in around if "dj-lead" in each["classes"])
        said = next(leads, "").split(maxsplit=1)[:1]
        reading.page.names += _names(reading.method, node["path"], said)


def _names(method: str, path: str, said: Sequence[str] = ()) -> list[str]:
    """Return what readers call an operation; a webhook has no address.

    :param said: how its description begins, such as "Cancels" of a subscription that is deleted.
    """
    what = re.sub(r"\{[^{}]*\}|\bv\d+\b", "", path)
    what = re.sub(r"@?\bme\b", "me current", what)
    is_address = path.startswith("/")
    verbs = (*VERBS.get((method, path.endswith("}")), ()), *said) if is_address else ()
    if "create" in verbs:  # one of many
        what = what.removesuffix("s")
    return [f"{method} {path}", *(f"{verb} {what}" for verb in verbs)]


def search_fields(reading: Reading, node: field_tree) -> None:
    """Find the fields of a value, in the order in which they are shown."""
    from sphinx_docsjson.ext.search.records import MOST_FIELDS, FragmentKind, plain_text

    left = MOST_FIELDS
    last = reading.here
    for item, above in _shown_fields(node["tree"]):
        if not item.name:
            reading.here.texts.append(plain_text(item.description))
            reading.here.names += _schemas(item)
            continue
        if item.anchor and left > 0 and above <= 1:
            left -= 1
            fragment = reading.fragment(item.anchor, FragmentKind.FIELD, item.name)
            fragment.note = item.type
            fragment.names += _schemas(item)
            fragment.texts += [plain_text(item.description), *(each.value for each in item.enum)]
            reading.fragments.append(fragment)
            last = fragment
        else:
            last.texts += [item.name, plain_text(item.description)]


def _shown_fields(tree: Field, above: int = 0) -> Iterator[tuple[Field, int]]:
    """Yield a field and those inside it, each with the number of named fields around it."""
    yield tree, above
    below = above + bool(tree.name)
    for child in tree.children:
        yield from _shown_fields(child, below)
    for group in tree.groups:
        for variant in group.variants:
            yield from _shown_fields(variant.field, below)


def _schemas(item: Field) -> Sequence[str]:
    """Return the names of the schemas that are open in a field; a page of its own has its name."""
    return () if item.target else item.schemas
