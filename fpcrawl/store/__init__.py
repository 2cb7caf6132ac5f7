"""What survives the process: the frontier, what was seen, records, hosts."""
