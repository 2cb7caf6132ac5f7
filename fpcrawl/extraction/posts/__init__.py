"""Posts: which stretches of a page are one each, and what else stands on pages with posts."""
