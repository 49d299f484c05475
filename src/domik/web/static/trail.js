// The path of lessons: the stars of this browser, and where to go on.
import { $, all, doc } from "./page.js";
import { starsOf } from "./stars.js";

const main = $("main"), { game, name } = main.dataset, stars = starsOf(name);
for (const [one, won] of Object.entries(JSON.parse(main.dataset.won))) // what this person won on other devices
  for (const [lesson, n] of Object.entries(won)) (stars[one] ||= {})[lesson] = Math.max(n, stars[one][lesson] || 0);
for (const card of all("[data-stars-of]")) {
  const won = Object.values(stars[card.dataset.starsOf] || {}).reduce((sum, n) => sum + n, 0), count = card.querySelector(".count");
  count.textContent = count.dataset.text.replace("#", won);
  card.querySelector(".star-bar i").style.width = `${Math.min(100, 100 * won / card.dataset.most)}%`;
}
const stones = all("[data-lesson]"), mine = stars[game] || {};
for (const stone of stones) {
  const won = mine[stone.dataset.lesson] || 0, shown = stone.querySelector(".stars");
  all("i", shown).forEach((star, k) => star.classList.toggle("won", k < won));
  stone.classList.toggle("done", won > 0);
  const said = doc.createElement("span");
  said.className = "unseen"; said.textContent = shown.dataset.text.replace("#", won);
  shown.append(said);
}
const next = stones.find(stone => !mine[stone.dataset.lesson]), hello = $("hello"), go = $("go-on"), label = go.querySelector("span");
if (next) {
  next.classList.add("now");
  next.setAttribute("aria-current", "step");
  go.href = next.href;
  if (next !== stones[0]) { hello.textContent = hello.dataset.going.replace("#", next.dataset.title); label.textContent = label.dataset.going; }
} else { hello.textContent = hello.dataset.all; label.textContent = label.dataset.play; go.href = `/g/${game}`; }
