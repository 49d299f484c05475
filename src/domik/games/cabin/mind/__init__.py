"""Move heuristics, the solver, hint reasons and network features of Cozy Cabin."""
