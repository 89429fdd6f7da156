"""How nodes of Sphinx are written in the theme."""
