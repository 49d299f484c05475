// @ts-check
// The path of lessons: the stars of this browser, and where to go on.
import { all, byId, get, make, url } from "./dom.js";
import { addStars, starsOf } from "./stars.js";
/** @typedef {import("./stars.js").Stars} Stars */

const main = byId("main");
const game = main.dataset.game || "";

/**
 * The stars of this browser and those that this person won on other devices.
 * @returns {Stars}
 */
function allStars() {
  const stars = starsOf(main.dataset.name || "");
  /** @type {Stars} */
  const elsewhere = JSON.parse(main.dataset.won || "{}");
  for (const [name, lessons] of Object.entries(elsewhere)) {
    for (const [lesson, count] of Object.entries(lessons)) addStars(stars, name, lesson, count);
  }
  return stars;
}

/**
 * How many stars a game has.
 * @param {HTMLElement} card
 * @param {Stars} stars
 */
function showCount(card, stars) {
  const won = Object.values(stars[card.dataset.starsOf || ""] || {}).reduce((sum, count) => sum + count, 0);
  const count = get(".count", card);
  count.textContent = (count.dataset.text || "").replace("#", String(won));
  get(".star-bar i", card).style.width = `${Math.min(100, (100 * won) / Number(card.dataset.most))}%`;
}

/**
 * The stars of one lesson.
 * @param {HTMLElement} stone
 * @param {number} won
 */
function showStars(stone, won) {
  const stars = get(".stars", stone);
  all("i", stars).forEach((star, k) => star.classList.toggle("won", k < won));
  stone.classList.toggle("done", won > 0);
  stars.append(make("span", "unseen", (stars.dataset.text || "").replace("#", String(won))));
}

/**
 * Where to go on: at the first lesson without a star, or to a game.
 * @param {HTMLAnchorElement | undefined} next
 * @param {boolean} isFirst
 */
function showNext(next, isFirst) {
  const hello = byId("hello");
  const link = /** @type {HTMLAnchorElement} */ (byId("go-on"));
  const label = get("span", link);
  if (!next) {
    hello.textContent = hello.dataset.all || "";
    label.textContent = label.dataset.play || "";
    link.href = url(`/g/${game}`);
    return;
  }
  next.classList.add("now");
  next.setAttribute("aria-current", "step");
  link.href = next.href;
  if (isFirst) return;
  hello.textContent = (hello.dataset.going || "").replace("#", next.dataset.title || "");
  label.textContent = label.dataset.going || "";
}

const stars = allStars();
const won = stars[game] || {};
const stones = all("[data-lesson]").map((stone) => /** @type {HTMLAnchorElement} */ (stone));
for (const card of all("[data-stars-of]")) showCount(card, stars);
for (const stone of stones) showStars(stone, won[stone.dataset.lesson || ""] || 0);
const next = stones.find((stone) => !won[stone.dataset.lesson || ""]);
showNext(next, next === stones[0]);
