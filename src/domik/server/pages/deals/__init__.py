"""The same deal for many: the day's, duplicates, club evenings."""
