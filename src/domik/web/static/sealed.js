// A table that is closed to strangers: whoever has the key of its seat behind the # of the address sits down.
import { doc } from "./page.js";

const key = location.hash.slice(1);
if (/^\d+\.[\w-]+$/.test(key)) fetch(`${location.pathname}/sit`, { method: "POST", body: new URLSearchParams({ key }) }).then(async answer => {
  history.replaceState(null, "", location.pathname);
  if (answer.ok) location.reload(); else doc.querySelector("h1").textContent = (await answer.json()).error;
});
