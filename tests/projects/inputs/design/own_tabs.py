"""Tabs as sphinx-inline-tabs has them: their containers keep the class ``container``."""

from docutils import nodes
from docutils.parsers.rst import Directive


class TabContainer(nodes.container):
    """As sphinx-inline-tabs has it: a node of its own that is written as a container is."""


class Tab(Directive):
    """A tab of sphinx-inline-tabs."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        label = nodes.container("", is_div=True, classes=["tab-label"])
        label += nodes.paragraph("", self.arguments[0])
        box = TabContainer("", type="tab", new_set=False, classes=["tab"])
        content = nodes.container("", is_div=True, classes=["tab-content"])
        self.state.nested_parse(self.content, self.content_offset, content)
        box += label
        box += content
        return [box]


def setup(app):
    app.add_node(
        TabContainer,
        html=(
            lambda self, node: self.body.append(self.starttag(node, "div")),
            lambda self, node: self.body.append("</div>"),
        ),
        latex=(lambda self, node: None, lambda self, node: None),
        text=(lambda self, node: None, lambda self, node: None),
        man=(lambda self, node: None, lambda self, node: None),
        texinfo=(lambda self, node: None, lambda self, node: None),
    )
    app.add_directive("tab", Tab)
    return {"parallel_read_safe": True}
