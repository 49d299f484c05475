"""The rules of Bower: state layout, components, game logic, scoring, objections, and sampling of hidden tiles."""
