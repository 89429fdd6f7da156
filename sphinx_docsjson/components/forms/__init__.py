"""How the nodes of components are written: HTML, Markdown, paper."""
