"""Request handlers for browsers: HTML pages, forms and the JSON that page scripts fetch, one folder per subject."""
