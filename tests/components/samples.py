"""Every component with every attribute, and the picture that they show."""

from component_samples import as_myst, as_rst, as_tag, sample

from sphinx_docsjson.components.domain import registry
from tests._support.pictures import picture

COMPONENTS = list(registry)
PICTURE = {"images/sample.png": picture()}


def _written(write):
    parts = []
    for component in COMPONENTS:
        written = sample(component, registry)
        text = write(written)
        parts.append(f"A {text} in a line." if written.is_inline else text)
    return "\n\n".join(parts) + "\n"


PAGES = {
    "tag": ("index.mdx", f"# Page\n\n{_written(as_tag)}"),
    "myst": ("index.md", f"# Page\n\n{_written(lambda w: as_myst(w, prefix='docsjson:'))}"),
    "rst": ("index.rst", f"Page\n====\n\n{_written(lambda w: as_rst(w, prefix='docsjson:'))}"),
}
