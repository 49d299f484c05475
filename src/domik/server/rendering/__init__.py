"""What a page shows of a table: renderers, chrome, page states and the diffs between them."""
