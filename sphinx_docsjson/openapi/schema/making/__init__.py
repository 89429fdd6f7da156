"""One example value of a schema in the making. Pure."""
