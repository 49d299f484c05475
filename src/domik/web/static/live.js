// @ts-check
// A table that is being played: the socket, lost and found again with everything that was missed.
import { grow } from "./cells.js";
import { choice, confirmPending, light } from "./choose.js";
import { byId, findId, form, loadStyle, onNewForm, readStored, url } from "./dom.js";
import { startExplaining } from "./explain.js";
import { startFollowing } from "./follow.js";
import { toast } from "./notices.js";
import { begin, patch } from "./patch.js";
import { lacksPictures, loadOtherPictures, picturesLoaded } from "./pictures.js";
import { hideRecap } from "./recap.js";
import { rememberHead, rememberPromise } from "./seen.js";
import { commands, facts, id, letters, table, words } from "./state.js";
import { startTable } from "./table.js";
/** @typedef {import("./types").Command} Command */
/** @typedef {import("./types").Message} Message */

const ZLIB = 120; // the first byte of a packed message: "x", and no brace
const SILENCE = 1400; // milliseconds without a word before we ask whether the server is there
const DEAD = 4400; // and before we dial again
const GATHERING = 1500; // milliseconds that a deal which waits for this page alone may take
const OPEN = 1; // of a socket's states
const FIRST_RETRY = 300;
const LAST_RETRY = 4000;
const FORBIDDEN = 4403; // codes of closing after which nothing will be different next time
const NO_TABLE = 4404;

/** @type {WebSocket | undefined} */
let socket;
let viewer = "";
let received = 0; // the number of the last message
let sent = 0; // the number of the last command
let retries = 0;
let heardAt = 0;
let hasShared = false;
/** @type {(Command & { id: number }) | null} */
let unanswered = null; // a move that has no answer yet

const loadTalk = () => import("./talk.js"); // when somebody does more than read and write
const loadCompany = () => import("./company.js"); // in the lobby only
const loadFairness = () => import("./fair.js"); // after the end only

// ---- out ----

/** @param {boolean} isLost */
function showLost(isLost) {
  byId("lost").hidden = !isLost;
}

/**
 * @param {Command} command
 * @returns {boolean} whether it was sent
 */
function send(command) {
  const numbered = { id: ++sent, got: received, ...command };
  const isMove = command.do === "move";
  if (isMove) unanswered = numbered;
  if (socket?.readyState !== OPEN || !byId("lost").hidden) {
    toast(isMove ? words.unsent : words.unsaid);
    return false;
  }
  socket.send(JSON.stringify(numbered));
  return true;
}

/** @param {SubmitEvent} event */
function sendChat(event) {
  event.preventDefault();
  const chat = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLInputElement} */ (chat.elements.namedItem("text"));
  if (!field.value.trim() || send({ do: "chat", text: field.value })) field.value = "";
}

// ---- in ----

/** @type {Record<string, string>} */
const cells = {};

/** @param {Message} message */
function growCells(message) {
  for (const [name, news] of Object.entries(message.cells || {})) {
    cells[name] = grow(name, news, cells);
    if (message.cells) message.cells[name] = cells[name];
  }
}

/** @param {Message} message */
function receive(message) {
  const number = message.n ?? 0;
  if (number <= received && message.viewer === undefined) return;
  received = number;
  if (message.viewer) {
    if (viewer && viewer !== message.viewer) begin();
    viewer = message.viewer;
  }
  growCells(message);
  follow(message);
}

/**
 * A move that never arrived is sent again, where it is still the same turn.
 * @param {Message} message
 */
function answerMove(message) {
  if (unanswered && (message.ok === unanswered.id || message.refused?.[0] === unanswered.id)) unanswered = null;
  if (message.viewer === undefined || !unanswered) return;
  const again = unanswered;
  unanswered = null;
  if (again.turn === facts.turn) send(again);
}

/** Before the deal everybody adds a share of luck, and remembers what the server promised. */
function shareLuck() {
  const mayShare = !hasShared && Boolean(facts.seats?.length);
  const hash = facts.hash || "";
  const bytes = mayShare ? crypto.getRandomValues(new Uint8Array(16)) : new Uint8Array(0);
  const share = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (mayShare) {
    hasShared = true;
    send({ do: "luck", text: share });
  }
  rememberPromise(id, hash, share);
}

let hasCompany = false;

/** What is done until the deal, and undone with it. */
function waitForDeal() {
  if (facts.dealt === false) shareLuck();
  if (hasCompany || (facts.dealt === false && !table.dataset.dealing)) showCompany();
}

/** Whom the host may ask. */
async function showCompany() {
  hasCompany = facts.dealt === false;
  (await loadCompany()).offerCompany();
}

/** @param {Message} message */
function apply(message) {
  patch(message);
  showTalk(message);
  answerMove(message);
  if (message.next && facts.again && message.viewer === undefined) location.assign(url(`/t/${facts.next}`));
  waitForDeal();
  if (message.head) rememberHead(id, facts.head || "");
  if (message.over) hideRecap();
  if (facts.over) loadFairness().then(({ checkDeal }) => checkDeal(id));
}

const follow = startFollowing(apply);

/**
 * UTF-8 as the server wrote it; a whole board is packed by zlib.
 * @param {ArrayBuffer} data
 * @returns {Promise<Message>}
 */
async function read(data) {
  if (new Uint8Array(data)[0] !== ZLIB) return JSON.parse(new TextDecoder().decode(data));
  const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(unpacked).json();
}

/**
 * Whatever a message needs is there before it is shown.
 * @param {Message} message
 */
async function prepare(message) {
  if (message.over) {
    choice.offer([]); // nothing is left to choose while it waits
    light();
    await loadStyle(table.dataset.moment);
  }
  if (message.dealt === false) await prepareLobby();
  if (lacksPictures(message)) await loadOtherPictures();
}

/** A lobby is shown in its own style, but not where the deal comes at once. */
async function prepareLobby() {
  if (table.dataset.dealing) setTimeout(showGathering, GATHERING);
  else await loadStyle(table.dataset.lobby);
}

/** The deal did not come at once: show who is waited for. */
async function showGathering() {
  if (facts.dealt) return;
  await loadStyle(table.dataset.lobby);
  delete table.dataset.dealing;
  showCompany();
}

// ---- the line ----

/** Messages are read in their order, though reading one may take a while. */
let reading = Promise.resolve();

/**
 * @param {WebSocket} from
 * @param {ArrayBuffer} data
 */
async function readNext(from, data) {
  const message = await read(data);
  await prepare(message);
  if (from === socket) receive(message);
}

function socketAddress() {
  const unpacks = "DecompressionStream" in window && window.DecompressionStream ? "1" : "0";
  const asked = new URLSearchParams({
    form: form(),
    lang: document.documentElement.lang,
    letters: letters(),
    z: unpacks,
  });
  if (viewer) {
    asked.set("v", viewer);
    asked.set("n", String(received));
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${url(`/t/${id}/live`)}?${asked}`;
}

function showFound() {
  heardAt = performance.now();
  showLost(false);
}

function connect() {
  const mine = new WebSocket(socketAddress());
  socket = mine;
  mine.binaryType = "arraybuffer";
  mine.onopen = () => {
    if (mine !== socket) return;
    retries = 0;
    showFound();
  };
  mine.onmessage = (event) => {
    if (mine !== socket) return;
    showFound();
    if (event.data.byteLength > 2) reading = reading.then(() => readNext(mine, event.data)).catch(reportError);
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    showLost(true);
    if (event.code === FORBIDDEN || event.code === NO_TABLE) return;
    const delay = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** retries++) * (0.7 + Math.random() * 0.6);
    setTimeout(() => mine === socket && connect(), delay);
  };
}

/** Leave a line that is dead, or wrong. */
function redial() {
  const old = socket;
  if (!old) return;
  connect();
  old.close();
}

function redialLost() {
  if (!socket) return;
  showLost(true);
  redial();
}

/** A dead line is seen within five seconds: a page that hears nothing asks, and without an answer dials again. */
function checkLine() {
  if (document.hidden || socket?.readyState !== OPEN) return;
  const silence = performance.now() - heardAt;
  if (silence > DEAD) {
    heardAt = performance.now();
    redialLost();
  } else if (silence > SILENCE) socket.send('{"do":"ping"}');
}

/** Buttons of the chat and of the sheets over the table; their script comes with the first of them. */
function startTalking() {
  commands.say = (button) => send({ do: "say", text: button.dataset.text });
  commands["give-up"] = () => loadTalk().then((talk) => talk.askToGiveUp());
  commands.resign = () => loadTalk().then((talk) => talk.giveUp());
  commands["close-sheet"] = () => loadTalk().then((talk) => talk.closeSheet());
  commands.person = (button) => loadTalk().then((talk) => talk.showPerson(button));
  commands.mute = () => loadTalk().then((talk) => talk.mute(true));
  commands.unmute = () => loadTalk().then((talk) => talk.mute(false));
  commands.marks = (button) => loadTalk().then((talk) => talk.offerMarks(button));
  commands.react = (button) => loadTalk().then((talk) => talk.react(button));
}

/**
 * What came that the chat shows with its own script.
 * @param {Message} message
 */
function showTalk(message) {
  if (message.chat && readStored(`muted.${id}`)) loadTalk().then((talk) => talk.hideMuted());
  if (message.marks || (message.chat && facts.marks)) loadTalk().then((talk) => talk.showMarks());
}

/** A table of a live evening has a way back to its standings. */
function offerEvening() {
  const evening = readStored(`evening-${id}`);
  const link = /** @type {HTMLAnchorElement | null} */ (findId("to-evening"));
  if (!evening || !link) return;
  link.href = url(`/evening/${evening}`);
  link.hidden = false;
}

/** The menu tells the ratings of those who all wish it. */
async function showRatings() {
  const holder = findId("ratings");
  const menu = /** @type {HTMLDetailsElement | null} */ (holder?.closest("details"));
  if (!holder || !menu?.open) return;
  const answer = await fetch(url(`/t/${id}/ratings`));
  if (answer.ok) holder.innerHTML = await answer.text();
}

function start() {
  startTable({ decide: (action) => send({ do: "move", action, turn: facts.turn }), send });
  startExplaining();
  commands.confirm = confirmPending;
  startTalking();
  offerEvening();
  findId("ratings")?.closest("details")?.addEventListener("toggle", showRatings);
  if (findId("call-me")) import("./calling.js").then(({ offerToCall }) => offerToCall());
  byId("chat-form").addEventListener("submit", sendChat);
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, loadOtherPictures, { once: true });
  onNewForm(() => {
    viewer = "";
    received = 0;
    begin();
    redial();
  });
  addEventListener("online", redialLost);
  addEventListener("offline", () => showLost(true));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) heardAt = Math.min(heardAt, performance.now() - 1500);
  });
  setInterval(checkLine, 1000);
  picturesLoaded.then(connect);
}

// A link with a key in it leads to the page where its chair is taken.
const key = location.hash.slice(1);
if (/^\d+\.[\w-]+$/.test(key)) location.replace(url(`/j/${id}/${key}`));
else start();
