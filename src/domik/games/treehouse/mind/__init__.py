"""Bot support: move heuristics, search settings, network features, and reasons for hints."""
