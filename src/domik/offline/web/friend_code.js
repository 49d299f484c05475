// @ts-check
// What two people carry from page to page so that their browsers find each other: of a description of a connection
// only what differs from one to the next, as letters that may stand behind the # of a link.

const OFFER = "o1";
const ANSWER = "a1";
const MOST_ADDRESSES = 4;
const SHAPES = {
  name: /^[A-Za-z0-9+/]{4,64}$/,
  password: /^[A-Za-z0-9+/]{22,128}$/,
  fingerprint: /^[A-Za-z0-9_-]{43}$/,
  address: /^([0-9A-Za-z.:-]{1,80})_([0-9]{1,5})$/,
  edition: /^[\w-]{1,40}$/,
  table: /^[a-z0-9]{1,40}$/,
};

/**
 * One side of a connection.
 * @typedef {{ name: string, password: string, fingerprint: string, addresses: string[] }} Side
 * @typedef {{ kind: "offer", edition: string, table: string, side: Side, origin: string }} Offer
 * @typedef {{ kind: "answer", to: string, side: Side }} Reply `to` is the name in the offer
 */

/**
 * @param {string} text
 * @param {RegExp} shape
 */
const first = (text, shape) => shape.exec(text)?.[1] || "";

/** @param {string} sdp */
function addressesIn(sdp) {
  const lines = sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim);
  const found = [...lines].map(([, host, port]) => `${host}_${port}`);
  return found.filter((one) => !one.startsWith("fe80")).slice(0, MOST_ADDRESSES);
}

/** @param {string} sdp */
export function sideOf(sdp) {
  const bytes = first(sdp, /^a=fingerprint:sha-256 (\S+)/im).split(":");
  const letters = bytes.map((byte) => String.fromCharCode(parseInt(byte, 16))).join("");
  return {
    name: first(sdp, /^a=ice-ufrag:(\S+)/m),
    password: first(sdp, /^a=ice-pwd:(\S+)/m),
    fingerprint: btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    addresses: addressesIn(sdp),
  };
}

/**
 * The description of a connection that has one data channel and nothing else.
 * @param {"offer" | "answer"} type
 * @param {Side} side
 * @returns {RTCSessionDescriptionInit}
 */
export function descriptionOf(type, { name, password, fingerprint, addresses }) {
  const letters = atob(fingerprint.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = [...letters].map((one) => one.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase());
  const candidates = addresses.map((one, number) => {
    const [, host, port] = SHAPES.address.exec(one) || [];
    return `a=candidate:${number + 1} 1 udp ${2113937151 - number} ${host} ${port} typ host`;
  });
  const lines = [
    ...["v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE 0"],
    ...["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:0"],
    ...[`a=ice-ufrag:${name}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${bytes.join(":")}`],
    ...[`a=setup:${type === "offer" ? "actpass" : "active"}`, "a=sctp-port:5000", "a=max-message-size:65536"],
    ...[...candidates, "a=end-of-candidates", ""],
  ];
  return { type, sdp: lines.join("\r\n") };
}

/** @param {Side} side */
const written = ({ name, password, fingerprint, addresses }) => [name, password, fingerprint, ...addresses].join("~");

/**
 * @param {string[]} parts
 * @returns {Side | null}
 */
function readSide([name = "", password = "", fingerprint = "", ...addresses]) {
  const isWhole = SHAPES.name.test(name) && SHAPES.password.test(password) && SHAPES.fingerprint.test(fingerprint);
  const areGood = addresses.length <= MOST_ADDRESSES && addresses.every((one) => SHAPES.address.test(one));
  return isWhole && areGood ? { name, password, fingerprint, addresses } : null;
}

/**
 * @param {string} edition
 * @param {string} table
 * @param {Side} side
 */
export const writeOffer = (edition, table, side) => `${OFFER}~${edition}~${table}~${written(side)}`;

/**
 * @param {string} to
 * @param {Side} side
 */
export const writeReply = (to, side) => `${ANSWER}~${to}~${written(side)}`;

/**
 * @param {string[]} parts
 * @param {string} origin
 * @returns {Offer | null}
 */
function readOffer([edition, table, ...rest], origin) {
  const side = readSide(rest);
  return side && SHAPES.edition.test(edition) && SHAPES.table.test(table)
    ? { kind: "offer", edition, table, side, origin }
    : null;
}

/**
 * An offer or a reply, from a link or by itself; null for anything else.
 * @param {string} text
 * @returns {Offer | Reply | null}
 */
export function readCode(text) {
  const [link, code = link] = text.trim().split("#friend=");
  const [kind, ...parts] = code.split("~");
  if (kind === OFFER) {
    const isLink = /^https?:/.test(link) && URL.canParse(link);
    return readOffer(parts, isLink ? new URL(link).origin : location.origin);
  }
  const [to, ...rest] = parts;
  const side = readSide(rest);
  return kind === ANSWER && side && SHAPES.name.test(to) ? { kind: "answer", to, side } : null;
}
