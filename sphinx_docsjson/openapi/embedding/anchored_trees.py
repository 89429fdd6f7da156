"""Field trees whose anchors begin with a word, so that many can stand on one page. Pure."""

from __future__ import annotations

from dataclasses import replace

from sphinx_docsjson.openapi.schema.fieldtree import Field
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees


def anchored(tree: Field, prefix: str) -> Field:
    """Return a tree whose anchors begin with *prefix* and a hyphen."""
    return replace(
        tree,
        anchor=f"{prefix}-{tree.anchor}" if tree.anchor else "",
        open_at=f"{prefix}-{tree.open_at}" if tree.open_at else None,
        children=tuple(anchored(child, prefix) for child in tree.children),
        groups=tuple(
            replace(
                group,
                variants=tuple(
                    replace(variant, field=anchored(variant.field, prefix))
                    for variant in group.variants
                ),
            )
            for group in tree.groups
        ),
    )


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
