// @ts-check
// Passkeys: the browser is asked for one, and what it says goes with the form.
import { all, get } from "./dom.js";

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** @param {string} text in base64url */
function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0));
}

/** @param {ArrayBuffer} data */
function base64url(data) {
  const text = btoa(String.fromCharCode(...new Uint8Array(data)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What the server asks for, with bytes where browsers want bytes.
 * @param {string} text
 */
function optionsFrom(text) {
  const options = JSON.parse(text);
  for (const one of [options.user, ...(options.excludeCredentials || [])]) if (one) one.id = bytesOf(one.id);
  options.challenge = bytesOf(options.challenge);
  return options;
}

/** @param {HTMLFormElement} form */
async function usePasskey(form) {
  const publicKey = optionsFrom(form.dataset.passkey || "{}");
  const asked = publicKey.user ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey });
  const key = /** @type {any} */ (await asked);
  const parts = PARTS.filter((name) => key.response[name]).map((name) => [name, base64url(key.response[name])]);
  const credential = { id: key.id, rawId: key.id, type: key.type, response: Object.fromEntries(parts) };
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
  field.value = JSON.stringify(credential);
  form.submit();
}

/** @param {HTMLFormElement} form */
function startForm(form) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = get("[role=alert]", form);
    said.textContent = "";
    try {
      await usePasskey(form);
    } catch (error) {
      const isTwice = error instanceof DOMException && error.name === "InvalidStateError";
      said.textContent = (isTwice ? form.dataset.twice : form.dataset.failed) || "";
    }
  });
}

if ("PublicKeyCredential" in window) {
  for (const form of all("form[data-passkey]")) startForm(/** @type {HTMLFormElement} */ (form));
}
