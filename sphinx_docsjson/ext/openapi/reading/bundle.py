"""Bundles the files of a description into one document, whose references stay inside it."""

from __future__ import annotations

import posixpath
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.openapi.reading.locations import AS_WRITTEN, SourcePointers
from sphinx_docsjson.ext.openapi.reading.parse import (
    SAMPLES,
    UnreadableFile,
    is_hidden,
    join,
    looks_like_json,
    parse,
    refusal,
)
from sphinx_docsjson.ext.openapi.reading.resolver import (
    FILES,
    ApiProblem,
    child,
    escape,
    segments,
)

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.reading.overlays import Overlay


MAX_FILES = 10_000
DATA_SUFFIXES = (".json", ".yaml", ".yml")

_LITERAL = frozenset({"example", "default", "const", "enum"})
_NAMED = words(
    "properties patternProperties $defs definitions schemas dependentSchemas responses headers "
    "parameters examples requestBodies securitySchemes links callbacks pathItems mediaTypes "
    "content encoding paths webhooks"
)
"""What holds names of authors, one of which may be ``default`` or ``example``."""

_REFERENCES = frozenset({"$ref", "$dynamicRef"})
_NAMES = ("$id", "$anchor", "$dynamicAnchor")

_STATUS = re.compile(r"default|[1-5][0-9X]{2}|x-.*", re.IGNORECASE)


_PAGE = re.compile(r"\s*<(?:!doctype|html|\?xml|!--)", re.IGNORECASE)


def bundle(
    root: str,
    read: Callable[[str], str],
    ignored: Callable[[str], bool],
    overlays: Sequence[Overlay] = (),
) -> Bundle:
    """Read *root* and every file that it refers to, directly or not.

    :param root: the key of the first file: a path from the source directory, or a URL.
    :param read: returns the text of a file by its key.
    :param ignored: whether the site ignores a file; its text is not quoted.
    :param overlays: what changes the first file before its references are followed.
    :raises UnreadableFile: when the first file cannot be read; others are reported.
    """
    found = Bundle(root=root, read=read, ignored=ignored, overlays=overlays)
    found.run()
    return found


_Place: TypeAlias = "str | tuple[_Place, str | int]"
"""A JSON pointer, or the place around and the key in it: most are never written out."""


class _Base(NamedTuple):
    """What references are relative to: a file, or a schema with ``$id`` in it.

    Source of the rule: JSON Schema 2020-12, Core section 8.2.

    :param key: of the file.
    :param uri: the key, or what ``$id`` says.
    :param schema: the one with the ``$id``; nothing for a file.
    """

    key: str
    uri: str
    place: _Place
    schema: Mapping[str, Any] | None = None


class _Reference(NamedTuple):
    """A reference to something that may be further down, or in a file that was not read."""

    ref: str
    holder: dict[str, Any]
    keyword: str
    base: _Base
    where: _Place


@dataclass(kw_only=True)
class Bundle:
    """A bundled document, with the name and the text of each of its files, or why it has none.

    References are replaced when all files were read: any of them may name a schema by ``$id`` or
    ``$anchor``.

    :param problems: what is wrong; their pointers lead into the files as they are.
    :param source_pointers: where the parts of the document are in the files.
    :param notes: what nobody has to fix.
    """

    root: str
    read: Callable[[str], str]
    ignored: Callable[[str], bool]
    overlays: Sequence[Overlay]
    source_pointers: SourcePointers = AS_WRITTEN
    notes: Sequence[ApiProblem] = ()
    problems: list[ApiProblem] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    queue: list[str] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    waiting: deque[_Reference] = field(default_factory=deque)
    resources: dict[str, _Base] = field(default_factory=dict)
    anchors: dict[tuple[str, str], _Place] = field(default_factory=dict)

    @property
    def document(self) -> Any:
        """The values of the first file, with those of the others in it."""
        return self.values[self.root]

    def run(self) -> None:
        """Read all files; references are rewritten in the values that were just parsed."""
        self.load(self.root)
        found: list[tuple[_Reference, _Base]] = []
        while self.queue or self.waiting:
            if self.queue:
                key = self.queue.pop()
                self.rewrite(self.values[key], self.resources[key])
            elif (base := self.resource(reference := self.waiting.popleft())) is not None:
                found.append((reference, base))
        for reference, base in found:
            reference.holder[reference.keyword] = self.target(reference.ref, base)
        others = {key: value for key, value in self.values.items() if key != self.root}
        if others and isinstance(self.document, dict):
            self.document[FILES] = others
        source = self.source_pointers.source
        self.problems = [replace(p, pointer=source(p.pointer)) for p in self.problems]
        self.texts |= {overlay.key: overlay.source for overlay in self.overlays}

    def load(self, key: str) -> None:
        """Read one file.

        :raises UnreadableFile: when it cannot be read or parsed.
        """
        if len(self.texts) >= MAX_FILES:
            raise UnreadableFile(f"the API description has more than {MAX_FILES} files")
        try:
            text = self.texts[key] = self.read(key)
        except UnreadableFile as error:
            self.texts[key] = str(error)  # if another build finds the file, it has to notice
            raise
        if key != self.root and not key.lower().endswith(DATA_SUFFIXES):
            self.values[key] = text
            return
        value, problems = _parsed(text, key)
        where = "#" if key == self.root else f"#/{FILES}/{escape(key)}"
        self.resources[key] = _Base(key, key, where)
        self.problems += [replace(problem, pointer=where) for problem in problems]
        if key == self.root and self.overlays:
            value = self.overlaid(value)
        self.values[key] = value
        self.queue.append(key)

    def overlaid(self, value: Any) -> Any:
        """Return the first file with its overlays."""
        from sphinx_docsjson.ext.openapi.reading.overlays import apply_overlays

        found = apply_overlays(value, self.overlays)
        self.source_pointers, self.notes = found.source_pointers, found.notes
        self.problems += found.problems
        return found.document

    def rewrite(self, value: Any, file: _Base) -> None:
        """Make the references below *value*, of a file, point into the bundle."""
        key = file.key
        has_names = any(word in self.texts[key] for word in _NAMES)
        stack: list[tuple[Any, _Place, str, str, _Base]] = [(value, file.place, "", "", file)]
        while stack:
            node, where, name, literal, base = stack.pop()
            if not isinstance(node, dict | list) or id(node) in self.seen:
                continue
            self.seen.add(id(node))
            if isinstance(node, list):
                inherited = name if name in SAMPLES else ""
                stack += [
                    (item, (where, number), inherited, literal, base)
                    for number, item in enumerate(node)
                    if isinstance(item, dict | list)
                ]
                continue
            if has_names and not literal:
                base = self.named(node, base, where)
            for keyword, item in node.items():
                is_ref = isinstance(item, str) and keyword in _REFERENCES
                if is_ref and (not literal or self.is_of_file(item, key, literal)):
                    self.refer(node, keyword, base, (where, keyword))
                if not isinstance(item, dict | list):
                    continue
                value = keyword in _LITERAL and name not in _NAMED and not _are_responses(node)
                here = (where, keyword)
                if value and not literal:
                    self.sample(item, base, here)
                if keyword == "mapping" and name == "discriminator" and isinstance(item, dict):
                    for label, ref in item.items():
                        if isinstance(ref, str) and self.is_reference(ref):
                            self.refer(item, label, base, here)
                elif (
                    text := self.text_of(item, key, here, in_sample=name in SAMPLES)
                ) is not None:
                    node[keyword] = text
                else:
                    inside = literal or (keyword if value else "")
                    stack.append((item, here, keyword, inside, base))

    def named(self, schema: dict[str, Any], base: _Base, where: _Place) -> _Base:
        """Note the names of a schema; return what the references in it are relative to."""
        own = schema.get("$id")
        uri, _hash, name = own.partition("#") if isinstance(own, str) else ("", "", "")
        if uri:
            base = _Base(base.key, join(base.uri, uri), where, schema)
            self.resources.setdefault(base.uri, base)
        for anchor in (name, schema.get("$anchor"), schema.get("$dynamicAnchor")):
            if isinstance(anchor, str) and anchor:
                self.anchors.setdefault((_pointer_to(base.place), anchor), where)
        return base

    def refer(self, holder: dict[str, Any], keyword: str, base: _Base, where: _Place) -> None:
        """Make a reference point into the bundle, now or when its target was read."""
        ref = holder[keyword]
        if ref.startswith("#/") and base.schema is None:
            holder[keyword] = self.target(ref, base)
            return
        reference = _Reference(ref, holder, keyword, base, where)
        if "://" in ref:  # it may be the name of a schema in any file
            self.waiting.append(reference)
        else:
            self.waiting.appendleft(reference)

    def is_reference(self, target: str) -> bool:
        """Whether a value of a discriminator's mapping is a reference, not a schema's name."""
        root = self.values.get(self.root)
        components = root.get("components") if isinstance(root, dict) else None
        schemas = components.get("schemas") if isinstance(components, dict) else None
        if isinstance(schemas, dict) and target in schemas:
            return False
        return "/" in target or target.partition("#")[0].lower().endswith(DATA_SUFFIXES)

    def sample(self, value: Any, base: _Base, where: _Place) -> None:
        """Make the reference of a value that is nothing but a file point into the bundle."""
        ref = value.get("$ref") if isinstance(value, dict) and len(value) == 1 else None
        if isinstance(ref, str) and _names_data(ref):
            self.refer(value, "$ref", base, where)

    def is_of_file(self, ref: str, key: str, keyword: str) -> bool:
        """Whether a reference inside the value of *keyword* is to a file, no part of the value.

        A missing file is not reported: the value may be about references.
        """
        file = join(key, ref.partition("#")[0])
        return keyword == "example" and _names_data(ref) and not self.why_not(file)

    def text_of(self, node: Any, key: str, where: _Place, *, in_sample: bool) -> str | None:
        """Return the text of a file that is not data, such as a code sample in a file.

        :returns: ``None`` when *node* is not a reference to text, nothing when it may not be read.
        """
        ref = node.get("$ref") if isinstance(node, dict) else None
        if not isinstance(ref, str) or ref.startswith("#"):
            return None
        file = ref.partition("#")[0]
        if file.lower().endswith(DATA_SUFFIXES) or "." not in posixpath.basename(file):
            return None
        other = join(key, file)
        reason = refusal(other, is_sample=in_sample)
        if not reason and self.ignored(other):
            reason = "the site ignores it"
        if reason:
            self.leave_out(other, reason, where)
            return ""
        if self.available(other, where, as_text=True):
            value = self.values[other]
            return value if isinstance(value, str) else None
        return ""

    def resource(self, reference: _Reference) -> _Base | None:
        """Return the schema with an ``$id``, or the file, that a reference leads into.

        If nothing has such an ``$id``, a file beside that of the reference is meant.
        """
        base = reference.base
        file = reference.ref.partition("#")[0]
        if not file:
            return base
        uri, other = join(base.uri, file), join(base.key, file)
        if uri in self.resources:
            return self.resources[uri]
        if uri != other and "://" in uri and self.why_not(other) and not self.why_not(uri):
            other = uri
        return self.resources.get(other) if self.available(other, reference.where) else None

    def target(self, ref: str, base: _Base) -> str:
        """Return a reference as one into the bundle.

        :param base: the file or schema that it leads into.
        """
        fragment = ref.partition("#")[2]
        pointer = _pointer_to(base.place)
        if fragment.startswith("/"):
            # Generators give schemas an `$id` and count from the root of the document.
            if base.schema is not None and segments(fragment)[0] not in base.schema:
                pointer = _pointer_to(self.resources[base.key].place)
            return f"{pointer}{fragment}"
        if fragment:
            anchor = self.anchors.get((pointer, fragment))
            return ref if anchor is None else _pointer_to(anchor)
        return pointer

    def available(self, key: str, where: _Place, *, as_text: bool = False) -> bool:
        """Whether the file *key* is read, or can be read now.

        :param as_text: it may be text, which was judged; else a key without an ending, or whatever
            else is not data, would be on a page as it is.
        """
        if not as_text and not key.lower().endswith(DATA_SUFFIXES):
            self.leave_out(key, "only JSON and YAML files are read here", where)
            return False
        if key in self.failed:
            return False
        if reason := self.why_not(key):
            self.failed.add(key)
            self.leave_out(key, reason, where)
        return not reason

    def why_not(self, key: str) -> str | None:
        """Read the file *key*, once; return why it cannot be read."""
        if key in self.values:
            return None
        if "://" not in key and is_hidden(key):
            return "files whose name starts with a dot are not read"
        try:
            self.load(key)
        except UnreadableFile as error:
            return str(error)
        return None

    def leave_out(self, key: str, reason: str, where: _Place) -> None:
        """Note that a reference to a file is not followed."""
        message = f"the reference to {key!r} is left out: {reason}"
        self.problems.append(ApiProblem(message=message, pointer=_pointer_to(where)))


def _parsed(text: str, key: str) -> tuple[Any, list[ApiProblem]]:
    """Return the values of a file; YAML may begin with a brace, too."""
    if _PAGE.match(text):
        raise UnreadableFile("it is an HTML or XML page; save the JSON or YAML file itself")
    is_json = looks_like_json(text)
    leniently = key.lower().endswith(".json")
    try:
        return parse(text, is_json=is_json, leniently=leniently)
    except UnreadableFile:
        if leniently or not is_json:
            raise
        return parse(text, is_json=False)


def _names_data(ref: str) -> bool:
    return ref.partition("#")[0].lower().endswith(DATA_SUFFIXES)


def _are_responses(node: dict[str, Any]) -> bool:
    """Whether the root of a file may be a map of responses, with one for all other statuses."""
    return len(node) > 1 and all(_STATUS.fullmatch(name) for name in node)


def _pointer_to(place: _Place) -> str:
    return place if isinstance(place, str) else child(_pointer_to(place[0]), place[1])
