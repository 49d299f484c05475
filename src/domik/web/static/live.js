// A table that is being played: the socket, lost and found again with everything that was missed.
import { $, form, root, whenReshaped } from "./page.js";
import { confirmed, whenDecided } from "./choosing.js";
import { begin, deeds, facts, id, patch, pictures, query, sendBy, sure, toast } from "./table.js";

const fair = () => import("./fair.js"); // only before the deal and after the end
let socket, viewer = "", number = 0, wishes = 0, tries = 0, lucky = false;

const send = wish => {
  if (!socket || socket.readyState !== 1) return;
  socket.send(JSON.stringify({ id: ++wishes, got: number, ...wish }));
};
sendBy(send);
whenDecided(action => send({ do: "move", action, turn: facts.turn }));
Object.assign(deeds, {
  confirm: confirmed,
  resign: () => confirm(sure) && send({ do: "resign" }),
});
const talk = $("chat-form");
talk.addEventListener("submit", event => { event.preventDefault(); const field = talk.elements.text; if (field.value.trim()) send({ do: "chat", text: field.value }); field.value = ""; });

const heard = message => {
  if (message.n <= number && message.viewer === undefined) return;
  const greeted = message.viewer !== undefined;
  number = message.n;
  if (message.viewer) { if (viewer && viewer !== message.viewer) begin(); viewer = message.viewer; }
  patch(message);
  if (message.next && facts.again && !greeted) location.assign("/t/" + facts.next);
  if (!lucky && facts.dealt === false && facts.seats && facts.seats.length) {
    lucky = true;
    const share = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
    fair().then(({ promised }) => promised(id, facts.hash, share));
    send({ do: "luck", text: share });
  } else if (facts.dealt === false) fair().then(({ promised }) => promised(id, facts.hash, ""));
  if (facts.over) fair().then(({ check }) => check(id));
};
const connect = () => {
  const asked = new URLSearchParams({ form: form(), lang: root.lang, letters: query.get("letters") === "1" ? 1 : 0 });
  if (viewer) { asked.set("v", viewer); asked.set("n", number); }
  const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${id}/live?${asked}`);
  socket.binaryType = "arraybuffer"; // UTF-8 as the server wrote it, which saves it two translations
  socket.onopen = () => { tries = 0; $("lost").hidden = true; };
  socket.onmessage = event => { if (mine === socket) heard(JSON.parse(new TextDecoder().decode(event.data))); };
  socket.onclose = event => {
    if (mine !== socket) return;
    $("lost").hidden = false;
    if (event.code === 4403 || event.code === 4404) return;
    setTimeout(connect, Math.min(8000, 400 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
};
whenReshaped(() => { viewer = ""; number = 0; begin(); const old = socket; connect(); old.close(); });
addEventListener("online", () => socket && socket.readyState > 1 && connect());

// A link with a key in it leads to the page where its chair is taken.
const key = location.hash.slice(1);
if (/^\d+\.[\w-]+$/.test(key)) location.replace(`/j/${id}/${key}`);
else pictures.then(connect);
