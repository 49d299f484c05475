"""What can be chosen before a game, at a glance: a colour and what changes, as icons."""

EMBLEMS = {
    "hard": ("brown", ("grid-3x3", "plus", "egg")),
    "fair": ("green", ("scale", "egg", "scale")),
}
