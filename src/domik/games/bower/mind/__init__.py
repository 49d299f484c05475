"""Move heuristics, position evaluation, hint reasons and network features of Bower."""
