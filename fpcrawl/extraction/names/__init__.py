"""Names: of members beside their posts, of people in bylines."""
