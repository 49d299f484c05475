"""The JSON API for programs: tables, bots, challenges and event streams."""
