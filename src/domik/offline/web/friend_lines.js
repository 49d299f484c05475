// @ts-check
// The two ends of a line between two browsers of one network: a data channel of WebRTC, which nobody helps to find
// the other. At the host's end Python answers (offline/friend.py); the friend's end stands where Python would.
import { descriptionOf, sideOf, writeOffer, writeReply } from "./friend_code.js";

const MOST_WAITING = 8_000_000; // bytes that a friend's device may be behind
const MOST_TOLD = 16_000_000; // bytes of one message
const KINDS = /^(text\/(html|plain)|application\/json|image\/(svg\+xml|png|webp))\b/;
const LANGUAGES = ["en", "ru", "pl"];

/** @param {RTCPeerConnection} connection */
async function gatheredSide(connection) {
  await new Promise((resolve) => {
    const look = () => connection.iceGatheringState === "complete" && resolve(undefined);
    connection.addEventListener("icegatheringstatechange", look);
    look();
  });
  return sideOf(connection.localDescription?.sdp || "");
}

/**
 * Call back once, when the line is gone for good.
 * @param {RTCPeerConnection} connection
 * @param {RTCDataChannel} channel
 * @param {() => void} ended
 */
function watch(connection, channel, ended) {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    connection.close();
    ended();
  };
  channel.addEventListener("close", end);
  connection.addEventListener("connectionstatechange", () => {
    if (["failed", "closed"].includes(connection.connectionState)) end();
  });
  addEventListener("pagehide", end);
}

/** The host's end. */
export class HostLine {
  /**
   * @param {number} number
   * @param {string} table
   * @param {(message: object) => void} python
   * @param {(line: HostLine, isOpen: boolean) => void} changed
   */
  constructor(number, table, python, changed) {
    this.number = number;
    this.table = table;
    this.wasOpen = false;
    this.connection = new RTCPeerConnection({ iceServers: [] });
    this.channel = this.connection.createDataChannel("domik");
    this.channel.onmessage = ({ data }) =>
      python({ kind: "friend-hear", number, data: typeof data === "string" ? data : "" });
    this.channel.onopen = () => {
      this.wasOpen = true;
      changed(this, true);
    };
    watch(this.connection, this.channel, () => {
      python({ kind: "friend-close", number });
      changed(this, false);
    });
  }

  /** @param {string} edition */
  async offer(edition) {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    const side = await gatheredSide(this.connection);
    this.name = side.name;
    return writeOffer(edition, this.table, side);
  }

  /** @param {import("./friend_code.js").Side} side */
  async accept(side) {
    await this.connection.setRemoteDescription(descriptionOf("answer", side));
  }

  /** @param {Uint8Array<ArrayBuffer>} frame */
  send(frame) {
    if (this.channel.readyState !== "open") return;
    if (this.channel.bufferedAmount > MOST_WAITING) this.connection.close();
    else this.channel.send(frame);
  }

  /** Close it when what was said last has gone. */
  end() {
    const { channel } = this;
    if (!channel.bufferedAmount) return channel.close();
    channel.bufferedAmountLowThreshold = 0;
    channel.onbufferedamountlow = () => channel.close();
  }
}

/**
 * What a friend's page may do here: scripts are our own, and forms go to the friend. Its host sends it; so that a host
 * who means ill has no more than the picture of a table, the headers are ours.
 * @param {string} root
 */
function headersOf(root) {
  const at = location.origin + root;
  const policy = [
    "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'",
    `script-src ${at}/static/; connect-src 'self'; form-action ${at}/t/ ${at}/j/`,
    "frame-src 'self'; base-uri 'none'; frame-ancestors 'self'",
  ];
  return [
    ["content-security-policy", policy.join("; ")],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "same-origin"],
    ["cache-control", "no-store"],
  ];
}

/** The friend's end: takes what the shell would ask of its own Python, and passes it on. */
export class FriendLine {
  /** @type {Map<number, MessagePort>} */ #asked = new Map();
  /** @type {Set<number>} */ #dialled = new Set();
  #count = 0;
  #isOver = false;
  /** @type {any} */ #head = null;
  /** @type {Uint8Array[]} */ #pieces = [];
  #got = 0;
  /** @type {RTCDataChannel | undefined} */ channel;

  /**
   * @param {string} root
   * @param {{ socket: (number: number) => any, opened: () => void, told: (head: any) => void, ended: () => void, gone: string }} shell
   */
  constructor(root, shell) {
    this.root = root;
    this.shell = shell;
    this.connection = new RTCPeerConnection({ iceServers: [] });
    this.connection.ondatachannel = ({ channel }) => {
      this.channel = channel;
      channel.binaryType = "arraybuffer";
      channel.onmessage = ({ data }) => this.#hear(data);
      watch(this.connection, channel, () => this.#end());
      if (channel.readyState === "open") shell.opened();
      else channel.onopen = shell.opened;
    };
  }

  /** @param {import("./friend_code.js").Offer} offer */
  async reply(offer) {
    await this.connection.setRemoteDescription(descriptionOf("offer", offer.side));
    await this.connection.setLocalDescription(await this.connection.createAnswer());
    return writeReply(offer.side.name, await gatheredSide(this.connection));
  }

  close() {
    this.connection.close();
    this.#end();
  }

  /** @param {object} message */
  say(message) {
    if (this.channel?.readyState === "open") this.channel.send(JSON.stringify(message));
  }

  /**
   * As a worker with Python in it.
   * @param {any} message
   */
  postMessage(message) {
    const { kind, number } = message;
    if (kind === "fetch") this.#ask(message);
    else if (kind === "dial") {
      this.#dialled.add(number);
      this.say({ type: "dial", id: number, path: pathOf(message.url), language: shownLanguage() });
    } else if (kind === "say") this.say({ type: "say", id: number, text: message.text });
    else if (kind === "hang") {
      this.#dialled.delete(number);
      this.say({ type: "hang", id: number });
    }
  }

  /** @param {{ method: string, url: string, body: ArrayBuffer | null, cookies: string, port: MessagePort }} asked */
  #ask({ method, url, body, cookies, port }) {
    const id = ++this.#count;
    this.#asked.set(id, port);
    const theme = /(?:^|; )theme=(light|dark)/.exec(cookies)?.[1] || "";
    const text = body ? new TextDecoder().decode(body) : "";
    this.say({ type: "ask", id, method, path: pathOf(url), language: shownLanguage(), theme, body: text });
  }

  /** @param {ArrayBuffer} data */
  #hear(data) {
    const bytes = new Uint8Array(data);
    if (!this.#head) {
      try {
        this.#head = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        return this.close();
      }
      if (!(this.#head?.size <= MOST_TOLD)) this.#head = { ...this.#head, size: 0 };
    } else {
      this.#pieces.push(bytes);
      this.#got += bytes.length;
    }
    if (this.#got >= this.#head.size) this.#take();
  }

  #take() {
    const head = this.#head;
    const body = new Uint8Array(this.#got);
    let at = 0;
    for (const piece of this.#pieces) {
      body.set(piece, at);
      at += piece.length;
    }
    this.#head = null;
    this.#pieces = [];
    this.#got = 0;
    if (head.type === "answer") this.#answer(head, body);
    else if (head.type === "told") this.#tell(head, body);
    else this.shell.told(head);
  }

  /**
   * @param {{ id: number, status: number, kind: string, location: string }} head
   * @param {Uint8Array} body
   */
  #answer({ id, status, kind, location: to }, body) {
    const given = KINDS.test(kind) ? kind : "text/plain";
    const headers = [["content-type", given], ...headersOf(this.root)];
    if (/^\/[^/\\]/.test(to)) headers.push(["location", to]);
    const isStatus = Number.isInteger(status) && status >= 200 && status < 600;
    this.#asked.get(id)?.postMessage({ kind: "answer", status: isStatus ? status : 502, headers, body });
    this.#asked.delete(id);
  }

  /**
   * @param {{ id: number, kind: string, code: number }} head
   * @param {Uint8Array} body
   */
  #tell({ id, kind, code }, body) {
    if (!this.#dialled.has(id)) return;
    if (kind === "close") this.#dialled.delete(id);
    this.shell.socket(id)?.hear(kind, body, code);
  }

  /** Whoever still waits is told. */
  #end() {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const port of this.#asked.values()) port.postMessage(unreachable(this.root, this.shell.gone));
    this.#asked.clear();
    for (const number of this.#dialled) this.shell.socket(number)?.hear("close", null, 1001);
    this.#dialled.clear();
    this.shell.ended();
  }
}

/** @param {string} url */
function pathOf(url) {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

function shownLanguage() {
  const { lang } = document.documentElement;
  return LANGUAGES.includes(lang) ? lang : "en";
}

/**
 * The answer where nobody can be asked.
 * @param {string} root
 * @param {string} text
 */
export function unreachable(root, text) {
  const headers = [["content-type", "text/html; charset=utf-8"], ...headersOf(root)];
  const body = `<!doctype html><meta name="viewport" content="width=device-width"><title>Domik</title><p>${text}</p>`;
  return { kind: "answer", status: 503, headers, body };
}
