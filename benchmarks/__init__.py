"""Measured claims: one runnable module per claim, see ``README.md`` in this folder."""
