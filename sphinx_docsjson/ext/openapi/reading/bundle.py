"""Bundles the files of a description into one document, whose references stay inside it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

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
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, ApiProblem, child, escape

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


@dataclass(kw_only=True)
class Bundle:
    """A bundled document, with the name and the text of each of its files, or why it has none.

    :param problems: what is wrong; their pointers lead into the files as they are.
    :param source_pointers: where the parts of the document stand in the files.
    :param notes: what nobody has to mend.
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

    @property
    def document(self) -> Any:
        """The values of the first file, with those of the others in it."""
        return self.values[self.root]

    def run(self) -> None:
        """Read all files; references are rewritten in the values that were just parsed."""
        self.load(self.root)
        while self.queue:
            key = self.queue.pop()
            pointer = "#" if key == self.root else f"#/{FILES}/{escape(key)}"
            self.rewrite(self.values[key], key, pointer)
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
            raise UnreadableFile(f"the specification has more than {MAX_FILES} files")
        try:
            text = self.texts[key] = self.read(key)
        except UnreadableFile as error:
            self.texts[key] = str(error)  # another build finds it, and has to notice
            raise
        if key != self.root and not key.lower().endswith(DATA_SUFFIXES):
            self.values[key] = text
            return
        value, problems = _parsed(text, key)
        where = "#" if key == self.root else f"#/{FILES}/{escape(key)}"
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

    def rewrite(self, value: Any, key: str, pointer: str) -> None:
        """Make the references below *value*, of the file *key*, point into the bundle."""
        stack: list[tuple[Any, _Place, str, str]] = [(value, pointer, "", "")]
        while stack:
            node, where, name, literal = stack.pop()
            if not isinstance(node, dict | list) or id(node) in self.seen:
                continue
            self.seen.add(id(node))
            if isinstance(node, list):
                inherited = name if name in SAMPLES else ""
                stack += [
                    (item, (where, number), inherited, literal)
                    for number, item in enumerate(node)
                    if isinstance(item, dict | list)
                ]
                continue
            for keyword, item in node.items():
                is_ref = isinstance(item, str) and keyword == "$ref"
                if is_ref and (not literal or self.is_of_file(item, key, literal)):
                    node[keyword] = self.target(item, key, (where, keyword))
                if not isinstance(item, dict | list):
                    continue
                value = keyword in _LITERAL and name not in _NAMED and not _are_responses(node)
                here = (where, keyword)
                if value and not literal:
                    self.sample(item, key, here)
                if keyword == "mapping" and name == "discriminator" and isinstance(item, dict):
                    for label, ref in item.items():
                        if isinstance(ref, str) and self.is_reference(ref):
                            item[label] = self.target(ref, key, here)
                elif (
                    text := self.text_of(item, key, here, in_sample=name in SAMPLES)
                ) is not None:
                    node[keyword] = text
                else:
                    stack.append((item, here, keyword, literal or (keyword if value else "")))

    def is_reference(self, target: str) -> bool:
        """Whether a value of a discriminator's mapping is a reference, not a schema's name."""
        root = self.values.get(self.root)
        components = root.get("components") if isinstance(root, dict) else None
        schemas = components.get("schemas") if isinstance(components, dict) else None
        if isinstance(schemas, dict) and target in schemas:
            return False
        return "/" in target or target.partition("#")[0].lower().endswith(DATA_SUFFIXES)

    def sample(self, value: Any, key: str, where: _Place) -> None:
        """Make the reference of a value that is nothing but a file point into the bundle."""
        ref = value.get("$ref") if isinstance(value, dict) and len(value) == 1 else None
        if isinstance(ref, str) and _names_data(ref):
            value["$ref"] = self.target(ref, key, where)

    def is_of_file(self, ref: str, key: str, keyword: str) -> bool:
        """Whether a reference inside the value of *keyword* is to a file, no part of the value.

        Nothing is said of a file that is not there: the value may be about references.
        """
        file = join(key, ref.partition("#")[0])
        return keyword == "example" and _names_data(ref) and not self.why_not(file)

    def text_of(self, node: Any, key: str, where: _Place, *, in_sample: bool) -> str | None:
        """Return the text of a file that is not data, such as a code sample in a file.

        :returns: ``None`` when *node* is no reference to text, nothing when it may not be read.
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

    def target(self, ref: str, key: str, where: _Place) -> str:
        """Return the reference *ref*, which stands in the file *key*, as one into the bundle."""
        file, _hash, fragment = ref.partition("#")
        other = join(key, file) if file else key
        if other == self.root or (not file and key == self.root):
            return f"#{fragment}"
        if not self.available(other, where):
            return ref
        anchor = "#" if fragment and not fragment.startswith("/") else ""
        return f"#/{FILES}/{escape(other)}{anchor}{fragment}"

    def available(self, key: str, where: _Place, *, as_text: bool = False) -> bool:
        """Whether the file *key* is read, or can be read now.

        :param as_text: it may be text, which was judged; else a key without an ending, or whatever
            else is no data, would stand on a page as it is.
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
        raise UnreadableFile("it is a page of HTML or XML; save the JSON or YAML file itself")
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
