"""Compares two descriptions, and finds the changes that break clients. Pure.

:func:`compare` takes two descriptions as :class:`Specification` and returns :class:`Changes`:
each change with a rule, a level, a place, and a sentence. The names of the rules and their levels
are those of ``oasdiff`` (https://github.com/oasdiff/oasdiff, "Breaking Changes"): a new required
field of a request breaks, a removed required field of a response breaks, a new value in an enum of
a response is a warning, and so on. What only describes (texts, examples, order) is not a change.

Schemas are compared with references followed and ``allOf`` merged. Each pair of schemas is
compared once in each direction, whoever refers to it, so cycles end and the work grows with the
size of the descriptions. A change inside a named schema is one change, of that schema, with the
operations that it concerns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from sphinx_docsjson.ext.openapi.model.api import (
    Header,
    MediaType,
    Operation,
    Parameter,
    Security,
    Specification,
)
from sphinx_docsjson.ext.openapi.model.changes import (
    SCHEMA,
    Change,
    ChangeMark,
    Changes,
    Level,
    Owner,
)
from sphinx_docsjson.ext.openapi.reading.resolver import child, segments
from sphinx_docsjson.ext.openapi.schema.fields import directions_of
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Direction,
    Located,
    Parts,
    SchemaView,
    implied_types,
    json_key,
    json_text,
)
from sphinx_docsjson.i18n import _

RangeChange = Literal["tighter", "looser", "other"]

LEVELS: tuple[Level, ...] = ("breaking", "warning", "info")

MAX_PAIRS = 100_000
"""How many pairs of schemas are compared; descriptions that are not attacks have far fewer."""

SHOWN_USERS = 20

UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")


def compare(old: Specification, new: Specification, since: str = "") -> Changes:
    """Return what is different in *new*.

    :param since: how the older description is called: a tag, a file.
    """
    walk = _Comparison(old=old, new=new)
    walk.run()
    listed = dict.fromkeys(walk.found)
    changed = {change.owner[1] for change in listed if change.owner[0] == SCHEMA}
    return Changes(
        since=since,
        listed=tuple(sorted(listed, key=lambda change: LEVELS.index(change.level))),
        users={name: walk.users_of(name) for name in sorted(changed)},
        steps=walk.steps,
        complete=walk.steps < MAX_PAIRS,
    )


class _Where(NamedTuple):
    """Where the walk is: in what, on which way, and where that is in the new description."""

    owner: Owner
    path: str
    direction: Direction
    what: str
    pointer: str

    def inside(self, name: str, pointer: str) -> _Where:
        path = f"{self.path}{'' if name[:1] == '[' or not self.path else '.'}{name}"
        return self._replace(path=path, pointer=pointer)


@dataclass(kw_only=True)
class _Comparison:
    old: Specification
    new: Specification
    found: list[Change] = field(default_factory=list)
    steps: int = 0

    def __post_init__(self) -> None:
        self.olds, self.news = Schemas(self.old.resolver), Schemas(self.new.resolver)
        self.seen: set[tuple[Hashable, ...]] = set()
        self.parents: dict[str, dict[Owner, None]] = {}
        self.todo: list[tuple[Parts, Parts, _Where]] = []

    def add(
        self,
        rule: str,
        level: Level,
        mark: ChangeMark,
        place: _Where,
        text: object,
        *,
        values: tuple[str, ...] = (),
    ) -> None:
        """Note a change."""
        self.found.append(
            Change(
                rule=rule,
                level=level,
                mark=mark,
                owner=place.owner,
                place=place.path,
                text=str(text),
                pointer=place.pointer,
                values=values,
            )
        )

    # -- operations --------------------------------------------------------------------------

    def run(self) -> None:
        """Compare all operations, then the schemas that they use."""
        before = {_loose(each): each for each in reversed(self.old.every_operation)}
        after = {_loose(each): each for each in reversed(self.new.every_operation)}
        # The start of paths may move into the address of the server, and back.
        whole = {_whole(each): key for key, each in before.items() if key not in after}
        gone = set(before)
        for key, operation in reversed(after.items()):
            place = _Where(operation.key, "", "request", "", operation.pointer)
            known = key if key in before else whole.pop(_whole(operation), None)
            if known is None:
                self.add("endpoint-added", "info", "new", place, _("This operation is new."))
            else:
                gone.discard(known)
                self.operation(before[known], operation, place)
        for key, operation in reversed(before.items()):
            if key in gone:
                self.removed(operation)
        while self.todo and self.steps < MAX_PAIRS:
            self.schema(*self.todo.pop())

    def removed(self, operation: Operation) -> None:
        """Note an operation that is gone; one that was deprecated was announced to go."""
        place = _Where(operation.key, "", "request", "", "#/paths")
        if operation.deprecated:
            text = _("This operation was deprecated, and is removed.")
            self.add("api-removed-with-deprecation", "warning", "removed", place, text)
        else:
            text = _("This operation is removed.")
            self.add("api-removed-without-deprecation", "breaking", "removed", place, text)

    def operation(self, old: Operation, new: Operation, place: _Where) -> None:
        """Compare two operations."""
        if new.deprecated and not old.deprecated:
            text = _("This operation is deprecated.")
            self.add("endpoint-deprecated", "info", "deprecated", place, text)
        elif old.deprecated and not new.deprecated:
            text = _("This operation is no longer deprecated.")
            self.add("endpoint-reactivated", "info", "changed", place, text)
        self.security(old.security, new.security, place)
        self.parameters(old, new, place)
        self.bodies(old, new, place)
        self.responses(old, new, place)
        callbacks = {
            (each.name, each.expression, inner.method): inner
            for each in old.callbacks
            for inner in each.operations
        }
        for each in new.callbacks:
            for inner in each.operations:
                if known := callbacks.get((each.name, each.expression, inner.method)):
                    here = place._replace(path=f"callback {each.name}")
                    self.bodies(known, inner, here)
                    self.responses(known, inner, here)

    def security(self, old: Security, new: Security, place: _Where) -> None:
        before, after = _alternatives(old), _alternatives(new)
        place = place._replace(path="security")
        if not after or any(set(each) >= set(other) for each in before for other in after):
            if before and not after:
                text = _("Authentication is no longer needed.")
                self.add("api-security-removed", "info", "changed", place, text)
            return
        if before != after:
            text = (
                _("A different authentication is needed.")
                if before
                else _("Authentication is needed.")
            )
            self.add("api-security-added", "breaking", "changed", place, text)

    def parameters(self, old: Operation, new: Operation, place: _Where) -> None:
        before = {_parameter_key(each, old): each for each in old.parameters}
        after = {_parameter_key(each, new): each for each in new.parameters}
        for key, each in after.items():
            pointer = each.pointer or place.pointer
            here = place._replace(path=f"{each.place} {each.name}", pointer=pointer)
            if key not in before and each.required:
                text = _("This required parameter is new.")
                self.add("new-required-request-parameter", "breaking", "new", here, text)
            elif key not in before:
                text = _("This parameter is new.")
                self.add("new-optional-request-parameter", "info", "new", here, text)
            else:
                self.header(before[key], each, here, "request-parameter")
        for key, each in before.items():
            if key not in after:
                here = place._replace(path=f"{each.place} {each.name}")
                text = _("This parameter is removed.")
                self.add("request-parameter-removed", "warning", "removed", here, text)

    def header(self, old: Header, new: Header, place: _Where, what: str) -> None:
        """Compare two parameters, or two headers of a response."""
        asks = what == "request-parameter"
        if new.required and not old.required:
            text = _("It is required now.")
            self.add(
                f"{what}-became-required", "breaking" if asks else "info", "changed", place, text
            )
        elif old.required and not new.required:
            text = _("It is optional now.")
            self.add(
                f"{what}-became-optional", "info" if asks else "breaking", "changed", place, text
            )
        if new.deprecated and not old.deprecated:
            text = _("It is deprecated.")
            self.add(f"{what}-deprecated", "info", "deprecated", place, text)
        here = place._replace(direction="request" if asks else "response", what=what)
        self.later(
            (Located({} if old.schema is None else old.schema, old.schema_pointer),),
            (Located({} if new.schema is None else new.schema, new.schema_pointer),),
            here,
        )

    def bodies(self, old: Operation, new: Operation, place: _Where) -> None:
        sent, _answered = directions_of(new)
        here = place._replace(path=f"{place.path} body".strip(), direction=sent)
        if old.body is None and new.body is None:
            return
        if old.body is None and new.body is not None:
            here = here._replace(pointer=new.body.pointer)
            if new.body.required and sent == "request":
                text = _("A body is required now.")
                self.add("request-body-added-required", "breaking", "new", here, text)
            else:
                self.add("request-body-added-optional", "info", "new", here, _("A body is new."))
        elif new.body is None and old.body is not None:
            text = _("The body is removed.")
            self.add("request-body-removed", "warning", "removed", here, text)
        elif old.body is not None and new.body is not None:
            here = here._replace(pointer=new.body.pointer)
            if new.body.required and not old.body.required:
                text = _("The body is required now.")
                self.add("request-body-became-required", "breaking", "changed", here, text)
            elif old.body.required and not new.body.required:
                text = _("The body is optional now.")
                self.add("request-body-became-optional", "info", "changed", here, text)
            self.content(old.body.content, new.body.content, here, "request-body")

    def responses(self, old: Operation, new: Operation, place: _Where) -> None:
        _sent, answered = directions_of(new)
        before = {each.status: each for each in old.responses}
        after = {each.status: each for each in new.responses}
        for status, each in after.items():
            path = f"{place.path} {status}".strip()
            here = place._replace(path=path, direction=answered, pointer=each.pointer)
            if status not in before:
                text = _("This response is new.")
                self.add("response-status-added", "info", "new", here, text)
                continue
            self.content(before[status].content, each.content, here, "response")
            headers = {header.name.lower(): header for header in before[status].headers}
            for header in each.headers:
                inside = here._replace(path=f"{path} header {header.name}", pointer=header.pointer)
                if known := headers.pop(header.name.lower(), None):
                    self.header(known, header, inside, "response-header")
                else:
                    text = _("This header is new.")
                    self.add("response-header-added", "info", "new", inside, text)
            for header in headers.values():
                inside = here._replace(path=f"{path} header {header.name}")
                text = _("This header is removed.")
                if header.required:
                    self.add(
                        "required-response-header-removed", "breaking", "removed", inside, text
                    )
                else:
                    self.add(
                        "optional-response-header-removed", "warning", "removed", inside, text
                    )
        for status in before.keys() - after.keys():
            here = place._replace(path=f"{place.path} {status}".strip())
            text = _("This response is removed.")
            if status[:1] == "2":
                self.add("response-success-status-removed", "breaking", "removed", here, text)
            else:
                self.add("response-non-success-status-removed", "info", "removed", here, text)

    def content(
        self, old: Iterable[MediaType], new: Iterable[MediaType], place: _Where, what: str
    ) -> None:
        before = {each.name.lower(): each for each in old}
        for each in new:
            known = before.pop(each.name.lower(), None)
            if known is None:
                here = place._replace(pointer=each.pointer)
                text = _("The media type %s is new.") % each.name
                self.add(f"{what}-media-type-added", "info", "new", here, text)
                continue
            for key in ("schema", "item_schema"):
                one, other = getattr(known, key), getattr(each, key)
                name = "itemSchema" if key == "item_schema" else "schema"
                if one is not None or other is not None:
                    where = child(each.pointer, name)
                    self.later(
                        (Located({} if one is None else one, child(known.pointer, name)),),
                        (Located({} if other is None else other, where),),
                        place._replace(what=what, pointer=where),
                    )
        for each in before.values():
            text = _("The media type %s is removed.") % each.name
            self.add(f"{what}-media-type-removed", "breaking", "removed", place, text)

    # -- schemas -----------------------------------------------------------------------------

    def later(self, old: Parts, new: Parts, place: _Where) -> None:
        """Compare two schemas after this level: no call is nested, however deep they are."""
        self.todo.append((old, new, place))

    def schema(self, old: Parts, new: Parts, place: _Where) -> None:
        """Compare one level of two schemas, once in each direction."""
        one, other = self.olds.view(*old), self.news.view(*new)
        if other.name and segments(other.principal)[:2] == ["components", "schemas"]:
            owner = (SCHEMA, other.name)
            if owner != place.owner or place.path:
                self.parents.setdefault(other.name, {})[place.owner] = None
                what = "response" if place.direction == "response" else "request"
                place = _Where(owner, "", place.direction, f"{what}-property", other.principal)
        key = (one.pointers, other.pointers, place.direction, place.owner)
        if key in self.seen:
            return
        self.seen.add(key)
        self.steps += 1
        if not self.types(one, other, place):
            return
        self.values(one, other, place)
        self.limits(one, other, place)
        self.fields(one, other, place)
        for keyword, name in (("items", "[]"), ("additionalProperties", "*")):
            before, after = one.schemas.get(keyword, ()), other.schemas.get(keyword, ())
            if _tells(before) and _tells(after):
                self.later(before, after, place.inside(name, after[0].pointer))
        for number, (before, after) in enumerate(
            zip(one.positions, other.positions, strict=False)
        ):
            self.later(before, after, place.inside(f"[{number}]", after[0].pointer))
        if one.allows("additionalProperties") and not other.allows("additionalProperties"):
            text = _("Other fields are no longer allowed.")
            self.tell("additional-properties-forbidden", "tighter", place, text)
        elif other.allows("additionalProperties") and not one.allows("additionalProperties"):
            text = _("Other fields are allowed now.")
            self.add(f"{place.what}-additional-properties-allowed", "info", "changed", place, text)
        self.choices(one, other, place)
        if _raw(one.negations) != _raw(other.negations) or _conditions(one) != _conditions(other):
            text = _("What is forbidden, or depends on other fields, has changed.")
            self.add(f"{place.what}-condition-changed", "warning", "changed", place, text)

    def tell(self, rule: str, way: RangeChange, place: _Where, text: object) -> None:
        """Note that fewer values fit than before, or more, or others.

        For a client that sends, accepting fewer values breaks; for one that reads, returning more
        does.
        """
        asks = place.direction == "request"
        breaks = way == "other" or (way == "tighter") == asks
        self.add(f"{place.what}-{rule}", "breaking" if breaks else "info", "changed", place, text)

    def types(self, one: SchemaView, other: SchemaView, place: _Where) -> bool:
        """Compare types; return whether it makes sense to compare what is inside."""
        if other.never or one.never:
            return False
        before, after = (
            set(one.types or implied_types(one)),
            set(other.types or implied_types(other)),
        )
        if "binary" in (_format(one), _format(other)) and not (before and after):
            return False  # OpenAPI 3.1 has no schema for a body of bytes
        is_any = not (before or after or one.alternatives or other.alternatives)
        took, takes = (False, False) if is_any else (_takes_null(one), _takes_null(other))
        if takes and not took:
            self.tell("became-nullable", "looser", place, _("It may be null now."))
        elif took and not takes:
            text = _("It may no longer be null.")
            self.tell("became-not-nullable", "tighter", place, text)
        if before == after or _choice(one) or _choice(other):
            self.formats(one, other, place)
            return True
        words = (" | ".join(sorted(before)) or "any", " | ".join(sorted(after)) or "any")
        text = _("Its type was %s and is %s.") % words
        if not after or (before and _fit(before, after)):
            self.tell("type-generalized", "looser", place, text)
        elif not before or _fit(after, before):
            self.tell("type-specialized", "tighter", place, text)
        else:
            self.tell("type-changed", "other", place, text)
        return bool(before & after)

    def formats(self, one: SchemaView, other: SchemaView, place: _Where) -> None:
        before, after = _format(one), _format(other)
        if before == after:
            return
        text = _("Its format was %s and is %s.") % (before or _("none"), after or _("none"))
        way: Literal["tighter", "looser", "other"] = "other"
        way = "tighter" if before is None else "looser" if after is None else way
        self.tell("format-changed", way, place, text)

    def values(self, one: SchemaView, other: SchemaView, place: _Where) -> None:
        """Compare enums, constants, and defaults."""
        before, after = _enum(one), _enum(other)
        asks = place.direction == "request"
        if before is None and after is not None:
            self.tell("became-enum", "tighter", place, _("Only some values are allowed now."))
        elif before is not None and after is None:
            text = _("It is no longer an enum: other values are possible.")
            self.add(
                f"{place.what}-enum-removed", "info" if asks else "warning", "changed", place, text
            )
        elif before is not None and after is not None:
            if added := tuple(json_text(after[key]) for key in after.keys() - before.keys()):
                level: Level = "info" if asks else "warning"
                text = _("New values: %s.") % ", ".join(sorted(added))
                rule = f"{place.what}-enum-value-added"
                self.add(rule, level, "new", place, text, values=tuple(sorted(added)))
            if gone := sorted(json_text(before[key]) for key in before.keys() - after.keys()):
                level = "breaking" if asks else "info"
                text = _("Removed values: %s.") % ", ".join(gone)
                self.add(f"{place.what}-enum-value-removed", level, "changed", place, text)
        old, new = (json_key(v.keywords.get("default")) for v in (one, other))
        if old != new and asks:
            level = "breaking" if place.what == "request-parameter" else "info"
            text = _("Its default changed.")
            self.add(f"{place.what}-default-value-changed", level, "changed", place, text)

    def limits(self, one: SchemaView, other: SchemaView, place: _Where) -> None:
        for names, sign in ((UPPER, 1), (LOWER, -1)):
            for name in names:
                before, after = _number(one, name), _number(other, name)
                if before == after:
                    continue
                words = tuple(
                    json_text(n) if n is not None else str(_("none")) for n in (before, after)
                )
                text = _("%s was %s and is %s.") % (name, *words)
                is_tighter = before is None or (after is not None and sign * (before - after) > 0)
                self.tell(
                    f"{_dashed(name)}-changed", "tighter" if is_tighter else "looser", place, text
                )
        if (
            one.keywords.get("uniqueItems") is not True
            and other.keywords.get("uniqueItems") is True
        ):
            text = _("Its items must be unique now.")
            self.tell("unique-items-added", "tighter", place, text)
        before, after = one.keywords.get("multipleOf"), other.keywords.get("multipleOf")
        if before != after:
            words = tuple(
                json_text(n) if n is not None else str(_("none")) for n in (before, after)
            )
            text = _("%s was %s and is %s.") % ("multipleOf", *words)
            way: RangeChange = (
                "tighter" if before is None else "looser" if after is None else "other"
            )
            self.tell("multiple-of-changed", way, place, text)
        patterns = one.every("pattern"), other.every("pattern")
        if patterns[0] != patterns[1]:
            asks = place.direction == "request" and bool(patterns[1])
            text = _("Its pattern changed.") if patterns[1] else _("Its pattern is removed.")
            rule = f"{place.what}-pattern-{'changed' if patterns[1] else 'removed'}"
            self.add(rule, "warning" if asks else "info", "changed", place, text)

    def fields(self, one: SchemaView, other: SchemaView, place: _Where) -> None:
        """Compare the fields of two objects."""
        skipped = LEFT_OUT.get(place.direction, "")
        asks = place.direction == "request"
        side = "request" if asks else "response"
        for name, parts in other.properties.items():
            here = place.inside(name, parts[0].pointer)._replace(what=f"{side}-property")
            view = self.news.view(*parts)
            is_left_out = view.keywords.get(skipped) is True
            required = name in other.required
            if name not in one.properties:
                if is_left_out:
                    continue
                if asks and required and "default" not in view.keywords:
                    text = _("This required field is new.")
                    self.add("new-required-request-property", "breaking", "new", here, text)
                else:
                    rule = f"new-{'required' if required else 'optional'}-{side}-property"
                    self.add(rule, "info", "new", here, _("This field is new."))
                continue
            known = self.olds.view(*one.properties[name])
            was_left_out = known.keywords.get(skipped) is True
            if is_left_out and was_left_out:
                continue
            self.field(name in one.required, required, known, view, here)
            self.later(one.properties[name], parts, here)
        for name, parts in one.properties.items():
            if name in other.properties:
                continue
            here = place._replace(path=place.inside(name, "").path)
            if self.olds.view(*parts).keywords.get(skipped) is True:
                continue
            text = _("This field is removed.")
            if asks:
                self.add("request-property-removed", "warning", "removed", here, text)
            elif name in one.required:
                self.add("response-required-property-removed", "breaking", "removed", here, text)
            else:
                self.add("response-optional-property-removed", "warning", "removed", here, text)
        for name in other.patterns.keys() & one.patterns.keys():
            after = other.patterns[name]
            self.later(one.patterns[name], after, place.inside(f"/{name}/", after[0].pointer))

    def field(
        self, was: bool, required: bool, old: SchemaView, new: SchemaView, here: _Where
    ) -> None:
        """Compare what two objects say about one field."""
        asks = here.direction == "request"
        if required and not was:
            breaks = asks and "default" not in new.keywords
            text = _("It is required now.")
            level: Level = "breaking" if breaks else "info"
            self.add(f"{here.what}-became-required", level, "changed", here, text)
        elif was and not required:
            level = "info" if asks else "breaking"
            text = _("It is optional now.")
            self.add(f"{here.what}-became-optional", level, "changed", here, text)
        if new.keywords.get("deprecated") is True and old.keywords.get("deprecated") is not True:
            text = _("It is deprecated.")
            self.add(f"{here.what}-deprecated", "info", "deprecated", here, text)

    def choices(self, one: SchemaView, other: SchemaView, place: _Where) -> None:
        """Compare alternatives: those of one name, or else those that are equal, are the same."""
        for number, after in enumerate(other.alternatives):
            if number >= len(one.alternatives):
                text = _("It has alternatives now.")
                self.tell("one-of-changed", "other", place, text)
                continue
            before = one.alternatives[number]
            olds, news = _named(before, self.olds), _named(after, self.news)
            for name, branch in news.items():
                here = place.inside(f"[{name.strip()}]", branch.pointer)
                if name in olds:
                    self.later((olds[name],), (branch,), here)
                else:
                    text = _("This alternative is new.")
                    level: Level = "info" if place.direction == "request" else "breaking"
                    self.add(f"{place.what}-{_dashed(after.kind)}-added", level, "new", here, text)
            for name in olds.keys() - news.keys():
                here = place._replace(path=place.inside(f"[{name.strip()}]", "").path)
                text = _("This alternative is removed.")
                level = "breaking" if place.direction == "request" else "info"
                rule = f"{place.what}-{_dashed(after.kind)}-removed"
                self.add(rule, level, "removed", here, text)
        if len(other.alternatives) < len(one.alternatives):
            self.tell("one-of-changed", "other", place, _("It no longer has alternatives."))

    # -- who is concerned --------------------------------------------------------------------

    def users_of(self, name: str) -> tuple[Owner, ...]:
        """Return operations that use a schema, directly or not: some where there are many."""
        found: dict[Owner, None] = {}
        seen = {name}
        queue = [name]
        for each in queue:
            for owner in self.parents.get(each, ()):
                if owner[0] != SCHEMA:
                    found[owner] = None
                elif owner[1] not in seen:
                    seen.add(owner[1])
                    queue.append(owner[1])
            if len(found) >= SHOWN_USERS:
                break
        return tuple(found)[:SHOWN_USERS]


def _loose(operation: Operation) -> tuple[str, str]:
    """Return what tells an operation from others; the names of variables do not matter."""
    method, path = operation.key
    return method, _without_names(path) if operation.kind == "operation" else path


def _whole(operation: Operation) -> tuple[str, str]:
    """Return what tells an operation from others by its address on the first server."""
    method, path = _loose(operation)
    url = operation.servers[0].default_url if operation.servers else ""
    return method, f"{urlsplit(url).path.rstrip('/')}{path}"


def _without_names(path: str) -> str:
    parts = ("{}" if part[:1] == "{" and part[-1:] == "}" else part for part in path.split("/"))
    return "/".join(parts)


def _parameter_key(each: Parameter, operation: Operation) -> tuple[str, str]:
    """Return what tells a parameter from others: in a path its place, elsewhere its name."""
    if each.place == "path":
        at = operation.path.find(f"{{{each.name}}}")
        return "path", str(operation.path.count("{", 0, at)) if at >= 0 else each.name
    return each.place, each.name.lower() if each.place == "header" else each.name


def _alternatives(security: Security) -> list[tuple[tuple[str, str, str], ...]]:
    return [
        tuple(
            sorted(
                (item.scheme.key, item.scheme.type, scope)
                for item in alternative
                for scope in item.scopes or ("",)
            )
        )
        for alternative in security
    ]


def _takes_null(view: SchemaView) -> bool:
    said, enum = view.keywords.get("type"), view.keywords.get("enum")
    listed = said if isinstance(said, list) else [said]
    in_enum = said is None and isinstance(enum, list) and None in enum
    return view.nullable or "null" in listed or in_enum


def _format(view: SchemaView) -> Any:
    """Return the format; what OpenAPI 3.1 says with ``content…`` has the word of 3.0."""
    if view.keywords.get("contentEncoding"):
        return "byte"
    media = view.keywords.get("contentMediaType")
    return view.keywords.get("format") or ("binary" if media else None)


def _choice(view: SchemaView) -> bool:
    return bool(view.alternatives) and not view.types


def _fit(inner: set[str], outer: set[str]) -> bool:
    """Whether every value of some types is one of others."""
    return all(name in outer or (name == "integer" and "number" in outer) for name in inner)


def _enum(view: SchemaView) -> dict[Hashable, Any] | None:
    """Return the allowed values by what makes them equal; ``None``: all are.

    Whether ``null`` is one of them is reported on its own: OpenAPI 3.0 and 3.1 say it differently.
    """
    values = view.keywords.get("enum")
    if "const" in view.keywords:
        values = [view.keywords["const"]]
    if not isinstance(values, list):
        return None
    return {json_key(value): value for value in values if value is not None}


def _number(view: SchemaView, name: str) -> float | None:
    value = view.keywords.get(name)
    limit = f"m{name.removeprefix('exclusiveM')}"
    if name.startswith("exclusiveM"):  # OpenAPI 3.0 says with true that the limit is outside
        value = view.keywords.get(limit) if value is True else value
    elif view.keywords.get(f"exclusiveM{name[1:]}") is True:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    least = name in ("minLength", "minItems", "minProperties")
    if is_number and least and value == 0:
        return None  # nothing is shorter
    return value if is_number else None


def _tells(parts: Parts) -> bool:
    return any(isinstance(part.schema, Mapping) and part.schema for part in parts)


def _raw(parts: Iterable[Located]) -> list[Any]:
    return [part.schema for part in parts]


def _conditions(view: SchemaView) -> list[Any]:
    return [[part.schema if part else None for part in each] for each in view.conditions]


def _named(group: Alternatives, schemas: Schemas) -> dict[str, Located]:
    """Return the branches by what tells them apart: names, titles, or else their order."""
    found: dict[str, Located] = {}
    for number, branch in enumerate(group.branches, start=1):
        view = schemas.view(branch)
        name = view.name or str(view.keywords.get("title") or "") or str(number)
        found[name if name not in found else f"{name} {number}"] = branch
    return found


def _dashed(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name)
