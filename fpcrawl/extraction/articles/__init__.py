"""Articles: title, author, time, words, and the comments below."""
