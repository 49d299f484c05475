// The pace at which a game is shown: chosen once, kept by this browser; whoever wants no motion gets none unasked.
import { calm, doc, keep, kept } from "./page.js";

const PACES = { slow: 1900, normal: 950, fast: 400, none: 0 }, choice = doc.querySelector("[data-choice=pace]");
const chosen = () => keep("pace", choice.value);
choice.value = kept("pace") in PACES ? kept("pace") : calm.matches ? "none" : "normal";
choice.addEventListener("change", chosen);
export const pace = () => PACES[choice.value];
export const faster = by => { choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + by)); chosen(); };
