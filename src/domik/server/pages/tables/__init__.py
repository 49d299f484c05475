"""Pages of a table: setup, joining, playing, devices, leaving and replay."""
