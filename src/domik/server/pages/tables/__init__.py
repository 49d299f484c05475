"""The pages of a table: setting it up, joining, playing, leaving, seeing it again."""
