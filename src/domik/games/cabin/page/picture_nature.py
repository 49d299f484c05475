"""The natural side of every card: a little landscape, 160 x 96."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from domik.games.cabin.page.picture_brush import RIPPLE, WATER, birch, bush, fir, firs, log, reeds, stone, wash

FOREST = (
    (14, 66, 40, "#6d967a"), (48, 62, 34, "#7aa386"), (90, 62, 38, "#6d967a"), (142, 64, 42, "#6d967a"),
    (30, 84, 62, "#3f6b4a"), (72, 88, 72, "#2f5a3d"), (116, 84, 60, "#41704c"), (150, 92, 54, "#2f5a3d"),
)  # fmt: skip

NATURE = {
    "forest": wash(far="#9dbd9a", near="#7fa465") + firs(FOREST),
    "windfall": wash(far="#b3c79d")
    + fir(18, 66, 38, "#7aa386")
    + fir(146, 64, 40, "#7aa386")
    + fir(130, 62, 28, "#8db296")
    + '<path d="M34 88l3-22 4 6 4-10 4 8 5-5 3 23z" fill="#7a5535"/>'
    + log(46, 86, 84, -8)
    + log(58, 72, 78, 12)
    + log(60, 88, 70, -27)
    + bush(140, 92, 10, c="#7fa465"),
    "birch": wash(far="#c5d6a2", near="#a9c47c")
    + birch(22, 84, 62)
    + birch(52, 76, 50)
    + birch(82, 90, 76)
    + birch(112, 78, 54)
    + birch(138, 88, 68),
    "claypit": wash()
    + '<path d="M0 50Q50 36 160 44V80H0Z" fill="#c9805a"/><path d="M0 60Q60 48 160 56V66Q70 58 0 70Z" fill="#b0653f"/><path d="M0 72Q70 64 160 68V80H0Z" fill="#d99a72"/><path d="M0 52Q50 34 160 44V50Q60 42 0 58Z" fill="#88ad62"/>'
    + f'<rect y="78" width="160" height="18" fill="{WATER}"/><path d="M16 86h26M70 90h34M118 84h22" {RIPPLE}/>'
    + fir(24, 48, 30, "#6d967a")
    + fir(140, 42, 26, "#7aa386"),
    "bog": wash(sky="#dfe8e2", low="#eee9d3", far="#a8bd9a", near="#86a365")
    + f'<ellipse cx="54" cy="78" rx="40" ry="9" fill="{WATER}"/><ellipse cx="126" cy="86" rx="30" ry="7" fill="{WATER}"/><path d="M36 78h18M112 86h16" {RIPPLE}/>'
    + bush(20, 74, 12, c="#93a94f")
    + bush(92, 76, 13, c="#7f9a45")
    + bush(150, 78, 12, c="#93a94f")
    + reeds(64, 84, 4)
    + reeds(128, 78, 3),
    "ravine": wash(near="#8fb06c")
    + '<path d="M0 40Q40 44 72 96H0Z" fill="#a67c58"/><path d="M160 36Q112 46 90 96H160Z" fill="#8f6746"/><path d="M0 40Q38 46 66 88L54 80Q34 54 0 50Z" fill="#88ad62"/><path d="M160 36Q116 46 98 84L108 76Q124 54 160 46Z" fill="#7fa465"/>'
    + f'<path d="M78 58Q86 70 76 80T82 96H92Q84 84 92 74T84 58Z" fill="{WATER}"/>'
    + fir(20, 46, 30, "#5c8a69")
    + fir(142, 44, 32, "#4c7a59"),
    "quarry": wash(far="#b5c79f")
    + '<path d="M26 84V44H62V34H122V50H150V84Z" fill="#cf8d66"/><path d="M26 44H62V84H26Z" fill="#bd7650"/><path d="M122 50H150V84H122Z" fill="#b06a45"/><path d="M62 34H122V40H62ZM26 44H62V50H26ZM122 50H150V55H122Z" fill="#88ad62"/><path d="M68 52h40M74 64h44M70 75h26" stroke="#a9623d" stroke-width="2" stroke-linecap="round"/><path d="M0 84Q70 76 160 84V96H0Z" fill="#9dbb76"/>'
    + '<path d="M84 88q12-20 28 0z" fill="#dba27c"/><path d="M52 88L66 62" stroke="#7a5233" stroke-width="3" stroke-linecap="round"/><path d="M56 58q12-2 18 10" stroke="#6f747a" stroke-width="4" fill="none" stroke-linecap="round"/>'
    + fir(12, 82, 44, "#5c8a69"),
    "pond": wash()
    + f'<ellipse cx="84" cy="78" rx="68" ry="15" fill="{WATER}"/><ellipse cx="84" cy="76" rx="56" ry="10" fill="#97c6e0"/><path d="M52 74h24M92 82h30" {RIPPLE}/><path d="M58 82a7 3 0 1 0 7-3l-2 3z" fill="#7fa465"/><path d="M106 74a6 2.6 0 1 0 6-2.6l-2 2.6z" fill="#7fa465"/>'
    + reeds(16, 82, 4)
    + reeds(134, 80, 4)
    + fir(128, 58, 34, "#7aa386"),
    "spring": wash(far="#aac79d")
    + fir(16, 66, 42, "#6d967a")
    + fir(144, 66, 46, "#5c8a69")
    + stone(62, 66, 20, "#9c9a92")
    + stone(98, 68, 22, "#b0ada4")
    + stone(80, 54, 18, "#8e8c85")
    + f'<path d="M76 50Q74 66 68 78H94Q90 64 86 50Q81 46 76 50Z" fill="{WATER}"/><path d="M79 54Q78 66 75 76M84 54Q86 66 87 76" {RIPPLE}/><ellipse cx="82" cy="83" rx="44" ry="10" fill="{WATER}"/><ellipse cx="82" cy="82" rx="30" ry="6" fill="#a5d0e6"/><path d="M52 85h16M96 86h20" {RIPPLE}/>'
    + stone(44, 90, 9)
    + stone(122, 91, 10, "#9c9a92")
    + bush(136, 92, 9, c="#7fa465")
    + bush(26, 90, 10, c="#7fa465"),
    "brook": wash()
    + f'<path d="M86 52Q118 60 92 70T60 96H104Q104 84 122 72T98 52Z" fill="{WATER}"/><path d="M98 62q8 4 0 8M86 84q-6 4-8 8" {RIPPLE}/>'
    + stone(70, 80, 8)
    + stone(122, 88, 9)
    + fir(26, 82, 54, "#4c7a59")
    + fir(48, 70, 34, "#7aa386")
    + fir(146, 80, 44, "#5c8a69"),
    "garden": wash(far="#b9cfa6", near="#a3c079")
    + "".join(
        f'<path d="M{12 + i * 4} {62 + i * 12}H{148 - i * 2}L{152 - i * 2} {71 + i * 12}H{6 + i * 4}Z" fill="#8a6245"/>'
        + "".join(
            f'<path d="M{24 + i * 4 + k * 18} {65 + i * 12}q-6-2-6-9q6 1 6 8q0-8 6-9q1 7-6 10" fill="#5f9447"/>'
            for k in range(7)
        )
        for i in range(3)
    )
    + '<path d="M8 54h144M20 60V46M52 60V46M84 60V46M116 60V46M146 60V46" stroke="#a27a52" stroke-width="3" stroke-linecap="round"/>',
    "berry": wash(near="#8fb36c")
    + fir(14, 64, 36, "#7aa386")
    + fir(150, 62, 34, "#7aa386")
    + bush(38, 84, 20, 9)
    + bush(84, 78, 22, 10, "#548545")
    + bush(128, 88, 20, 9)
    + '<path d="M66 92h28l-4-12h-20z" fill="#b98a54"/><path d="M68 80q12-14 24 0" stroke="#8a6036" stroke-width="2.4" fill="none"/><path d="M70 80q3-5 8-3q5-4 10 3z" fill="#c73e3a"/>',
    "watermeadow": wash(near="#9cc07f")
    + f'<path d="M0 74Q40 66 70 76T160 70V84Q110 80 74 86T0 82Z" fill="{WATER}"/><path d="M14 77h20M104 78h26" {RIPPLE}/>'
    + "".join(
        f'<path d="M{x} {y}v-9" stroke="#5d7a3f" stroke-width="1.6"/><circle cx="{x}" cy="{y - 11}" r="3" fill="{c}"/>'
        for x, y, c in (
            (20, 68, "#e7c15a"),
            (44, 64, "#d98aa6"),
            (70, 70, "#e7c15a"),
            (98, 66, "#9c82c4"),
            (128, 64, "#d98aa6"),
            (30, 94, "#e7c15a"),
            (60, 95, "#9c82c4"),
            (116, 94, "#e7c15a"),
            (144, 92, "#d98aa6"),
        )
    )
    + reeds(140, 80, 3)
    + fir(12, 60, 30, "#7aa386"),
    "backwater": wash(sky="#d9e8ea", near="#8fae6f")
    + f'<path d="M0 66Q80 54 160 66V96H0Z" fill="{WATER}"/><path d="M30 76h28M92 84h34M60 90h18" {RIPPLE}/>'
    + reeds(8, 80, 5)
    + reeds(34, 72, 3)
    + reeds(118, 76, 5)
    + reeds(142, 88, 3)
    + '<path d="M66 80q16 10 36 0l-5 8H72z" fill="#8a5f3c"/><path d="M70 80l30 0" stroke="#6d4729" stroke-width="1.6"/>',
    "heath": wash(sky="#e6e4ee", low="#f6ecdf", far="#bfb6c9", near="#a48fb4")
    + "".join(
        f'<path d="M{x} {y}q-5-7-3-13M{x} {y}q0-8 1-15M{x} {y}q5-7 4-12" stroke="#7d5f95" stroke-width="2.2" fill="none" stroke-linecap="round"/><circle cx="{x - 3}" cy="{y - 13}" r="2.4" fill="#c58bd0"/><circle cx="{x + 1}" cy="{y - 15}" r="2.4" fill="#d7a5de"/><circle cx="{x + 4}" cy="{y - 12}" r="2.4" fill="#b377c2"/>'
        for x, y in (
            (16, 80),
            (40, 74),
            (62, 86),
            (88, 76),
            (110, 88),
            (132, 78),
            (152, 86),
            (28, 94),
            (80, 96),
            (140, 96),
        )
    )
    + fir(142, 60, 32, "#7aa386")
    + stone(56, 74, 9),
    "oldoak": wash(near="#93b56c")
    + '<path d="M70 92q6-20 2-40l-18-14 4-4 16 10 4-18h7l2 18 16-12 4 5-18 15q-4 20 4 40z" fill="#7a5535"/>'
    + bush(46, 42, 20, c="#6f9a4e")
    + bush(112, 42, 22, c="#628d45")
    + bush(80, 32, 26, c="#7aa657")
    + '<ellipse cx="80" cy="64" rx="5" ry="7" fill="#4a2f22"/><circle cx="60" cy="90" r="2.5" fill="#a9773f"/><circle cx="104" cy="92" r="2.5" fill="#a9773f"/>',
    "foxtrail": wash(far="#c3cf9d", near="#a0b96f")
    + '<path d="M74 56Q104 66 78 76T60 96H92Q92 84 106 74T88 56Z" fill="#e2cfa0"/>'
    + fir(24, 82, 56, "#4c7a59")
    + fir(138, 80, 50, "#5c8a69")
    + '<path d="M84 86q-2-14 12-16l2-8 6 5 8-5 1 9q5 6-2 10-4 3-9 2-1 6-2 8z" fill="#d2722f"/><path d="M84 86q-14 4-16-8q-1-8 4-12q0 10 12 12z" fill="#d2722f"/><path d="M72 66q-3-2-1 6z" fill="#fff4e2"/><circle cx="104" cy="71" r="1.3" fill="#2c2822"/>',
    "wildhive": wash(near="#93b56c")
    + '<path d="M58 96q6-40 0-96h44q-6 56 2 96z" fill="#8a5f3c"/><path d="M66 92q4-40 0-90M92 92q-3-40 1-90" stroke="#6d4729" stroke-width="2" fill="none"/><ellipse cx="80" cy="48" rx="13" ry="18" fill="#4a2f22"/><path d="M70 44q10-10 20 0M69 51q11-9 22 0M71 58q9-7 18 0" stroke="#e7b23c" stroke-width="4" fill="none" stroke-linecap="round"/>'
    + "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="4" ry="2.8" fill="#e7b23c"/><path d="M{x} {y - 2.6}v5" stroke="#2c2822" stroke-width="1.3"/><ellipse cx="{x - 1}" cy="{y - 4}" rx="2.4" ry="1.8" fill="#fff" opacity=".8"/>'
        for x, y in ((112, 34), (124, 56), (44, 40), (38, 66), (106, 72))
    )
    + bush(22, 94, 12, c="#7fa465")
    + bush(136, 94, 13, c="#7fa465"),
}

# What a card that we have no painting of looks like: its resource's own landscape.
LIKE = {"wood": "forest", "clay": "claypit", "water": "brook", "provisions": "berry"}
