"""Several nodes over one database: relaying requests to the node that holds a table, and shared limits."""
