// @ts-check
// Friends nearby, without a server: this page is the host of lines to friends' pages, or a friend of another page.
import { readCode } from "./friend_code.js";
import { FriendDialog, make } from "./friend_dialog.js";
import { FriendLine, HostLine, unreachable } from "./friend_lines.js";

const TABLE = /^[a-z0-9]{1,40}$/;

/**
 * What the shell does for friends.
 * @typedef {object} Shell
 * @property {string} root
 * @property {Record<string, string>} words
 * @property {() => Worker | undefined} python
 * @property {(number: number) => any} socket
 * @property {(path: string) => void} go show a page in the frame
 * @property {(text: string) => void} notify say something that stays until it is closed; nothing takes it away
 */

/** The hash of the edition that the service worker serves; before it stands where that lies. */
async function edition() {
  const line = new MessageChannel();
  const told = new Promise((resolve) => (line.port1.onmessage = ({ data }) => resolve(data.split(":").at(-1))));
  navigator.serviceWorker.controller?.postMessage("edition", [line.port2]);
  return /** @type {Promise<string>} */ (told);
}

/**
 * The secret by which the friend at a table is known again.
 * @param {string} table
 */
function keyFor(table) {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join(
    "",
  );
  try {
    const found = localStorage.getItem(`domik.friend.${table}`) || fresh;
    localStorage.setItem(`domik.friend.${table}`, found);
    return found;
  } catch {
    return fresh; // the browser keeps nothing: whoever comes back sits down anew
  }
}

export class Friends {
  /** @type {Map<number, HostLine>} */ #lines = new Map();
  #count = 0;
  /** Tables that are at another page. @type {Set<string>} */ #away = new Set();
  /** @type {FriendLine | null} */ #line = null;

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.dialog = new FriendDialog(shell.words);
    this.channel = new BroadcastChannel(`domik${shell.root}`);
    this.channel.onmessage = ({ data }) => this.take(String(data));
    addEventListener("hashchange", () => this.take(this.code()));
    addEventListener("beforeunload", (event) => {
      if (this.#line || [...this.#lines.values()].some((line) => line.wasOpen)) event.preventDefault();
    });
  }

  /** The code in this page's address, which it is taken out of. */
  code() {
    const { hash, pathname, search } = location;
    if (!hash.startsWith("#friend=")) return "";
    history.replaceState(null, "", pathname + search);
    return hash;
  }

  /**
   * Give a code to the page that has Domik open.
   * @param {string} code
   */
  pass(code) {
    this.channel.postMessage(code);
  }

  // ---- what the shell asks ----

  /**
   * Who answers for an address instead of this page's own Python; null where nobody does.
   * @param {string} url
   */
  lineFor(url) {
    const { pathname } = new URL(url, location.href);
    const [, table] = /^\/(?:t|j|api\/tables)\/(\w+)(?:\/|$)/.exec(pathname.slice(this.shell.root.length)) || [];
    if (!table || !this.#away.has(table)) return null;
    return this.#line || { postMessage: (/** @type {any} */ message) => this.#nobody(message) };
  }

  /** @param {any} message */
  #nobody({ kind, number, port }) {
    if (kind === "fetch") port.postMessage(unreachable(this.shell.root, this.shell.words.friend_lost));
    else if (kind === "dial") queueMicrotask(() => this.shell.socket(number)?.hear("close", null, 1001));
  }

  /**
   * What Python has said, if it is for a friend.
   * @param {any} message
   */
  hear({ kind, number, data }) {
    if (kind === "friend-send") this.#lines.get(number)?.send(data);
    else if (kind === "friend-end") this.#lines.get(number)?.end();
    return kind.startsWith("friend-");
  }

  /**
   * A code as SVG, which Python draws.
   * @param {string} text
   * @returns {Promise<string>}
   */
  #drawn(text) {
    const line = new MessageChannel();
    this.shell.python()?.postMessage({ kind: "friend-draw", text, port: line.port2 }, [line.port2]);
    return new Promise((resolve) => (line.port1.onmessage = ({ data }) => resolve(data)));
  }

  // ---- as the host ----

  /** @param {string} table */
  async invite(table) {
    const { words, root } = this.shell;
    const number = ++this.#count;
    const own = await edition();
    const python = (/** @type {object} */ message) => this.shell.python()?.postMessage(message);
    const line = new HostLine(number, table, python, (_, isOpen) => this.#changed(number, table, own, isOpen));
    for (const [old, one] of this.#lines) if (!one.wasOpen) this.#drop(old);
    this.#lines.set(number, line);
    const link = `${location.origin}${root}/#friend=${await line.offer(own)}`;
    const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const first = make("li", {}, this.dialog.paragraph(words.friend_step_link));
    first.append(this.dialog.carried(link, words.friend_invitation, this.#drawn(link)));
    if (isHere) first.append(this.dialog.paragraph(words.friend_local));
    const reply = this.dialog.field(words.friend_step_reply, (text) => this.take(text));
    const steps = make("ol", {}, first, make("li", {}, reply));
    this.dialog.show(words.friend_invite, this.dialog.paragraph(words.friend_needs), steps, this.dialog.needs());
  }

  /** @param {number} number */
  #drop(number) {
    const line = this.#lines.get(number);
    this.#lines.delete(number);
    line?.connection.close();
  }

  /**
   * @param {number} number
   * @param {string} table
   * @param {string} own
   * @param {boolean} isOpen
   */
  #changed(number, table, own, isOpen) {
    const { words, python, notify } = this.shell;
    const line = this.#lines.get(number);
    if (!line) return;
    if (isOpen) {
      python()?.postMessage({ kind: "friend-open", number, table, edition: own });
      this.dialog.close();
      notify("");
    } else {
      this.#lines.delete(number);
      if (line.wasOpen) notify(words.friend_left);
      else this.dialog.say(words.friend_failed);
    }
  }

  /** @param {import("./friend_code.js").Reply} reply */
  async #accept(reply) {
    const line = [...this.#lines.values()].find((one) => one.name === reply.to && !one.wasOpen);
    if (!line || line.connection.signalingState !== "have-local-offer") return this.#refuse("friend_spent");
    this.dialog.say(this.shell.words.friend_connecting);
    await line.accept(reply.side).catch(() => this.dialog.say(this.shell.words.friend_not_code));
  }

  // ---- as the friend ----

  /** A page to put the host's invitation in. */
  join() {
    const { words } = this.shell;
    const field = this.dialog.field(words.friend_step_paste, (text) => this.take(text));
    this.dialog.show(words.friend_join, this.dialog.paragraph(words.friend_needs), field);
  }

  /** @param {import("./friend_code.js").Offer} offer */
  async #visit(offer) {
    const { words, root } = this.shell;
    const own = await edition();
    if (own !== offer.edition) return this.#refuse("friend_edition");
    const before = this.#line;
    this.#line = null;
    before?.close();
    const line = new FriendLine(root, {
      socket: this.shell.socket,
      gone: words.friend_lost,
      opened: () => line.say({ type: "hello", key: keyFor(offer.table), edition: own }),
      told: (head) => this.#told(head),
      ended: () => this.#ended(line),
    });
    this.#line = line;
    try {
      const link = `${offer.origin}${root}/#friend=${await line.reply(offer)}`;
      const carried = this.dialog.carried(link, words.friend_reply, this.#drawn(link));
      const text = this.dialog.paragraph(words.friend_show_reply);
      this.dialog.show(words.friend_invited, text, carried, this.dialog.needs());
      this.dialog.say(words.friend_waiting);
    } catch (error) {
      console.warn(String(error));
      line.close();
      this.#refuse("friend_not_code");
    }
  }

  /** @param {any} head */
  #told(head) {
    if (head.type === "open" && TABLE.test(head.table)) this.#away.add(head.table);
    if (head.type === "welcome" && /^\/[^/\\]/.test(head.path)) {
      this.dialog.close();
      this.shell.notify("");
      this.shell.go(head.path);
    }
    if (head.type === "refused") this.reason = `friend_${head.why}`;
  }

  /** @param {FriendLine} line */
  #ended(line) {
    if (this.#line !== line) return;
    this.#line = null;
    const { words, notify } = this.shell;
    if (this.dialog.element.open) this.dialog.say(words[this.reason || "friend_failed"]);
    else notify(words[this.reason || "friend_lost"]);
    this.reason = "";
  }

  // ---- codes ----

  /**
   * A code that somebody has pasted, scanned or followed.
   * @param {string} text
   */
  take(text) {
    if (!text) return undefined;
    const code = readCode(text);
    if (!code) return this.#refuse("friend_not_code");
    return code.kind === "offer" ? this.#visit(code) : this.#accept(code);
  }

  /** @param {string} why */
  #refuse(why) {
    const text = this.shell.words[why];
    if (this.dialog.element.open) this.dialog.say(text);
    else this.dialog.show(this.shell.words.friend_title, this.dialog.paragraph(text));
  }

  /**
   * Whether a page is of a table elsewhere.
   * @param {string} url
   */
  isAway(url) {
    return Boolean(this.lineFor(url));
  }
}
