"""The JSON of TypeDoc → the symbols of a TypeScript package, and the nodes of their pages.

The shape is that of TypeDoc's ``JSONOutput`` with ``schemaVersion`` 2.0, which 0.28 writes. The
file comes from outside: what is not shaped so is left out, and comments are Markdown without HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _ as sphinx_word

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.nodes import add_anchor
from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.content.markdown import first_sentence, link_target, to_nodes
from sphinx_docsjson.openapi.content.overview import page_link
from sphinx_docsjson.openapi.reading.parse import UnreadableFile, items, mapping, text

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.openapi.content.texts import PageTexts

Data = Mapping[str, Any]

SCHEMA_VERSION = "2.0"
MAX_DEPTH = 40
"""So deep types are written out: deeper ones nobody reads, and Python counts its calls."""

# The kinds of TypeDoc: what a page is of, what stands inside one, what has others inside.

SPACES = {2: "module", 4: "namespace"}
OF_PAGES = {
    8: ("enum", "class"),
    32: ("const", "data"),
    64: ("function", "function"),
    128: ("class", "class"),
    256: ("interface", "class"),
    2_097_152: ("type", "data"),
}
"""Kind → the word of TypeScript, and what Sphinx's domain of JavaScript calls it."""

_ACCESSOR = 262_144
_MEMBERS = {
    16: "attribute",
    512: "method",
    1024: "attribute",
    2048: "method",
    _ACCESSOR: "attribute",
}
_PLURALS = {
    8: "Enumerations",
    32: "Variables",
    64: "Functions",
    128: "Classes",
    256: "Interfaces",
    2_097_152: "Type Aliases",
}
"""As TypeDoc calls its groups, for files that have none."""


def number(value: Any) -> int:
    """Return a number of the file, an id or a kind; -1 for what is none."""
    return value if isinstance(value, int) else -1


def each_of(value: Any) -> Iterator[Data]:
    """Yield the objects of a list of the file."""
    yield from map(mapping, items(value))


@dataclass(kw_only=True)
class Symbol:
    """What has a page: something exported, or a module with others inside.

    :param docname: its page, once it has one.
    :param is_target: links from elsewhere find it by its name; not where an earlier SDK has it.
    :param groups: of a module: title → what is inside.
    """

    data: Data
    fullname: str
    docname: str = ""
    is_target: bool = True
    groups: list[tuple[str, list[Symbol]]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What it is called where it stands."""
        return text(self.data.get("name"))

    @property
    def kind(self) -> int:
        """Its kind, as TypeDoc counts them."""
        return number(self.data.get("kind"))

    @property
    def is_space(self) -> bool:
        """Whether it is a module or a namespace, or the whole package."""
        return self.kind in {1, *SPACES}

    @property
    def summary(self) -> str:
        """The first sentence of what is said of it."""
        described = [self.data, *each_of(self.data.get("signatures"))]
        told = (comment_text(mapping(each.get("comment")).get("summary")) for each in described)
        return first_sentence(next(filter(None, told), ""))

    def walk(self) -> Iterator[Symbol]:
        """Yield it and everything inside that has a page."""
        yield self
        for _title, inside in self.groups:
            for symbol in inside:
                yield from symbol.walk()


def read_typedoc(raw: str) -> Symbol:
    """Return the package that a file describes.

    :raises UnreadableFile: when it is no JSON, none of TypeDoc, or of another version of it.
    """
    try:
        data = mapping(read_json(raw))
    except ValueError as error:
        raise UnreadableFile(f"the file is no JSON ({error})") from None
    version = data.get("schemaVersion")
    if data.get("kind") != 1:
        raise UnreadableFile("this is no JSON of TypeDoc; write it with `typedoc --json FILE`")
    if version != SCHEMA_VERSION:
        said = f"schemaVersion {text(version)!r}" if version else "no schemaVersion"
        raise UnreadableFile(
            f"the file has {said}, and {SCHEMA_VERSION} is read; write it with TypeDoc 0.28"
        )
    return _symbol(data, "")


def _symbol(data: Data, around: str) -> Symbol:
    """Return a symbol and what has pages inside it; nesting is bounded where JSON is read."""
    name = text(data.get("name"))
    own = "" if data.get("kind") == 1 else f"{around}.{name}".removeprefix(".")
    symbol = Symbol(data=data, fullname=own)
    if not symbol.is_space:
        return symbol
    children = {
        number(child.get("id")): child
        for child in each_of(data.get("children"))
        if number(child.get("kind")) in {*OF_PAGES, *SPACES}
    }
    titled = [
        (text(group.get("title")), list(map(number, items(group.get("children")))))
        for group in each_of(data.get("groups"))
    ]
    if not titled:
        by_kind: dict[str, list[int]] = {}
        for key, child in children.items():
            title = _PLURALS.get(number(child.get("kind")), "Modules")
            by_kind.setdefault(title, []).append(key)
        titled = list(by_kind.items())
    for title, found in titled:
        inside = [_symbol(children[each], own) for each in found if each in children]
        if inside:
            symbol.groups.append((title, inside))
    return symbol


# Comments: texts, code, and links to other symbols.

_PLACE = "https://symbol.invalid/"
"""Where links to symbols lead until they are nodes: no host has such a name (RFC 2606)."""


def comment_text(parts: Any, names: Mapping[int, str] | None = None) -> str:
    """Return the Markdown of a comment.

    :param names: id → full name of what may be linked to.
    """
    found = []
    for part in each_of(parts):
        words = text(part.get("text"))
        if part.get("kind") != "inline-tag":
            found.append(words)
            continue
        target, tag = part.get("target"), part.get("tag")
        known = (names or {}).get(number(target))
        shown = f"`{words}`" if tag == "@linkcode" and words else words
        if known is not None:
            found.append(f"[{shown}]({_PLACE}{quote(known)})")
        elif isinstance(target, str) and link_target(target):
            found.append(f"[{shown}](<{target}>)")
        else:
            found.append(shown)
    return "".join(found)


@dataclass(kw_only=True)
class SymbolPages:
    """Writes the pages of one package.

    :param texts: what translates comments.
    :param source: the file, for messages.
    """

    package: Symbol
    env: BuildEnvironment
    document: nodes.document
    texts: PageTexts
    source: str

    def __post_init__(self) -> None:
        self.pages = {symbol.fullname: symbol for symbol in self.package.walk()}
        self.depth = 0
        self.names: dict[int, str] = {}
        self.owners: dict[str, Symbol] = {}
        for symbol in self.package.walk():
            self._know(symbol.data, symbol.fullname, symbol)
            for child in each_of(symbol.data.get("children")):
                if not symbol.is_space:
                    self._know(child, f"{symbol.fullname}.{text(child.get('name'))}", symbol)

    def _know(self, data: Data, fullname: str, owner: Symbol) -> None:
        self.names[number(data.get("id"))] = fullname
        self.owners.setdefault(fullname, owner)
        for signature in each_of(data.get("signatures")):
            self.names[number(signature.get("id"))] = fullname

    # pages

    def content(self, symbol: Symbol) -> list[nodes.Node]:
        """Return what stands on the page of a symbol, below its title."""
        if symbol.is_space:
            return [*self.said(symbol.data), *self.lists(symbol)]
        _word, kind = OF_PAGES[symbol.kind]
        return self.described(symbol.data, symbol.fullname, kind, symbol)

    def lists(self, space: Symbol) -> Iterator[nodes.Node]:
        """Yield a list of what is inside a module, with the first sentence of each."""
        for title, inside in space.groups:
            yield nodes.rubric(title, title)
            listed = nodes.bullet_list(bullet="*")
            for symbol in inside:
                line = nodes.paragraph("", "", page_link(symbol.docname, symbol.name))
                if symbol.summary:
                    line += nodes.Text(f" – {self.texts.plain(symbol.summary)}")
                listed += nodes.list_item("", line)
            yield listed

    def described(self, data: Data, fullname: str, kind: str, owner: Symbol) -> list[nodes.Node]:
        """Return an object with its signatures and what is inside, as domains describe theirs."""
        signatures = [mapping(each) for each in items(data.get("signatures"))]
        if data.get("kind") == _ACCESSOR:
            reads, writes = mapping(data.get("getSignature")), mapping(data.get("setSignature"))
            told = reads.get("comment") or writes.get("comment")
            signatures = [{**data, "type": reads.get("type"), "comment": told}]
        made: list[nodes.Node] = []
        for turn, signature in enumerate(signatures or [data]):
            described = addnodes.desc(
                domain="js", objtype=kind, desctype=kind, classes=["js", kind], noindex=False
            )
            described["no-index"] = False
            described.document = self.document
            line = addnodes.desc_signature("", "", is_multiline=False)
            line += self.signature(data, signature, owner)
            self.note(line, fullname, kind, None if turn else owner)
            inside = addnodes.desc_content("", *self.said(signature), *self.fields(signature))
            if not turn:
                inside += self.members(data, fullname, owner)
            made.append(described)
            described += [line, inside]
        return made

    def members(self, data: Data, fullname: str, owner: Symbol) -> list[nodes.Node]:
        """Return what is inside a class, an interface or an enumeration."""
        made: list[nodes.Node] = []
        for index in each_of(data.get("indexSignatures")):
            told = ["[", *_between(self.parameters_of(index), ", "), "]: "]
            line = nodes.literal("", "", *_signs([*told, *self.type(index.get("type"))]))
            made.append(nodes.paragraph("", "", line))
        for child in each_of(data.get("children")):
            kind = _MEMBERS.get(number(child.get("kind")))
            flags = mapping(child.get("flags"))
            if kind is None or flags.get("isExternal") or flags.get("isPrivate"):
                continue
            name = text(child.get("name"))
            made += self.described(child, f"{fullname}.{name}", kind, owner)
        return made

    def note(
        self, line: addnodes.desc_signature, name: str, kind: str, owner: Symbol | None
    ) -> None:
        """Give a signature its id, and tell the domain of JavaScript of it.

        :param owner: what has the page; ``None`` for a further signature of the same object.
        """
        anchor = add_anchor(self.document, line, name)
        if owner is None:
            return
        last = name.rpartition(".")[2] if not name.endswith("]") else name
        shown = f"{last}()" if kind in ("function", "method") else last
        line.attributes.update({"_toc_parts": tuple(name.split(".")), "_toc_name": shown})
        domain = self.env.domains.javascript_domain
        known = domain.objects.get(name)
        if owner.is_target and (known is None or known[0] == self.env.docname):
            domain.objects[name] = (self.env.docname, anchor, kind)

    # what is said of an object

    def markdown(self, parts: Any) -> list[nodes.Node]:
        """Return a comment as nodes, its links to symbols as links."""
        written = self.texts.markdown(comment_text(parts, self.names))
        made = to_nodes(written, self.source)
        for part in (part for block in made for part in block.findall(nodes.TextElement)):
            part["translatable"] = False
        for link in [link for block in made for link in block.findall(nodes.reference)]:
            target = str(link.get("refuri", ""))
            if target.startswith(_PLACE):
                name = unquote(target.removeprefix(_PLACE))
                link.replace_self(self.link(name, link.children))
        return made

    def said(self, data: Data) -> Iterator[nodes.Node]:
        """Yield the description of an object and its tags, but for what fields show."""
        comment = mapping(data.get("comment"))
        tags = list(each_of(comment.get("blockTags")))
        for tag in tags:
            if tag.get("tag") == "@deprecated":
                note = addnodes.versionmodified(type="deprecated", version="")
                label = nodes.inline(classes=["versionmodified", "deprecated"])
                label += nodes.Text(f"{_('Deprecated')}: ")
                told = self.markdown(tag.get("content")) or [nodes.paragraph()]
                if isinstance(told[0], nodes.paragraph):
                    told[0].insert(0, label)
                note += told
                yield note
        yield from self.markdown(comment.get("summary"))
        for tag in tags:
            name = text(tag.get("tag"))
            content = tag.get("content")
            if name == "@remarks":
                yield from self.markdown(content)
            elif name in ("@defaultValue", "@default"):
                made = self.markdown(content)
                if made and isinstance(made[0], nodes.paragraph):
                    made[0].insert(0, nodes.Text(f"{_('Default')}: "))
                yield from made
            elif name not in ("@deprecated", "@returns", "@throws", "@param", "@typeParam"):
                title = name.removeprefix("@").capitalize()
                yield nodes.rubric(title, title)
                yield from self.markdown(content)

    def fields(self, signature: Data) -> list[nodes.Node]:
        """Return the parameters, what comes back and what is thrown, as Sphinx lists them."""
        entries = [*items(signature.get("typeParameters")), *items(signature.get("parameters"))]
        listed = nodes.bullet_list()
        for entry in map(mapping, entries):
            told = self.markdown(mapping(entry.get("comment")).get("summary"))
            if not told:
                continue
            name = text(entry.get("name"))
            line = nodes.paragraph("", "", addnodes.literal_strong(name, name))
            if entry.get("type") and entry.get("variant") != "typeParam":
                line += [nodes.Text(" ("), _one_word(self.type(entry["type"])), nodes.Text(")")]
            line += nodes.Text(" -- ")
            if isinstance(told[0], nodes.paragraph):
                line += told.pop(0).children
            listed += nodes.list_item("", line, *told)
        found: list[tuple[str, list[nodes.Node]]] = []
        if len(listed):
            found.append((sphinx_word("Parameters"), [listed]))
        labels = {"@returns": sphinx_word("Returns"), "@throws": sphinx_word("Throws")}
        for tag in each_of(mapping(signature.get("comment")).get("blockTags")):
            if label := labels.get(text(tag.get("tag"))):
                found.append((label, self.markdown(tag.get("content"))))
        if not found:
            return []
        pairs = (
            nodes.field("", nodes.field_name(label, label), nodes.field_body("", *body))
            for label, body in found
        )
        return [nodes.field_list("", *pairs)]

    # signatures

    def signature(self, data: Data, signature: Data, owner: Symbol) -> Iterator[nodes.Node]:
        """Yield the parts of a signature as TypeScript writes them."""
        kind, flags = number(data.get("kind")), mapping(data.get("flags"))
        before = [
            word
            for word in ("isProtected", "isStatic", "isAbstract", "isReadonly")
            if flags.get(word)
        ]
        front = [word.removeprefix("is").lower() for word in before]
        if kind in OF_PAGES and data is owner.data:
            front.append(OF_PAGES[kind][0])
        if kind == 512:
            front.append("new")
        if front:
            said = " ".join(front) + " "
            yield addnodes.desc_annotation(said, said)
        name = owner.name if kind == 512 else text(data.get("name"))
        yield addnodes.desc_name(name, name)
        if flags.get("isOptional"):
            yield addnodes.desc_sig_punctuation("", "?")
        yield from _signs(self.type_parameters(signature))
        if items(data.get("signatures")):
            listed = addnodes.desc_parameterlist("", "")
            for parts in self.parameters_of(signature):
                listed += addnodes.desc_parameter("", "", *parts)
            listed["multi_line_parameter_list"] = len(listed.astext()) > 70
            listed["multi_line_trailing_comma"] = False
            yield listed
            if signature.get("type") and kind != 512:
                yield addnodes.desc_returns("", "", *_signs(self.type(signature["type"])))
            return
        for field_name, word in (("extendedTypes", "extends"), ("implementedTypes", "implements")):
            if above := items(data.get(field_name)):
                yield addnodes.desc_annotation("", f" {word} ")
                yield from _signs(_between([self.type(each) for each in above], ", "))
        told = signature.get("type")
        if (kind == 2_097_152 and told) or (kind == 16 and told):
            yield from _signs([" ", "=", " ", *self.type(told)])
        elif told:
            yield from _signs([":", " ", *self.type(told)])
        default = text(data.get("defaultValue"))
        if default and default != "..." and kind != 16:
            yield from _signs([" ", "=", " ", nodes.Text(default)])

    def parameters_of(self, signature: Data) -> Iterator[list[nodes.Node]]:
        """Yield the parts of each parameter of a signature."""
        for entry in each_of(signature.get("parameters")):
            flags = mapping(entry.get("flags"))
            made: list[nodes.Node] = []
            if flags.get("isRest"):
                made.append(addnodes.desc_sig_operator("", "..."))
            made.append(addnodes.desc_sig_name("", text(entry.get("name"))))
            if flags.get("isOptional"):
                made.append(addnodes.desc_sig_operator("", "?"))
            if entry.get("type"):
                made += _signs([":", " ", *self.type(entry["type"])])
            if default := text(entry.get("defaultValue")):
                made += _signs([" ", "=", " ", nodes.Text(default)])
            yield made

    def type_parameters(self, data: Data) -> list[Any]:
        """Return what stands between angle brackets after a name."""
        listed = []
        for entry in each_of(data.get("typeParameters")):
            said: list[Any] = [nodes.Text(text(entry.get("name")))]
            if entry.get("type"):
                said += [" ", "extends", " ", *self.type(entry["type"])]
            if entry.get("default"):
                said += [" ", "=", " ", *self.type(entry["default"])]
            listed.append(said)
        return ["<", *_between(listed, ", "), ">"] if listed else []

    def link(self, name: str, inner: Iterable[nodes.Node]) -> nodes.Node:
        """Return a link to a symbol; its words alone where nothing shows it."""
        owner = self.owners.get(name)
        words = nodes.inline("", "", *inner)
        if owner is None or not owner.docname:
            return words
        if owner.is_target and not owner.is_space:
            return addnodes.pending_xref(
                "", words, refdomain="js", reftype="func", reftarget=name, refexplicit=True
            )
        return page_link(owner.docname, words.astext())

    # types

    def type(self, data: Any, *, tight: bool = False) -> list[Any]:
        """Return a type: strings are signs and words of TypeScript, nodes are names.

        :param tight: it stands beside something that binds more than most types do.
        """
        data = mapping(data)
        kind = text(data.get("type"))
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                return ["…"]
            return self._type(data, kind, tight=tight)
        finally:
            self.depth -= 1

    def _type(self, data: Data, kind: str, *, tight: bool) -> list[Any]:
        if kind in ("literal", "intrinsic", "unknown", "templateLiteral"):
            return _plain(data, kind, self)
        if kind == "reference":
            return self._reference(data)
        made, is_loose = self._compound(data, kind)
        return ["(", *made, ")"] if tight and is_loose else made

    def _reference(self, data: Data) -> list[Any]:
        name, target = text(data.get("name")), data.get("target")
        known = self.names.get(number(target))
        made: list[Any] = [self.link(known, [nodes.Text(name)]) if known else nodes.Text(name)]
        if arguments := items(data.get("typeArguments")):
            made += ["<", *_between([self.type(each) for each in arguments], ", "), ">"]
        return made

    def _compound(self, data: Data, kind: str) -> tuple[list[Any], bool]:
        """Return a type made of others, and whether it needs parentheses inside another."""

        def one(key: str, *, tight: bool = False) -> list[Any]:
            return self.type(data.get(key), tight=tight)

        match kind:
            case "array":
                return [*one("elementType", tight=True), "[]"], False
            case "union" | "intersection":
                sign = " | " if kind == "union" else " & "
                parts = [self.type(each, tight=True) for each in items(data.get("types"))]
                return _between(parts, sign), True
            case "tuple":
                parts = [self.type(each) for each in items(data.get("elements"))]
                return ["[", *_between(parts, ", "), "]"], False
            case "namedTupleMember":
                mark = "?: " if data.get("isOptional") else ": "
                return [nodes.Text(text(data.get("name"))), mark, *one("element")], False
            case "inferred":
                return ["infer", " ", nodes.Text(text(data.get("name")))], True
            case "optional":
                return [*one("elementType", tight=True), "?"], False
            case "rest":
                return ["...", *one("elementType", tight=True)], False
            case "typeOperator":
                operator = text(data.get("operator"))
                return [operator, " ", *one("target", tight=True)], True
            case "query":
                return ["typeof", " ", *one("queryType")], True
            case "indexedAccess":
                return [*one("objectType", tight=True), "[", *one("indexType"), "]"], False
            case "conditional":
                return [
                    *one("checkType", tight=True),
                    *(" ", "extends", " ", *one("extendsType", tight=True)),
                    *(" ? ", *one("trueType"), " : ", *one("falseType")),
                ], True
            case "mapped":
                return self._mapped(data), False
            case "predicate":
                asserts = ["asserts", " "] if data.get("asserts") else []
                told = [" ", "is", " ", *one("targetType")] if data.get("targetType") else []
                return [*asserts, nodes.Text(text(data.get("name"))), *told], True
            case "reflection":
                return self._reflection(mapping(data.get("declaration")))
        return [nodes.Text(text(data.get("name")) or "unknown")], False

    def _mapped(self, data: Data) -> list[Any]:
        signs = {"+": "", "-": "-"}
        readonly, optional = data.get("readonlyModifier"), data.get("optionalModifier")
        made: list[Any] = ["{ "]
        if readonly in signs:
            made.append(f"{signs[readonly]}readonly ")
        made += ["[", nodes.Text(text(data.get("parameter"))), " in "]
        made += self.type(data.get("parameterType"))
        if data.get("nameType"):
            made += [" as ", *self.type(data["nameType"])]
        mark = f"]{signs[optional]}?: " if optional in signs else "]: "
        return [*made, mark, *self.type(data.get("templateType")), " }"]

    def _reflection(self, data: Data) -> tuple[list[Any], bool]:
        """Return a function or an object that is written where it is used."""
        signatures = [mapping(each) for each in items(data.get("signatures"))]
        children = [mapping(each) for each in items(data.get("children"))]
        if len(signatures) == 1 and not children:
            (only,) = signatures
            listed = _between(self.parameters_of(only), ", ")
            back = [" => ", *self.type(only.get("type"))]
            return [*self.type_parameters(only), "(", *listed, ")", *back], True
        parts: list[list[Any]] = []
        for each in [*signatures, *each_of(data.get("indexSignatures"))]:
            signs = "[]" if each.get("kind") == 8192 else "()"
            listed = _between(self.parameters_of(each), ", ")
            parts.append([signs[0], *listed, signs[1], ": ", *self.type(each.get("type"))])
        for child in children:
            flags = mapping(child.get("flags"))
            front = ["readonly "] if flags.get("isReadonly") else []
            name = nodes.Text(text(child.get("name")))
            mark = "?: " if flags.get("isOptional") else ": "
            told = child.get("type") or {
                "type": "reflection",
                "declaration": {"signatures": child.get("signatures")},
            }
            parts.append([*front, name, mark, *self.type(told)])
        return (["{ ", *_between(parts, "; "), " }"] if parts else ["{}"]), False


def _plain(data: Data, kind: str, pages: SymbolPages) -> list[Any]:
    """Return a type that is one word, or a text with types in it."""
    if kind == "literal":
        value = data.get("value")
        if isinstance(value, Mapping):  # a bigint
            sign = "-" if value.get("negative") else ""
            return [nodes.Text(f"{sign}{text(value.get('value'))}n")]
        if isinstance(value, str):
            quoted = f'"{value}"'
            return [addnodes.desc_sig_literal_string(quoted, quoted)]
        word = "null" if value is None else str(value)
        return [nodes.Text(word.lower() if isinstance(value, bool) else word)]
    if kind == "templateLiteral":
        made: list[Any] = [f"`{text(data.get('head'))}"]
        for pair in items(data.get("tail")):
            inside, after = (*items(pair), "", "")[:2]
            made += ["${", *pages.type(inside), "}", text(after)]
        return [*made, "`"]
    name = text(data.get("name"))
    is_word = kind == "intrinsic"
    return [addnodes.desc_sig_keyword_type("", name) if is_word else nodes.Text(name)]


def _between(parts: Iterable[list[Any]], sign: str) -> list[Any]:
    """Return lists one after the other with a sign between them."""
    made: list[Any] = []
    for part in parts:
        made += [sign, *part] if made else part
    return made


def _signs(parts: Iterable[Any]) -> list[nodes.Node]:
    """Return the nodes of a piece of a signature, each sign and word as what it is."""
    made: list[nodes.Node] = []
    for part in parts:
        if isinstance(part, nodes.Text):
            made.append(addnodes.desc_sig_name("", str(part)))
        elif isinstance(part, nodes.Node):
            made.append(part)
        elif part.isspace():
            made.append(addnodes.desc_sig_space("", part))
        elif part.isalpha():
            made.append(addnodes.desc_sig_keyword("", part))
        else:
            made.append(addnodes.desc_sig_punctuation("", part))
    return made


def _one_word(parts: list[Any]) -> nodes.Node:
    """Return a type in a line of text; its signature has the links of one that has parts."""
    made = _signs(parts)
    if len(made) == 1 and isinstance(made[0], addnodes.pending_xref):
        return made[0]
    words = "".join(node.astext() for node in made)
    return nodes.literal(words, words)
