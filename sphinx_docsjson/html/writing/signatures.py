"""What the signatures of an object say of its parameters: type, default, whether it is required.

Pure: it reads the nodes that the domains of Sphinx make, after their references are resolved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx import addnodes

NEVER_REQUIRED = frozenset({"*", "**"})
"""What stands before the name of a parameter that takes any number of arguments."""

MARKS_REQUIRED = frozenset({"py"})
"""Domains in which a parameter without a default has to be given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignatureParameter:
    """What signatures say of one parameter.

    :param type: the nodes of its type, references included; empty when it has none.
    :param default: its default as it is written, or ``None``.
    """

    type: tuple[nodes.Node, ...] = ()
    default: str | None = None
    required: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What the signatures of one object say.

    :param anchor: the id of the object, to which its parameters belong.
    :param returns: the nodes of the type that it returns, if it is the same in each signature.
    """

    anchor: str
    parameters: dict[str, SignatureParameter]
    returns: tuple[nodes.Node, ...] = ()


def facts_of(signatures: Sequence[addnodes.desc_signature], domain: str) -> Facts:
    """Return what *signatures* say; the first one that knows a fact tells it.

    A parameter that one of them does without is not required.
    """
    read = [dict(_parameters(signature, domain)) for signature in signatures]
    found: dict[str, SignatureParameter] = {}
    for name in dict.fromkeys(name for each in read for name in each):
        own = [each[name] for each in read if name in each]
        found[name] = SignatureParameter(
            type=next((each.type for each in own if each.type), ()),
            default=next((each.default for each in own if each.default is not None), None),
            required=len(own) == len(read) and all(each.required for each in own),
        )
    returns = [tuple(node.children) for each in signatures for node in _returned(each)]
    words = {"".join(node.astext() for node in each) for each in returns}
    same = len(words) == 1 and len(returns) == len(signatures)
    return Facts(
        anchor=next((each["ids"][0] for each in signatures if each["ids"]), ""),
        parameters=found,
        returns=returns[0] if same and words != {"None"} else (),
    )


def _returned(signature: nodes.Element) -> Iterator[addnodes.desc_returns]:
    yield from signature.findall(addnodes.desc_returns)


def _parameters(signature: nodes.Element, domain: str) -> Iterator[tuple[str, SignatureParameter]]:
    for node in signature.findall(addnodes.desc_parameter):
        optional = isinstance(node.parent, addnodes.desc_optional)
        if named := _read(node, required=domain in MARKS_REQUIRED and not optional):
            yield named


def _read(
    node: addnodes.desc_parameter, *, required: bool
) -> tuple[str, SignatureParameter] | None:
    """Return the name of a parameter and what its nodes say of it.

    Python writes ``name: type = default``; C and its kin write the type before the name.
    """
    children = list(node.children)
    equals = next((n for n, child in enumerate(children) if _is(child, "=")), len(children))
    default = "".join(child.astext() for child in children[equals + 1 :]).strip()
    head = children[:equals]
    colon = next((n for n, child in enumerate(head) if _is(child, ":")), None)
    names = head if colon is None else head[:colon]
    place = _place_of_name(names)
    if place is None:
        return None
    before = [child for child in names[:place] if not _is(child, *NEVER_REQUIRED)]
    stars = colon is not None or not before
    variadic = stars and any(_is(child, *NEVER_REQUIRED) for child in names[:place])
    type_nodes = names[:place] + names[place + 1 :] if before else []
    if colon is not None:
        type_nodes = head[colon + 1 :]
    return names[place].astext(), SignatureParameter(
        type=tuple(_stripped(type_nodes)),
        default=default or None,
        required=required and not default and not variadic,
    )


def _place_of_name(children: Sequence[nodes.Node]) -> int | None:
    places = [n for n, child in enumerate(children) if isinstance(child, addnodes.desc_sig_name)]
    return places[-1] if places else None


def _is(node: nodes.Node, *texts: str) -> bool:
    marks = (addnodes.desc_sig_operator, addnodes.desc_sig_punctuation)
    return isinstance(node, marks) and node.astext() in texts


def _stripped(found: Sequence[Any]) -> list[Any]:
    """Return nodes without blanks at their ends."""
    kept = list(found)
    while kept and not kept[0].astext().strip():
        kept.pop(0)
    while kept and not kept[-1].astext().strip():
        kept.pop()
    return kept
