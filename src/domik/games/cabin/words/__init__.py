"""Texts of Cozy Cabin: prompts, events, notation, the text rendering, and all strings in three languages."""
