"""What can be chosen before a game, at a glance: a colour and what changes, as icons."""

EMBLEMS = {
    "family": ("red", ("layers", "shuffle", "layers")),
    "draft": ("blue", ("hand", "arrow-right", "hand")),
    "template": ("green", ("layout-template", "copy", "ruler")),
    "neighbour": ("brown", ("house", "swords", "house")),
    "promo": ("purple", ("gift", "plus", "sparkles")),
}
