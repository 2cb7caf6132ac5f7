"""Reads pages: all that looks at markup, in this process or in one beside it.

What a page costs is mostly its reading. Here it is a function from a :class:`PageJob` to a
:class:`PageReport` of plain data, so that it can run beside the downloads, and so that a page
that hangs or breaks the parser takes nothing with it.
"""
