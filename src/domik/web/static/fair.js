// Whether a deal was fair, reckoned by this browser itself: it believes only what it saw before the cards were dealt.
import { doc } from "./page.js";

const place = id => `domik.fair.${id}`;
export const promised = (id, hash, share) => { // what the server promised, and what we added, before the deal
  try { if (hash && !localStorage.getItem(place(id))) localStorage.setItem(place(id), JSON.stringify({ hash, share })); } catch { /* a browser that keeps nothing */ }
};
const kept = id => { try { return JSON.parse(localStorage.getItem(place(id))) || {}; } catch { return {}; } };
const sha256 = async text => [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))].map(byte => byte.toString(16).padStart(2, "0")).join("");

const verdict = async (id, record) => {
  const fair = record.fair;
  if (!fair) return "";
  if (!globalThis.crypto?.subtle) return "insecure";
  const { hash, share: sent } = kept(id), share = record.same ? "" : sent; // everybody's same deal has no shares
  if (await sha256(`domik deal ${fair.seed}`) !== (hash || fair.hash) || (hash && hash !== fair.hash)) return "broken";
  if (share && !fair.entropy.some(one => one === share || one.startsWith(share.slice(0, 61) + "-"))) return "without";
  const mix = [fair.seed, ...fair.entropy].map(one => `${[...one].length}:${one}`).join("");
  if (await sha256(`domik mix ${mix}`) !== record.seed) return "mixed";
  return hash ? share ? "holds" : "seen" : "unseen";
};
export const check = async id => {
  const line = doc.querySelector("[data-fair]:not([data-checked])");
  if (!line) return;
  line.dataset.checked = "…";
  const answer = await fetch(`/api/tables/${id}/record`);
  if (!answer.ok) return;
  const found = await verdict(id, await answer.json()), shown = doc.querySelector("[data-fair]") || line;
  shown.dataset.checked = found;
  if (found) shown.querySelector("p").textContent = shown.dataset[found];
  shown.hidden = !found;
  if (["broken", "without", "mixed"].includes(found)) shown.open = true; // bad news is not left folded
};
