"""What Acme adds to its documentation sites: prices, a support address, a list of words."""

import json
from pathlib import Path

from docutils import nodes

from sphinx_docsjson import extend


class price(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A price: what is sold, and for how much; without a form it is a box with a paragraph."""


class PriceDirective(extend.ComponentDirective):
    """``<Price amount="9">`` and its two directives."""

    tag = "Price"
    node_class = price

    def build(self):
        """Return a box with the amount and what the author says of it."""
        node = self.container()
        amount = f"{self.values.get('amount', '?')} €"
        node += nodes.paragraph(amount, amount)
        self.parse_content(node)
        return [node]


def price_html(node, context):
    """Return the price as an element of its own."""
    children = context.borrow_children(node.children)
    return [extend.element("section", "acme-price", *children)]


def price_markdown(writer, node):
    """Return the price as a line of its own, and what is said of it."""
    amount, *others = node.children
    return f"**Price:** {writer.inline(amount.children)}\n\n{writer.blocks(others)}".rstrip()


PRICE = extend.Component(
    name="Price",
    doc="What something costs.",
    attributes=(extend.Attribute(name="amount", type="number", required=True, doc="In euros."),),
    directive=PriceDirective,
)

SUPPORT = {"type": "string", "format": "email", "description": "Where readers ask for help."}


def word_list(app, docname, doctree):
    """Return the words of a page as JSON, and who answers questions."""
    words = sorted({word.lower() for word in doctree.astext().split() if word.isalpha()})
    support = extend.field_value(app.config, "acmeSupport")
    return json.dumps({"page": docname, "support": support, "words": words})


def setup(app):
    """Add all of it."""
    extend.load(app)
    renderers = extend.Renderers(html=price_html, markdown=price_markdown)
    extend.add_component(app, PRICE, price, renderers)
    extend.add_field(app, "acmeSupport", SUPPORT)
    extend.add_page_output(app, ".words.json", word_list)
    extend.add_style(app, Path(__file__).with_name("acme.css"), extend.has_node(price))
    return {"version": "1.0", "parallel_read_safe": True, "parallel_write_safe": True}
