"""The rules of Mousehole: state layout, components, game logic, scoring and objections."""
