"""The home side of every card: a room by lamplight, 160 x 96; and the neighbour."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from domik.games.cabin.page.picture_brush import fire, jar, room, steam, wash

OVEN = '<path d="M70 84V34q0-6 6-6h10V0h34v28h16q6 0 6 6v50z" fill="#f3e6d2"/><path d="M70 40h72" stroke="#d9c2a0" stroke-width="3"/><path d="M86 84V62q0-14 18-14t18 14v22z" fill="#4a2f22"/>'

INDOORS = {
    "forest": room()
    + '<path d="M100 86V44" stroke="#7d5433" stroke-width="5"/><path d="M78 26L101 8L124 26Z" fill="#a4442f"/><path d="M82 26h38v20H82z" fill="#d9a466"/><rect x="90" y="30" width="22" height="12" rx="2" fill="#6b4426"/><path d="M76 46h50v5H76z" fill="#8a5f3c"/><g transform="translate(-13 0)"><path d="M126 46q2-11 11-11q8 1 8 7l7 3-8 1q-3 7-13 5l-9 4z" fill="#c8553d"/><circle cx="140" cy="40" r="1.4" fill="#2c2822"/></g><path d="M84 44q4-5 9-1q6-4 9 1z" fill="#e7c15a"/>',
    "windfall": room(view=False)
    + '<path d="M20 10h120" stroke="#6b4426" stroke-width="4"/>'
    + "".join(
        f'<path d="M{x} 12v8" stroke="#6b4426" stroke-width="2"/><path d="M{x} 20q12 12 0 30q-12-18 0-30zM{x} 48l-7 9h14z" fill="{c}"/>'
        for x, c in ((40, "#c98a4b"), (68, "#b8733a"), (96, "#c98a4b"), (124, "#b8733a"))
    )
    + fire(80, 90, 0.9)
    + steam(56, 84)
    + steam(98, 84),
    "birch": room()
    + '<path d="M66 84V30h72v54z" fill="#b3694c"/><path d="M60 30h84v-8H60z" fill="#7d5433"/><path d="M80 84V52q0-10 22-10t22 10v32z" fill="#3d271d"/>'
    + fire(102, 84, 1.1)
    + '<rect x="14" y="74" width="34" height="7" rx="1" fill="#4f76a8"/><rect x="18" y="67" width="28" height="7" rx="1" fill="#c8553d"/><rect x="16" y="81" width="36" height="7" rx="1" fill="#5f8f4e"/><path d="M72 22v-10h6v10zM80 22v-13h5v13zM87 22v-9h7v9z" fill="#5f8f4e"/><circle cx="126" cy="16" r="6" fill="#e7c15a"/>',
    "claypit": room()
    + '<path d="M72 88h60l-6-10h-48z" fill="#6b4426"/><path d="M98 78h8v-10h-8z" fill="#5a3820"/><ellipse cx="102" cy="66" rx="32" ry="6" fill="#8a5f3c"/><path d="M84 64q-8-14 6-26q-2-6-2-8h28q0 2-2 8q14 12 6 26z" fill="#c9764e"/><path d="M86 52h32" stroke="#a9583a" stroke-width="2.6"/><ellipse cx="102" cy="30" rx="14" ry="3" fill="#8f4a30"/>',
    "bog": '<rect width="160" height="96" fill="#c79a66"/>'
    + "".join(
        f'<rect x="-6" y="{y}" width="172" height="19" rx="9" fill="{c}"/><path d="M14 {y + 7}h46M84 {y + 11}h52" stroke="#8a5f3c" stroke-width="1.5" stroke-linecap="round"/><path d="M-4 {y + 20}q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0" stroke="#7f9a45" stroke-width="4.5" fill="none" stroke-linecap="round"/>'
        for y, c in ((-6, "#b3824f"), (17, "#be8d58"), (40, "#b3824f"), (63, "#be8d58"), (86, "#b3824f"))
    )
    + '<rect x="56" y="18" width="50" height="46" rx="4" fill="#6b4426"/><rect x="61" y="23" width="40" height="36" fill="#ffdf94"/><path d="M81 23v36M61 41h40" stroke="#6b4426" stroke-width="3"/><path d="M66 59v-8q5-6 10 0v8z" fill="#a4442f"/>',
    "ravine": '<rect width="160" height="96" fill="#8a6d55"/><path d="M14 96V44Q14 4 80 4T146 44V96Z" fill="#4d3626"/><path d="M14 96V44Q14 4 80 4T146 44V96" fill="none" stroke="#b89a7c" stroke-width="7" stroke-dasharray="15 3"/><circle cx="80" cy="34" r="34" fill="#ffd98a" opacity=".35"/><path d="M80 6v12" stroke="#2f2018" stroke-width="2"/><path d="M73 30l3-12h8l3 12z" fill="#ffdf94"/><path d="M30 54h100v4H30zM26 82h108v4H26z" fill="#a27a52"/>'
    + "".join(
        jar(x, 54, c) for x, c in ((36, "#c73e3a"), (52, "#e0a63a"), (68, "#7f9a45"), (92, "#c73e3a"), (108, "#8c4a86"))
    )
    + '<circle cx="40" cy="76" r="6" fill="#d9863b"/><circle cx="52" cy="76" r="6" fill="#c9752f"/><circle cx="46" cy="67" r="6" fill="#e09a52"/>'
    + "".join(jar(x, 82, c) for x, c in ((72, "#e0a63a"), (88, "#7f9a45"), (104, "#c73e3a"), (118, "#e0a63a"))),
    "quarry": room()
    + '<path d="M56 78h92v7H56z" fill="#7d5433"/><path d="M64 85v11M140 85v11" stroke="#7d5433" stroke-width="5"/><path d="M72 76h28l-4-6q12-16 2-34H74q-10 18 2 34z" fill="#d9a03a"/><path d="M76 36q10-8 20 0z" fill="#b97f22"/><path d="M80 31v-7h12v7z" fill="#b97f22"/><path d="M66 52q-8 0-6 8M106 52q8 0 6 8" stroke="#b97f22" stroke-width="3" fill="none"/><path d="M80 44q-2 12 2 22" stroke="#fff" stroke-opacity=".6" stroke-width="3" fill="none" stroke-linecap="round"/><ellipse cx="130" cy="76" rx="16" ry="3" fill="#f4efe4"/><path d="M117 75q4-10 13-10t13 10z" fill="#c98a4b"/><path d="M122 70l4 4M130 67v7M138 70l-4 4" stroke="#9c642c" stroke-width="1.6"/>'
    + steam(82, 22),
    "pond": room()
    + '<path d="M62 20h80M102 20v20" stroke="#4a3a30" stroke-width="4"/><path d="M74 44h56q4 36-28 36T74 44z" fill="#4f5257"/><ellipse cx="102" cy="44" rx="29" ry="6" fill="#e2c27a"/><path d="M92 43q8-6 14 0q4-4 8-3l-2 3 2 3q-4 1-8-3q-6 5-14 0z" fill="#8fa9b5"/><path d="M76 44Q102 12 128 44" fill="none" stroke="#4a3a30" stroke-width="2.6"/>'
    + fire(90, 94, 0.6)
    + fire(112, 94, 0.6)
    + steam(96, 32),
    "spring": room()
    + '<path d="M66 52h76l-6 36H72z" fill="#b3824f"/><path d="M68 62h72M70 78h68" stroke="#6f747a" stroke-width="3.4"/><ellipse cx="104" cy="52" rx="38" ry="7" fill="#7fb4d6"/><ellipse cx="104" cy="52" rx="38" ry="7" fill="none" stroke="#8a5f3c" stroke-width="3"/><circle cx="88" cy="50" r="5" fill="#fff" opacity=".9"/><circle cx="96" cy="52" r="4" fill="#fff" opacity=".9"/><path d="M22 56v26M16 82q6-22 12 0z" stroke="#7a5233" stroke-width="2.4" fill="#8fa552"/>'
    + steam(98, 44)
    + steam(118, 42),
    "brook": room()
    + OVEN
    + fire(104, 84, 1.05)
    + '<path d="M54 92l6-6h14l6 6z" fill="#8a5f3c"/><rect x="128" y="20" width="12" height="9" rx="3" fill="#8f4a30"/>',
    "garden": room()
    + OVEN
    + fire(104, 84, 0.9)
    + '<path d="M12 70h58v6H12z" fill="#8a5f3c"/><path d="M14 76v14M64 76v14" stroke="#8a5f3c" stroke-width="5"/><path d="M14 62h44q10 0 10 8H14z" fill="#c8553d"/><path d="M30 62q0-12 14-12q12 0 14 12z" fill="#55504a"/><path d="M52 52l2-7 5 4 5-4 1 8q1 8-7 8t-6-9z" fill="#55504a"/>',
    "berry": room()
    + '<path d="M58 14h92" stroke="#6b4426" stroke-width="4"/>'
    + "".join(
        f'<path d="M{x} 14v8" stroke="#c8a15e" stroke-width="2"/><path d="M{x - 9} 50q-2-16 7-28h4q9 12 7 28q-4 6-9 0q-5 6-9 0z" fill="{c}"/><path d="M{x - 3} 25h6" stroke="#c8553d" stroke-width="3"/>'
        for x, c in ((70, "#7f9a45"), (92, "#8c7bb5"), (114, "#6d8f4a"), (136, "#b79a45"))
    )
    + '<path d="M66 82h76v5H66z" fill="#7d5433"/><path d="M92 82q-8-16 12-16t12 16z" fill="#5f8aa3"/><path d="M116 72q8 0 6 6" stroke="#5f8aa3" stroke-width="3" fill="none"/>',
    "watermeadow": room()
    + '<path d="M62 78h84v7H62z" fill="#7d5433"/><path d="M70 85v11M138 85v11" stroke="#7d5433" stroke-width="5"/><circle cx="104" cy="46" r="34" fill="#ffe9a6" opacity=".6"/><path d="M90 78h28l-4-14H94z" fill="#b97f22"/><path d="M96 64q-6-14 0-30h16q6 16 0 30z" fill="#fff3c9" opacity=".9"/><path d="M99 60q-3-8 5-18q8 10 5 18z" fill="#e2922c"/><path d="M98 34h12v-5H98z" fill="#b97f22"/>',
    "backwater": room()
    + '<path d="M62 12h86" stroke="#6b4426" stroke-width="4"/><path d="M66 14Q74 70 104 74T144 14" fill="none" stroke="#c8b48a" stroke-width="2"/><path d="M76 14q6 40 30 58M88 14q4 34 22 56M102 14v60M116 14q-4 34-20 56M130 14q-6 40-26 58M68 28q36 16 72 0M72 44q32 14 64 0M80 58q24 10 48 0" fill="none" stroke="#c8b48a" stroke-width="1.5"/><path d="M92 60q10-8 18 0q4-4 8-3l-2 4 2 4q-4 1-8-3q-8 7-18-2z" fill="#8fa9b5"/>',
    "heath": room()
    + '<path d="M58 78h92v7H58z" fill="#7d5433"/><path d="M80 76q-12-26 8-32h32q20 6 8 32z" fill="#c9764e"/><path d="M96 44q8-10 16 0z" fill="#a9583a"/><circle cx="104" cy="37" r="3" fill="#a9583a"/><path d="M128 58q16-2 14-14" stroke="#c9764e" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M78 54q-14 0-10 14" stroke="#c9764e" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M86 56h36" stroke="#a9583a" stroke-width="2.4"/>'
    + steam(142, 38),
    "oldoak": room()
    + '<path d="M54 62h98v7H54z" fill="#7d5433"/><path d="M62 69v27M144 69v27" stroke="#7d5433" stroke-width="6"/><path d="M112 69h26v14h-26z" fill="#6b4426"/><circle cx="125" cy="76" r="2" fill="#e7c15a"/><path d="M70 60l30-4 6 5-30 3z" fill="#fffaf0"/><path d="M78 59l18-2" stroke="#8a8378" stroke-width="1.4"/><path d="M120 62v-10h10v10z" fill="#4f76a8"/><path d="M126 52q2-16 12-20q0 12-10 20z" fill="#f4efe4"/><path d="M62 60v-22h6v22zM70 60v-18h5v18z" fill="#c8553d"/>',
    "foxtrail": room()
    + '<path d="M56 66h96v8H56z" fill="#8a5f3c"/><path d="M64 74v20M144 74v20" stroke="#8a5f3c" stroke-width="6"/><path d="M62 40h84v6H62zM66 40v26M142 40v26" fill="#8a5f3c" stroke="#8a5f3c" stroke-width="5"/><path d="M72 66q0-16 16-16t16 16z" fill="#c8553d"/><path d="M106 66q0-14 14-14t14 14z" fill="#5f8aa3"/><path d="M78 58h20M112 60h16" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>',
    "wildhive": room()
    + '<path d="M54 42h98v5H54zM54 82h98v5H54z" fill="#7d5433"/>'
    + jar(62, 42, "#e7a92e")
    + jar(80, 42, "#d98a2b")
    + jar(98, 42, "#e7a92e")
    + jar(126, 42, "#f0c04a")
    + jar(60, 82, "#f0c04a")
    + jar(78, 82, "#e7a92e")
    + '<path d="M104 82q-4-22 16-22t16 22z" fill="#e7b23c"/><path d="M106 74h28M108 67h24" stroke="#b97f22" stroke-width="2.4"/><circle cx="120" cy="77" r="3" fill="#4a2f22"/>',
}

# What a card that we have no painting of looks like: a room where its resource is made.
LIKE = {"warmth": "brook", "food": "pond", "tea": "quarry", "cosy": "birch"}
NEIGHBOUR = (
    wash(far="#b5c79f")
    + '<path d="M0 62h160M0 78h160M12 92V52l5-6 5 6v40M38 92V52l5-6 5 6v40M112 92V52l5-6 5 6v40M138 92V52l5-6 5 6v40" fill="#b3824f" stroke="#8a5f3c" stroke-width="3"/>'
    + '<path d="M58 92q0-26 22-26t22 26z" fill="#5f6f8a"/><circle cx="80" cy="48" r="17" fill="#e8b88e"/><path d="M58 40h44q-2-4-8-5q-2-14-14-14t-14 14q-6 1-8 5z" fill="#5a3820"/><path d="M70 54q10-6 20 0q-4-1-10 1q-6-2-10-1z" fill="#6b4426"/><path d="M71 43l7 2M89 43l-7 2" stroke="#4a2f22" stroke-width="2" stroke-linecap="round"/><circle cx="74" cy="47" r="1.6" fill="#2c2822"/><circle cx="86" cy="47" r="1.6" fill="#2c2822"/>'
)
GENEROUS = (
    room()
    + '<path d="M56 96q0-30 26-30t26 30z" fill="#a4442f"/><circle cx="82" cy="48" r="17" fill="#e8b88e"/><path d="M60 40h44q-2-4-8-5q-2-14-14-14t-14 14q-6 1-8 5z" fill="#5a3820"/><path d="M74 53q8 6 16 0" stroke="#8f4a30" stroke-width="2" fill="none" stroke-linecap="round"/><circle cx="76" cy="46" r="1.6" fill="#2c2822"/><circle cx="88" cy="46" r="1.6" fill="#2c2822"/>'
    + '<path d="M104 92h34l-4-18h-26z" fill="#b98a54"/><path d="M108 74q13-20 26 0" stroke="#8a6036" stroke-width="2.6" fill="none"/><path d="M108 74q4-8 11-5q6-6 14 5z" fill="#c73e3a"/>'
)
