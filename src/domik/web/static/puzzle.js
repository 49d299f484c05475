// A puzzle: the table's own board; the server says what a try comes to, the page keeps the right moves.
import { $, doc, form, whenReshaped } from "./page.js";
import { hideWhy, offer, whenDecided } from "./choosing.js";
import { clausesBy, deeds, patch, pictures, query, table, toast } from "./table.js";
import { forgetBoard, renew } from "./board.js";

const here = `/puzzles/${table.dataset.game}/${table.dataset.puzzle}/step`;
let tried = "", asking = 0;
const show = message => {
  tried = message.tried;
  doc.body.dataset.state = message.state;
  renew(message);
  if (message.path.length) patch({ hint: [$("bubble").textContent, ...message.path] });
  $("bubble").focus({ preventScroll: true });
  Object.assign($("coach").dataset, { shown: message.state, asked: asking }); // for whoever watches the page
};
const ask = async (does, action = "") => {
  const mine = ++asking, asked = new URLSearchParams({ tried, do: does, action, form: form(), letters: query.get("letters") === "1" ? 1 : 0 });
  try {
    const answer = await (does ? fetch(here, { method: "POST", body: asked }) : fetch(`${here}?${asked}`)), found = await answer.json();
    if (mine !== asking) return;
    if (answer.ok) show(found); else { toast(found.error); if (does) { tried = ""; ask(""); } }
  } catch { if (mine === asking) toast(table.dataset.lost); }
};
whenDecided(action => { hideWhy(); offer([]); ask("try", action); });
Object.assign(deeds, { clue: () => ask("hint"), answer: () => ask("answer"), restart: () => { tried = ""; ask(""); } });
clausesBy(clause => open(`/g/${table.dataset.game}/rules#${clause}`, "_blank"));
whenReshaped(() => { forgetBoard(); ask(""); });
pictures.then(() => ask(""));
