// Every page: the theme, links to copy, and what the other modules look things up with.
export const doc = document, root = doc.documentElement, $ = id => doc.getElementById(id);
export const all = (query, where = doc) => [...where.querySelectorAll(query)];
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const form = () => getComputedStyle(root).getPropertyValue("--form").trim(); // which drawing this screen asks for: see screens.css
export const whenReshaped = does => { let was = form(); addEventListener("resize", () => { const now = form(); if (now !== was) { was = now; does(); } }); };
// What this browser remembers; a private window forgets.
export const kept = name => { try { return localStorage.getItem("domik." + name); } catch { return null; } };
export const keep = (name, value) => { try { localStorage.setItem("domik." + name, value); } catch { /* so be it */ } };
// Style sheets for later: nothing that needs them is shown before they are there.
let late;
export const dressed = () => late ||= Promise.all(all("link.late[disabled]").map(link => new Promise(yes => { link.onload = link.onerror = yes; link.disabled = false; })));
const cookie = (name, value) => { doc.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`; };

doc.addEventListener("click", event => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  cookie("theme", root.dataset.theme = dark ? "light" : "dark");
  $("night").media = dark ? "not all" : "all";
});

doc.addEventListener("click", event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  button.parentNode.querySelector(".link")?.select();
  navigator.clipboard?.writeText(button.dataset.copy);
  button.querySelector("span").textContent = button.dataset.done;
});

export const fillLinks = () => { for (const field of all("input[data-link]")) if (!field.value) field.value = location.origin + field.dataset.link; };
fillLinks();
