"""Where bots think: a fair line, and processes of their own."""
