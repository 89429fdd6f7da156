"""Field trees whose anchors begin with a word, so that many can stand on one page. Pure."""

from __future__ import annotations

from dataclasses import replace

from sphinx_docsjson.openapi.schema.fieldtree import Field, anchored
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees


def anchored_trees(trees: OperationTrees, prefix: str) -> OperationTrees:
    """Return the trees of an operation with such anchors; those that are one stay one."""
    made: dict[int, Field] = {}

    def once(tree: Field) -> Field:
        if id(tree) not in made:
            made[id(tree)] = anchored(tree, prefix)
        return made[id(tree)]

    return replace(
        trees,
        parameters={name: once(tree) for name, tree in trees.parameters.items()},
        contents={name: once(tree) for name, tree in trees.contents.items()},
        headers={name: tuple(map(once, found)) for name, found in trees.headers.items()},
    )
