"""Words and characters: what every room may ask, and what knows none of them."""
