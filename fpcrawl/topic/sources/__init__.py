"""Sources of documents about the terms of a topic."""
