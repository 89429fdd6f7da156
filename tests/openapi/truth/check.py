"""Compares the page of an operation with what the file says of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.openapi.truth import explained
from tests.openapi.truth.access import AccessCheck
from tests.openapi.truth.built import ShownField
from tests.openapi.truth.differences import Record
from tests.openapi.truth.document import DocumentCheck
from tests.openapi.truth.examples import ExampleCheck
from tests.openapi.truth.fields import Direction, FieldCheck
from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.operations import Operation, of_item, operations_of
from tests.openapi.truth.page import ShownBody, ShownRequest, page_of
from tests.openapi.truth.schemas import whole
from tests.openapi.truth.site import Site
from tests.openapi.truth.texts import contains, tokens_of, tokens_of_markdown, without

IGNORED_PARAMETERS = ("accept", "content-type", "authorization")
"""Header parameters that shall be ignored (OpenAPI 3.1, 4.8.12.2.1)."""


class OperationCheck:
    """Compares operations of one description with their pages."""

    def __init__(self, files: Files, site: Site, record: Record) -> None:
        self.files = files
        self.site = site
        self.record = record
        self.fields = FieldCheck(files, site, record)
        self.access = AccessCheck(files, site, record)
        self.examples = ExampleCheck(files, record)

    def page(self, operation: Operation) -> None:
        """Compare the page of *operation*."""
        self.record.operation = str(operation)
        page = self.site.page_of(operation)
        ok = page is not None
        self.record.check("page", operation.place, ok=ok, file=operation, page="")
        if page is None:
            return
        shown = page_of(page)
        self._head(shown, operation)
        self._parameters(shown, operation)
        incoming: Direction = "response" if operation.webhook else "request"
        outgoing: Direction = "request" if operation.webhook else "response"
        self._body(shown.body, operation.place.get("requestBody"), incoming)
        self._responses(shown.responses, operation.place, outgoing)
        self._choice(shown, operation)
        self._callbacks(shown, operation)
        self.access.security(shown, operation)
        self.access.servers(shown, operation)
        self.access.external_docs(shown, operation)
        self.examples.bodies(shown, operation)
        self._twin(shown, operation)

    def _twin(self, shown: ShownRequest, operation: Operation) -> None:
        """Ask the Markdown twin, as a second witness, for the words of each field of the page."""
        twin = shown.page.with_suffix(".md")
        if not twin.is_file():
            return
        words = tokens_of(twin.read_text(encoding="utf-8").replace("\\", ""))
        known, joined = set(words), "".join(words)
        for field in shown.fields():
            said = [field.name, field.text, field.limits, field.default or "", *field.examples]
            said += [part for pair in field.enum for part in pair]
            wanted = tokens_of(" ".join(said).replace("\\", ""))
            # Code and the word that touches it are one word to a reader of HTML only.
            lacking = {word for word in wanted if word not in known and word not in joined}
            place = f"{operation.place} {field.anchor}"
            self.record.check("twin", place, ok=not lacking, file=sorted(lacking), page=twin.name)

    def words(
        self, kind: str, place: object, said: str, shown: str, *, within: bool = False
    ) -> None:
        """Compare a text of the file with what is shown of it."""
        wanted, page = tokens_of_markdown(said), tokens_of(shown)
        if wanted or (page and not within):
            ok = contains(page, wanted) if within else page == wanted
            self.record.check(kind, place, ok=ok, file=said, page=shown)

    def _head(self, shown: ShownRequest, operation: Operation) -> None:
        place = operation.place
        said = place.flag("deprecated")
        if said or shown.deprecated:
            ok = said == shown.deprecated
            self.record.check("deprecated", place, ok=ok, file=said, page=shown.deprecated)
        whole_text = f"{shown.title}\n{shown.text}"
        summary = place.text("summary") or operation.item.text("summary")
        self.words("summary", place, summary, whole_text, within=True)
        description = place.text("description") or operation.item.text("description")
        if description.casefold() != summary.casefold():  # it may be the title of the page
            self.words("description", place, description, whole_text, within=True)
        extra = without(tokens_of(shown.text), tokens_of_markdown(_stability(place)))
        shared = [
            operation.reference.text(word) or operation.item.text(word)
            for word in ("summary", "description")
        ]
        for text in shared:
            self.words("of the path", operation.item, text, whole_text, within=True)
        for text in (description, summary, *shared):
            tokens = tokens_of_markdown(text)
            extra = without(extra, tokens)
            extra = without(extra, tokens)
        if extra and not explained.lead(extra, tokens_of_markdown(description)):
            self.record.differs("description", place, description, " ".join(extra))

    # -- parameters ----------------------------------------------------------------------------

    def parameters_of(self, operation: Operation) -> dict[tuple[str, str], Place]:
        """Return the parameters by place and name; the operation's own come first."""
        found: dict[tuple[str, str], Place] = {}
        for holder in (operation.item, operation.place):
            for _number, raw in holder.members("parameters"):
                try:
                    place = self.files.followed(raw)
                except Unresolved:
                    continue
                name, where = place.text("name"), place.text("in")
                if where == "header" and name.lower() in IGNORED_PARAMETERS:
                    continue
                found[where, name] = place
        return found

    def _parameters(self, shown: ShownRequest, operation: Operation) -> None:
        expected = self.parameters_of(operation)
        rest = {(w, f.name): f for w, listed in shown.parameters.items() for f in listed}
        for (where, name), place in expected.items():
            field = rest.pop((where, name), None)
            if field is None:
                self.record.check("parameter", place, ok=False, file=f"{name} ({where})", page="")
                continue
            self.record.same("parameter")
            self._valued(field, place, "both", required=where == "path")
        for where, name in rest:
            self.record.differs("parameter", operation.place, "", f"{name} ({where})")

    def _valued(
        self, field: ShownField, place: Place, direction: Direction, *, required: bool = False
    ) -> None:
        """Compare a parameter or a header."""
        said = place.flag("required") or required
        self.fields.required(field, place, said=said)
        schema, media = _schema_of(place)
        found = whole(self.files, [schema])
        self.fields.deprecated(
            field, place, said=place.flag("deprecated") or found.flag("deprecated")
        )
        style = explained.Style(place=place, media=media, types=found.types or found.implied)
        field.limits = style.without(field.limits)
        self.fields.valued(
            field,
            schema,
            direction,
            text=place.text("description"),
            examples=[e.value for e in self.examples.named(place)],
        )
        self.examples.of_field(field, place)

    # -- bodies --------------------------------------------------------------------------------

    def _body(self, shown: ShownBody | None, raw: Place | None, direction: Direction) -> None:
        if raw is None:
            if shown is not None:
                self.record.differs("body", "requestBody", "", "a body is shown")
            return
        place = self.files.followed(raw)
        if not place.value:
            return
        if not self.record.check("body", place, ok=shown is not None, file="a body", page=""):
            return
        assert shown is not None
        said = place.flag("required")
        marked = "required" in shown.marks
        self.record.check("required", place, ok=said == marked, file=said, page=shown.marks)
        text = place.text("description")
        below = [content.tree.text for content in shown.contents if content.tree and text]
        self.words("description", place, text, shown.text or "".join(below[:1]))  # said once
        self._content(shown, place, direction)

    def _choice(self, shown: ShownRequest, operation: Operation) -> None:
        """Compare the choice of a media type with all bodies that have several."""
        body = operation.place.get("requestBody")
        answers = [raw for _status, raw in operation.place.members("responses")]
        said: dict[str, None] = {}
        for raw in answers if body is None else [body, *answers]:
            try:
                names = [name for name, _ in self.files.followed(raw).members("content")]
            except Unresolved:
                continue
            said |= dict.fromkeys(names if len(names) > 1 else ())
        if said or shown.choice:
            ok = shown.choice == [*said]
            self.record.check("choice", operation.place, ok=ok, file=[*said], page=shown.choice)

    def _content(self, shown: ShownBody, place: Place, direction: Direction) -> None:
        self.examples.told(shown, place)
        expected = dict(place.members("content"))
        seen: set[str] = set()
        for content in shown.contents:
            if len(shown.contents) > 1:
                ok = content.names == content.group
                self.record.check("group", place, ok=ok, file=content.names, page=content.group)
            for name in content.names:
                media = expected.get(name)
                seen.add(name)
                if media is None:
                    self.record.differs("media type", place, "", name)
                    continue
                self.record.same("media type")
                self._media(content.tree, self.files.followed(media), direction)
        for name in expected.keys() - seen:
            self.record.check("media type", place, ok=False, file=name, page=sorted(seen))

    def _media(self, tree: ShownField | None, media: Place, direction: Direction) -> None:
        schema = media.get("schema")
        if schema is None and (schema := media.get("itemSchema")) is not None and tree is not None:
            tree.type = tree.type.removesuffix("…")
        if schema is None:
            return
        if tree is None:
            self.record.check("schema", schema, ok=False, file="a schema", page="")
            return
        for name, encoding in media.members("encoding"):
            for field in tree.children:
                if field.name == name:
                    field.limits = explained.without(
                        field.limits, explained.written(encoding, name)
                    )
        self.fields.tree(tree, schema, direction)

    def _responses(self, shown: list[ShownBody], place: Place, direction: Direction) -> None:
        rest = {body.status.lower(): body for body in shown}
        for status, raw in place.members("responses"):
            if status.startswith("x-"):
                continue
            try:
                response = self.files.followed(raw)
            except Unresolved:
                continue
            body = rest.pop(status.lower(), None)
            if body is None:
                self.record.check("response", response, ok=False, file=status, page=[*rest])
                continue
            self.record.same("response")
            text = "\n\n".join(
                dict.fromkeys(
                    t for t in (response.text("summary"), response.text("description")) if t
                )
            )
            self.words("description", response, text, body.text)
            self._content(body, response, direction)
            self._headers(body, response, direction)
            self.access.links(body, response)
        for status in rest:
            self.record.differs("response", place, "", status)

    def _headers(self, shown: ShownBody, response: Place, direction: Direction) -> None:
        rest = {field.name: field for field in shown.headers}
        for name, raw in response.members("headers"):
            if name.lower() == "content-type":
                continue
            try:
                place = self.files.followed(raw)
            except Unresolved:
                continue
            field = rest.pop(name, None)
            ok = field is not None
            self.record.check("header", place, ok=ok, file=name, page=[*rest])
            if field is not None:
                self._valued(field, place, "both")
        for name in rest:
            self.record.differs("header", response, "", name)

    # -- callbacks -----------------------------------------------------------------------------

    def _callbacks(self, shown: ShownRequest, operation: Operation) -> None:
        rest = list(shown.callbacks)
        for name, raw in operation.place.members("callbacks"):
            callback = self.files.followed(raw)
            for expression, item in callback.members():
                if expression.startswith("x-"):
                    continue
                for inner in of_item(self.files, item, expression):
                    key = (inner.method, "".join(expression.split()))
                    same = [
                        pair
                        for pair in rest
                        if (pair[1].method, "".join(pair[1].path.split())) == key
                    ]
                    same = [pair for pair in same if pair[0] == name] or same
                    ok = bool(same) and same[0][0] == name
                    page = [shown_name for shown_name, _request in same]
                    self.record.check("callback", inner.place, ok=ok, file=name, page=page)
                    if same:
                        rest.remove(same[0])
                        self._callback(same[0][1], inner)
        for name, request in rest:
            self.record.differs("callback", operation.place, "", f"{name} {request.path}")

    def _callback(self, shown: ShownRequest, operation: Operation) -> None:
        place = operation.place
        self.words("summary", place, place.text("summary"), shown.text, within=True)
        self.words("description", place, place.text("description"), shown.text, within=True)
        for body in (*([shown.body] if shown.body else []), *shown.responses):
            for content in body.contents:
                content.group = content.group or content.names  # nobody chooses one here
        self._parameters(shown, operation)
        self._body(shown.body, place.get("requestBody"), "response")
        self._responses(shown.responses, place, "request")


def compared(files: Files, pages: Path, operations: Sequence[Operation] | None = None) -> Record:
    """Compare operations (``None``: all) with the pages below a folder."""
    record = Record()
    check = OperationCheck(files, Site(pages), record)
    for operation in operations_of(files) if operations is None else operations:
        check.page(operation)
    DocumentCheck(files, check.site, record).check()
    return record


def _schema_of(place: Place) -> tuple[Place, str]:
    """Return the schema of a parameter or header, and its media type when it has one."""
    schema = place.get("schema")
    if schema is not None:
        return schema, ""
    for name, media in place.members("content"):
        inner = media.get("schema")
        return inner or Place(value={}, file=place.file, names=place.names), name
    return Place(value={}, file=place.file, names=place.names), ""


def _stability(place: Place) -> str:
    """Return the note that a page has for an operation that is not stable."""
    levels = [place.text(f"x-{name}") for name in ("stability", "stability-level")]
    levels += [place.text("x-scalar-stability")]
    levels += [name for name in ("experimental", "beta") if place.flag(f"x-{name}")]
    found = next((level for level in levels if level), "")
    return f"Note Stability of this operation: {found}." if found else ""
