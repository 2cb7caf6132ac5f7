"""The two spiders and what they share."""
