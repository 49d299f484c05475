// A key stands behind the # of its link: into the form with it, and out of the address.
import { $ } from "./page.js";
if (location.hash.length > 1) { $("key").value = location.hash.slice(1); history.replaceState(null, "", location.pathname); }
