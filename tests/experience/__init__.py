"""How pages of a built site feel: what moves, weighs, overflows, and is in the way."""
