// The pace at which a game is shown: chosen once, kept by this browser; whoever wants no motion gets none unasked.
import { calm, doc } from "./page.js";

const PACES = { slow: 1900, normal: 950, fast: 400, none: 0 }, choice = doc.querySelector("[data-choice=pace]");
const kept = () => { try { return localStorage.getItem("domik.pace"); } catch { return null; } };
const keep = () => { try { localStorage.setItem("domik.pace", choice.value); } catch { /* a private window forgets */ } };
choice.value = kept() in PACES ? kept() : calm.matches ? "none" : "normal";
choice.addEventListener("change", keep);
export const pace = () => PACES[choice.value];
export const faster = by => { choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + by)); keep(); };
