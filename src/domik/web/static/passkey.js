// Passkeys: the browser is asked for one, and what it says goes with the form.
import { all } from "./page.js";
const bytes = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0));
const text = data => btoa(String.fromCharCode(...new Uint8Array(data))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const SAID = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

async function ask(form) {
  const wish = JSON.parse(form.dataset.passkey);
  for (const one of [wish.user, ...wish.excludeCredentials || []]) if (one) one.id = bytes(one.id);
  wish.challenge = bytes(wish.challenge);
  const key = await navigator.credentials[wish.user ? "create" : "get"]({ publicKey: wish });
  const response = Object.fromEntries(SAID.filter(name => key.response[name]).map(name => [name, text(key.response[name])]));
  form.elements.credential.value = JSON.stringify({ id: key.id, rawId: key.id, type: key.type, response });
  form.submit();
}

if (window.PublicKeyCredential) for (const form of all("form[data-passkey]")) {
  form.hidden = false;
  form.addEventListener("submit", event => {
    event.preventDefault();
    const said = form.querySelector("[role=alert]");
    said.textContent = "";
    ask(form).catch(error => { said.textContent = form.dataset[error.name === "InvalidStateError" ? "twice" : "failed"]; });
  });
}
