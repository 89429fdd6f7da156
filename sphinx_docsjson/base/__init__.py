"""Files by name: those of the author, of the output and of the theme."""
