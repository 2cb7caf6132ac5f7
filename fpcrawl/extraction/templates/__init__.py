"""Extraction templates: learnt from labelled pages, applied, verified, watched, relearnt."""
