"""Icon names → inline SVG, from data in the package. Pure Python, no Sphinx, no network."""
