// A table that is being played: the socket, lost and found again with everything that was missed.
import { $, dressed, form, root, whenReshaped } from "./page.js";
import { confirmed, light, offer, whenDecided } from "./choosing.js";
import { follow } from "./follow.js";
import { allPictures, begin, deeds, facts, id, lacksPictures, patch, pictures, query, sendBy, sure, table, toast, unsaid, unsent } from "./table.js";

const fair = () => import("./fair.js"); // only before the deal and after the end
let socket, viewer = "", number = 0, wishes = 0, tries = 0, lucky = false;

let heardAt = 0, move = null; // when the line was last heard; a move that has no answer yet
const lost = on => { $("lost").hidden = !on; };
const send = wish => {
  const mine = { id: ++wishes, got: number, ...wish }, cut = !socket || socket.readyState !== 1 || !$("lost").hidden;
  if (wish.do === "move") move = mine;
  if (cut) { toast(wish.do === "move" ? unsent : unsaid); return false; }
  socket.send(JSON.stringify(mine));
  return true;
};
sendBy(send);
whenDecided(action => send({ do: "move", action, turn: facts.turn }));
Object.assign(deeds, {
  confirm: confirmed,
  resign: () => confirm(sure) && send({ do: "resign" }),
});
const talk = $("chat-form");
talk.addEventListener("submit", event => { event.preventDefault(); const field = talk.elements.text; if (!field.value.trim() || send({ do: "chat", text: field.value })) field.value = ""; });

// A cell comes whole, or as copies of pieces out of markup that the page has, cut before every tag, and what is new.
const held = {};
const grown = (id, news) => {
  if (typeof news === "string") return news;
  const [from, made] = Array.isArray(news[1]) ? news : [id, news], had = held[from].split("<"), pieces = [];
  for (let k = 0; k < made.length; k++) pieces.push(...typeof made[k] === "string" ? [made[k]] : had.slice(made[k], made[++k]));
  return pieces.join("<");
};
const heard = message => {
  if (message.n <= number && message.viewer === undefined) return;
  number = message.n;
  if (message.viewer) { if (viewer && viewer !== message.viewer) begin(); viewer = message.viewer; }
  for (const [name, news] of Object.entries(message.cells || {})) held[name] = message.cells[name] = grown(name, news);
  follow(message, told);
};
const told = message => {
  patch(message);
  const greeted = message.viewer !== undefined;
  if (move && (message.ok === move.id || (message.refused && message.refused[0] === move.id))) move = null;
  if (greeted && move) { const again = move; move = null; if (again.turn === facts.turn) send(again); } // it never arrived
  if (message.next && facts.again && !greeted) location.assign("/t/" + facts.next);
  if (!lucky && facts.dealt === false && facts.seats && facts.seats.length) {
    lucky = true;
    const share = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
    fair().then(({ promised }) => promised(id, facts.hash, share));
    send({ do: "luck", text: share });
  } else if (facts.dealt === false) fair().then(({ promised }) => promised(id, facts.hash, ""));
  if (facts.over) fair().then(({ check }) => check(id));
};
// UTF-8 as the server wrote it, a whole board packed by zlib, which begins with "x" and not with a brace.
const unpacked = data => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
const read = data => new Uint8Array(data)[0] === 120 ? unpacked(data) : JSON.parse(new TextDecoder().decode(data));
// The end, and a table that is being laid, are shown with their sheets; a deal that waits for this page alone comes sooner.
const prepared = async message => {
  if (message.over) { offer([]); light(); } // nothing is left to choose while it waits
  if (message.dealt === false && table.dataset.dealing) setTimeout(() => facts.dealt || dressed().then(() => delete table.dataset.dealing), 1500);
  else if (message.over || message.dealt === false) await dressed();
  if (lacksPictures(message)) await allPictures();
  return message;
};
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, allPictures, { once: true });
let reading = Promise.resolve();
const connect = () => {
  const asked = new URLSearchParams({ form: form(), lang: root.lang, letters: query.get("letters") === "1" ? 1 : 0, z: window.DecompressionStream ? 1 : 0 });
  if (viewer) { asked.set("v", viewer); asked.set("n", number); }
  const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${id}/live?${asked}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { if (mine === socket) { tries = 0; heardAt = performance.now(); lost(false); } };
  socket.onmessage = event => {
    if (mine !== socket) return;
    heardAt = performance.now(); lost(false);
    if (event.data.byteLength > 2) reading = reading.then(() => read(event.data)).then(prepared).then(message => { if (mine === socket) heard(message); }).catch(reportError);
  };
  socket.onclose = event => {
    if (mine !== socket) return;
    lost(true);
    if (event.code === 4403 || event.code === 4404) return;
    setTimeout(() => mine === socket && connect(), Math.min(4000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
};
whenReshaped(() => { viewer = ""; number = 0; begin(); const old = socket; connect(); old.close(); });
// A dead line is seen within five seconds: whoever hears nothing asks, and whoever gets no answer dials again.
const redial = () => { if (!socket) return; const old = socket; lost(true); connect(); old.close(); };
addEventListener("online", redial);
addEventListener("offline", () => lost(true));
document.addEventListener("visibilitychange", () => { if (!document.hidden) heardAt = Math.min(heardAt, performance.now() - 1500); });
setInterval(() => {
  if (document.hidden || !socket || socket.readyState !== 1) return;
  const quiet = performance.now() - heardAt;
  if (quiet > 4400) { heardAt = performance.now(); redial(); } else if (quiet > 1400) socket.send('{"do":"ping"}');
}, 1000);

// A link with a key in it leads to the page where its chair is taken.
const key = location.hash.slice(1);
if (/^\d+\.[\w-]+$/.test(key)) location.replace(`/j/${id}/${key}`);
else pictures.then(connect);
