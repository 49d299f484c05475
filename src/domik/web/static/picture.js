// A still picture of a table: what its board refers to is fetched once and kept by the browser.
import { $ } from "./page.js";
const pictures = $("pictures");
if (pictures.dataset.from) fetch(pictures.dataset.from).then(answer => answer.text()).then(text => { pictures.innerHTML = text; });
