"""The edge: middleware that every request passes before a page or the API sees it."""
