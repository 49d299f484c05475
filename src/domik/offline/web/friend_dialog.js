// @ts-check
// What is shown while two people carry an invitation and its reply from page to page.

/** @typedef {Record<string, string>} Words */

const SCAN_EVERY = 250; // milliseconds

/**
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} inside
 */
export function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/**
 * @param {string} text
 * @param {() => unknown} pressed
 * @param {string} [look]
 */
function button(text, pressed, look = "") {
  const made = make("button", { type: "button", class: look }, text);
  made.addEventListener("click", pressed);
  return made;
}

export class FriendDialog {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.title = make("h2", { id: "friend-title" });
    this.inside = make("div");
    this.status = make("p", { role: "status", class: "friend-status" });
    const close = button(words.friend_close, () => this.close());
    this.element = /** @type {HTMLDialogElement} */ (
      make("dialog", { id: "friend", "aria-labelledby": "friend-title" }, this.title, this.inside, this.status, close)
    );
    this.element.addEventListener("close", () => this.#stopCamera());
    document.body.append(this.element);
  }

  /**
   * @param {string} title
   * @param {...(Node | string)} inside
   */
  show(title, ...inside) {
    this.#stopCamera();
    this.title.textContent = title;
    this.inside.replaceChildren(...inside);
    this.say("");
    if (!this.element.open) this.element.showModal();
  }

  close() {
    if (this.element.open) this.element.close();
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** @param {string} text */
  paragraph(text) {
    return make("p", {}, text);
  }

  /** What a line needs, and what to try where there is none. */
  needs() {
    const list = ["friend_try_wifi", "friend_try_vpn", "friend_try_camera"].map((key) =>
      make("li", {}, this.words[key]),
    );
    return make("details", {}, make("summary", {}, this.words.friend_trouble), make("ul", {}, ...list));
  }

  /**
   * A link to be carried to the other page: as a code for its camera, to copy and to send.
   * @param {string} link
   * @param {string} label
   * @param {Promise<string>} drawn the code as SVG, which comes a little later
   */
  carried(link, label, drawn) {
    const { words } = this;
    const code = make("div", { class: "friend-code" });
    drawn.then((svg) => (code.innerHTML = svg));
    const field = /** @type {HTMLInputElement} */ (make("input", { readonly: "", value: link, "aria-label": label }));
    field.addEventListener("focus", () => field.select());
    const copy = async () => {
      field.select();
      await navigator.clipboard.writeText(link);
      this.say(words.friend_copied);
    };
    const row = make("div", { class: "friend-row" }, field, button(words.friend_copy, copy));
    if (navigator.share) row.append(button(words.friend_share, () => navigator.share({ url: link }).catch(() => {})));
    return make("div", { class: "friend-carried" }, code, row);
  }

  /**
   * Where a code from the other page is put in.
   * @param {string} label
   * @param {(text: string) => unknown} taken
   */
  field(label, taken) {
    const input = /** @type {HTMLInputElement} */ (
      make("input", { name: "code", required: "", autocomplete: "off", spellcheck: "false", maxlength: "2000" })
    );
    const row = make("div", { class: "friend-row" }, input, make("button", { class: "go" }, this.words.friend_connect));
    const form = make("form", {}, make("label", {}, label, row));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      taken(input.value);
    });
    if ("BarcodeDetector" in window && navigator.mediaDevices) {
      const seen = (/** @type {string} */ text) => taken((input.value = text));
      form.append(button(this.words.friend_scan, () => this.#scan(form, seen)));
    }
    return form;
  }

  /** @type {MediaStream | undefined} */ #camera;

  /**
   * @param {HTMLElement} place
   * @param {(text: string) => void} seen
   */
  async #scan(place, seen) {
    try {
      this.#camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return this.say(this.words.friend_no_camera);
    }
    const video = /** @type {HTMLVideoElement} */ (make("video", { autoplay: "", playsinline: "" }));
    video.muted = true;
    video.srcObject = this.#camera;
    place.append(video);
    const detector = new /** @type {any} */ (window).BarcodeDetector({ formats: ["qr_code"] });
    const look = async () => {
      if (!this.#camera) return video.remove();
      const [found] = video.readyState > 1 ? await detector.detect(video).catch(() => []) : [];
      if (!found) return void setTimeout(look, SCAN_EVERY);
      this.#stopCamera();
      video.remove();
      seen(found.rawValue);
    };
    look();
  }

  #stopCamera() {
    for (const track of this.#camera?.getTracks() || []) track.stop();
    this.#camera = undefined;
  }
}
