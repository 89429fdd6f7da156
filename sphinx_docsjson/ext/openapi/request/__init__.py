"""An operation and values → its request, samples of it, and what the playground begins with."""
