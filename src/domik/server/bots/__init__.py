"""Bot decisions: worker processes and the fair queue for them."""
