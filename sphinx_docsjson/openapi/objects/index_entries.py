"""What the index of a book says of operations and schemas."""

from __future__ import annotations

from sphinx import addnodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.objects.page_objects import ApiObject


def index_node(known: ApiObject, anchor: str) -> addnodes.index:
    """Return the entries of an object.

    :param anchor: where it begins on its page.
    """
    words = {
        "webhook": str(_("%s (webhook)")),
        "schema": str(_("%s (schema)")),
        "tag": str(_("%s (tag)")),
    }
    names = [words.get(known.kind, "%s") % known.name, known.operation_id]
    # A semicolon would make a word of its own of what comes after it.
    values = [" ".join(name.replace(";", ",").split()) for name in names if name]
    # The search finds main entries as it finds titles.
    entries = [("single", value, anchor, "main", None) for value in values]
    # Names of an API are not for translators, who are given the entries that are not inline.
    return addnodes.index(entries=entries, inline=True)
