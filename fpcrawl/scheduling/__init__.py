"""The scheduler over the stored frontier, its leases and acks."""
