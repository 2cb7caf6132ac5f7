"""Item pipelines: cluster, extract, store."""
