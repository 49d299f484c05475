"""What can be chosen before a game, at a glance: a colour and what changes, as icons."""

EMBLEMS = {
    "gentle": ("yellow", ("baby", "columns-3", "heart")),
    "open_roofs": ("red", ("house", "eye", "layers")),
    "car": ("blue", ("car", "plus", "warehouse")),
}
