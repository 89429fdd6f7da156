"""A validator of openapi-core with other keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema.validators import extend

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def change_keywords(
    holder: Any, keywords: Mapping[str, Callable[..., Any]], known: dict[type, type]
) -> None:
    """Let the validator in *holder*, which openapi-core has made, read some keywords so.

    openapi-core chooses the class of validators by the version of the description, and jsonschema
    changes keywords for a class only (``extend``), so the validator is made again with the same
    values. Where its fields are not those of attrs any more, nothing counts how far references go:
    a schema whose references multiply takes long.

    :param holder: has the validator as its attribute ``validator``.
    :param known: the classes that were changed so; to make one takes longer than most validations.
    """
    try:
        validator = holder.validator
        fields = type(validator).__attrs_attrs__
        state = {field.alias: getattr(validator, field.name) for field in fields if field.init}
        if type(validator) not in known:
            known[type(validator)] = extend(type(validator), keywords)  # type: ignore[no-untyped-call]  # as jsonschema has it
        holder.validator = known[type(validator)](**state)
    except (AttributeError, TypeError):
        return


def keyword_of(holder: Any, name: str) -> Any:
    """Return the function that reads a keyword for the validator in *holder*."""
    return type(holder.validator).VALIDATORS[name]
