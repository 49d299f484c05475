// @ts-check
// Help in a person's first games: a new kind of decision gets one explanation, once. And the card at a glance.
import { all, byId, closest, find, make, readStored, store, targetOf, url } from "./dom.js";
import { commands, facts, game, table } from "./state.js";
import { showEnlarged } from "./why.js";

const FIRST_GAMES = 2;
const REMEMBERED_GAMES = 9;
const NOTHING_TO_SAY = 204;
const numbers = /** @type {HTMLInputElement | null} */ (find("[data-setting=numbers]"));
const explains = /** @type {HTMLInputElement | null} */ (find("[data-setting=explain]"));
const thisGame = table.dataset.table || "";
const tip = make("div", "tobi-tip");

/** The kind of decision that was asked about last, and the turn in which an explanation was closed. */
let asked = "";
/** @type {number | undefined} */
let closedIn;

/**
 * A list that this browser remembers for this game.
 * @param {string} name
 * @returns {string[]}
 */
function remembered(name) {
  return (readStored(`${name}.${game}`) || "").split(" ").filter(Boolean);
}

const played = remembered("played");

function showNumbers() {
  document.body.classList.toggle("rule-numbers", Boolean(numbers?.checked));
}

function hideTip() {
  tip.hidden = true;
}

/** This game counts as one of the first. */
function countGame() {
  if (played.includes(thisGame)) return;
  played.push(thisGame);
  store(`played.${game}`, played.slice(-REMEMBERED_GAMES).join(" "));
}

/** The kind of decision that the prompt asks for. */
function kindNow() {
  const prompt = /** @type {HTMLElement | null} */ (byId("prompt").firstElementChild);
  return prompt?.dataset.kind || "";
}

/**
 * Whether a kind of decision is to be explained: one at a time, at most one a turn, never twice.
 * @param {string} kind
 */
function isNew(kind) {
  const wanted = kind !== "" && Boolean(explains?.checked) && closedIn !== facts.turn;
  return wanted && asked !== kind && !remembered("seen").includes(kind);
}

async function look() {
  const kind = kindNow();
  if (byId("now").classList.contains("waits") || facts.over) {
    hideTip();
    asked = "";
  } else if (isNew(kind)) await explain(kind);
  else if (asked !== kind) hideTip();
}

/** @param {string} kind */
async function explain(kind) {
  asked = kind;
  countGame();
  const answer = await fetch(url(`/g/${game}/help/${kind}`));
  if (!answer.ok || answer.status === NOTHING_TO_SAY || asked !== kind) return;
  tip.innerHTML = await answer.text();
  tip.dataset.kind = kind;
  tip.hidden = false;
}

/**
 * The picture of an explanation comes when it is unfolded.
 * @param {Event} event
 */
async function loadPicture(event) {
  const fold = /** @type {HTMLDetailsElement} */ (targetOf(event));
  const address = fold.dataset.from;
  if (!fold.open || !address) return;
  delete fold.dataset.from;
  const answer = await fetch(address);
  if (answer.ok) fold.insertAdjacentHTML("beforeend", await answer.text());
}

function closeTip() {
  const seen = new Set(remembered("seen")).add(tip.dataset.kind || "");
  store(`seen.${game}`, [...seen].join(" "));
  closedIn = facts.turn;
  hideTip();
}

function changeExplaining() {
  if (!explains?.checked) {
    hideTip();
    return;
  }
  store(`seen.${game}`, "");
  look();
}

async function showCard() {
  const answer = await fetch(url(`/g/${game}/card/sheet`));
  if (!answer.ok) return;
  for (const menu of all(".menu[open]")) /** @type {HTMLDetailsElement} */ (menu).open = false;
  const card = document.createElement("div");
  card.innerHTML = await answer.text();
  showEnlarged([card]);
}

/** Watch what is asked, and explain what is new. */
export function startExplaining() {
  tip.hidden = true;
  tip.setAttribute("role", "status");
  byId("main").append(tip);
  showNumbers();
  numbers?.addEventListener("change", showNumbers);
  if (explains && readStored("explain") === null) {
    explains.checked = played.length < FIRST_GAMES || played.includes(thisGame);
  }
  explains?.addEventListener("change", changeExplaining);
  tip.addEventListener("toggle", loadPicture, true);
  commands["got-it"] = closeTip;
  commands.glance = showCard;
  document.addEventListener("click", (event) => {
    if (closest(event, ".tobi-tip [data-clause]")) closeTip();
  });
  new MutationObserver(look).observe(byId("prompt"), { childList: true, subtree: true, characterData: true });
  new MutationObserver(look).observe(byId("now"), { attributes: true, attributeFilter: ["class"] });
}
