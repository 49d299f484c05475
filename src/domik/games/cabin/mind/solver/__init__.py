"""An anytime solver for one seat's deck: the best plan found, and an upper bound on all plans."""
