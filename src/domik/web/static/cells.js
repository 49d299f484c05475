// @ts-check
// The cells of a board by their ids, without a page: what changed, and how news become markup.
/** @typedef {import("./types").CellNews} CellNews */
/** @typedef {import("./types").PieceList} PieceList */

/**
 * The markup of a cell: it comes whole, or as copies of pieces of markup that the page has, cut before every tag, and
 * what is new between them.
 * @param {string} id
 * @param {CellNews} news
 * @param {Record<string, string>} held the markup that the page has, by cell
 * @returns {string}
 */
export function grow(id, news, held) {
  if (typeof news === "string") return news;
  const [source, list] = Array.isArray(news[1]) ? news : [id, news];
  const pieces = held[/** @type {string} */ (source)].split("<");
  const found = [];
  const steps = /** @type {PieceList} */ (list).values();
  for (const step of steps) {
    if (typeof step === "string") found.push(step);
    else found.push(...pieces.slice(step, Number(steps.next().value)));
  }
  return found.join("<");
}

/**
 * The entries that differ from before.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 * @returns {Record<string, string>}
 */
export function changed(before, now) {
  return Object.fromEntries(Object.entries(now).filter(([id, markup]) => before[id] !== markup));
}

/**
 * Empty markup for what is there no longer.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 * @returns {Record<string, string>}
 */
export function emptied(before, now) {
  const gone = Object.keys(before).filter((id) => !(id in now));
  return Object.fromEntries(gone.map((id) => [id, ""]));
}
