// The result of a deal: a line to share, and a look now and then whether the rest of it has come.
import { $, all, doc } from "./page.js";

doc.addEventListener("click", async event => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const text = `${$("share").dataset.text}\n${location.origin}${location.pathname.replace(/\d{4}-\d\d-\d\d\//, "")}`;
  try { if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text }); else { await navigator.clipboard.writeText(text); button.lastElementChild.textContent = button.dataset.said; } } catch { getSelection().selectAllChildren($("share")); }
});
for (const place of all("[data-news]")) {
  const look = async () => {
    try {
      const news = await (await fetch(place.dataset.news)).json();
      if (String(news.judged) !== place.dataset.judged || news.bots > +place.dataset.bots + 4) return location.reload();
      if (news.bots > +place.dataset.bots && news.judged) return location.reload();
    } catch { /* next time */ }
    setTimeout(look, 5000);
  };
  setTimeout(look, 4000);
}
