"""Lists: their rows, and what the columns of a row say."""
