// @ts-check
// The screen after the first visit's packing: all of it is here now, may be installed, and may be kept for good.
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The browser's own question whether to install, kept for our button. @type {any} */
let question;

function listenForQuestion() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    question = event;
    $("install").hidden = $("ready").hidden;
  });
}

/** @param {Record<string, string>} words */
function showInstalling(words) {
  $("install").hidden = !question;
  $("install-text").textContent = question ? words.install_text : words.install_menu;
  addEventListener("appinstalled", () => {
    $("install").hidden = true;
    $("install-text").textContent = words.installed;
  });
  $("install").onclick = async () => {
    question.prompt();
    $("install").hidden = (await question.userChoice).outcome === "accepted";
  };
}

/**
 * @param {Record<string, string>} words
 * @param {boolean} canKeep whether the window keeps anything at all
 */
async function showKeeping(words, canKeep) {
  $("keep-line").hidden = !canKeep;
  if (!canKeep) return;
  const isKept = (await navigator.storage?.persisted?.()) ?? false;
  $("keep").hidden = isKept || !navigator.storage?.persist;
  $("keep-text").textContent = isKept ? words.promised : words.keep_text;
  $("keep").onclick = async () => {
    const isPromised = await navigator.storage.persist();
    $("keep").hidden = true;
    $("keep-text").textContent = isPromised ? words.promised : words.no_promise;
  };
}

/**
 * Show the screen; the promise is kept when the visitor goes on.
 * @param {Record<string, string>} words
 * @param {string} all megabytes of everything
 * @param {boolean} canKeep
 * @returns {Promise<void>}
 */
async function showReady(words, all, canKeep) {
  for (const name of ["install", "keep", "play"]) {
    const [text] = $(name).getElementsByTagName("span");
    text.textContent = words[name];
  }
  $("ready-title").textContent = words.ready;
  $("ready-text").textContent = words.ready_text.replace("{all}", all);
  $("waiting").hidden = $("tip").hidden = true;
  $("ready").hidden = false;
  showInstalling(words);
  await showKeeping(words, canKeep);
  $("ready-title").focus();
  await new Promise((resolve) => ($("play").onclick = resolve));
}

export { listenForQuestion, showReady };
