"""A bundled document → operations, parameters, bodies, responses: frozen data. Pure."""
