// @ts-check
// A key stands behind the # of its link: into the form with it, and out of the address.
import { byId } from "./dom.js";

if (location.hash.length > 1) {
  const field = /** @type {HTMLInputElement} */ (byId("key"));
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
