"""Bodies: the words of a post, apart from all that software and editors put around them."""
