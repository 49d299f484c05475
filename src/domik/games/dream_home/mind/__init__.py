"""Bot support: move heuristics, rollout policy, search settings, network features, and reasons for hints."""
