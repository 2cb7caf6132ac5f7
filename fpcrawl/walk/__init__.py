"""Finding the way: page roles, URL families, pagination, and which links to follow."""
