"""Looking after a state for years: copies, exports, feeds of several machines, moves, pruning."""
