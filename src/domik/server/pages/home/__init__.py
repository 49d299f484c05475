"""The home page, and the page of whoever keeps the house."""
