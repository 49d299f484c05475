"""The rules of Cozy Cabin: state layout, components, game logic, scoring, objections, and sampling of hidden cards."""
