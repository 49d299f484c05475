"""More than one server: who keeps which table, and how a request gets there."""
