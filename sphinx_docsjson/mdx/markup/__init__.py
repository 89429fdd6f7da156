"""HTML and SVG as JSX spells them → as HTML spells them. Pure."""
