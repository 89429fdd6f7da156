"""Every component with a word of its own in every place that readers see."""

from dataclasses import replace

from component_samples import Code, Written, as_myst, as_rst, as_tag, sample

from sphinx_docsjson.components.domain import registry

SEEN = {
    ("Tooltip", "tip"),
    ("Tooltip", "headline"),
    ("Tooltip", "cta"),
    ("CodeBlock", "filename"),
    ("Color.Item", "name"),
    ("Hero", "alt"),
    ("ResponseField", "pre"),
    ("ResponseField", "post"),
    ("ParamField", "pre"),
    ("ParamField", "post"),
    ("Param", "pre"),
    ("Param", "post"),
    ("Update", "tags"),
}
"""Attributes that are plain text or lists, and that readers see, beside all of type markdown."""

NAMES = {
    "id", "type", "actions", "className", "language", "highlight", "focus", "path", "query",
    "header", "body", "cookie", "name", "default", "placeholder", "initialValue", "width",
    "height", "style", "repo", "value", "date", "rss", "chart",
}  # fmt: skip
"""Attributes that are names, values or settings in every language."""


def token(component, part):
    """Return the word of one place of a component."""
    return f"orig{component.replace('.', '')}{part[:1].upper()}{part[1:]}"


def is_seen(component, attribute):
    """Whether readers see the text of an attribute."""
    return attribute.type == "markdown" or (component.name, attribute.name) in SEEN


def tagged(written):
    """Return *written* with the words of its places."""
    component = written.component
    attributes = dict(written.attributes)
    for attribute in component.attributes:
        if attribute.name in attributes and is_seen(component, attribute):
            word = token(component.name, attribute.name)
            attributes[attribute.name] = f'["{word}"]' if attribute.type == "list" else word
    return Written(
        component=component,
        attributes=attributes,
        content=tuple(_content(component, part) for part in written.content),
    )


def _content(component, part):
    if isinstance(part, Written):
        return tagged(part)
    if isinstance(part, Code):
        return replace(part, title=f"{token(component.name, 'code')}{part.title}")
    # What stands in Latex is a formula.
    return part if component.name == "Latex" else token(component.name, "content")


def _page(write):
    parts = []
    for component in registry:
        written = tagged(sample(component, registry))
        text = write(written)
        parts.append(f"origBefore {text} origAfter." if written.is_inline else text)
    return "\n\n".join(parts)


def gallery():
    """Return the pages: every component as a tag, in MyST and in reStructuredText."""
    title = "origPageTitle"
    return {
        "tag.mdx": f"# {title}\n\n{_page(as_tag)}\n",
        "myst.md": f"# {title}\n\n{_page(lambda w: as_myst(w, prefix='docsjson:'))}\n",
        "rst.rst": f"{title}\n{'=' * len(title)}\n\n"
        f"{_page(lambda w: as_rst(w, prefix='docsjson:'))}\n",
    }
