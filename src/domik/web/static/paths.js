// @ts-check
// Choosing by clicks, without a page: every action has a path of elements to click, and clicks narrow the paths down.
/** @typedef {import("./types").Path} Path */

const ACTIONS = 64; // numbers from here on are another way to the same action

/** The choice of one action among those whose path begins with what was clicked. */
export class PathChoice {
  /** @param {Path[]} paths */
  constructor(paths = []) {
    this.paths = paths;
    /** @type {string[]} the ids that were clicked */
    this.picked = [];
    /** @type {number | null} an action that is chosen and waits to be confirmed */
    this.pending = null;
  }

  /**
   * Begin anew with other paths.
   * @param {Path[]} paths
   */
  offer(paths) {
    this.paths = paths;
    this.clear();
  }

  /** Forget what was clicked. */
  clear() {
    this.picked = [];
    this.pending = null;
  }

  /** The paths that begin with what was clicked. */
  open() {
    return this.paths.filter((path) => this.picked.every((id, k) => path[k + 1] === id));
  }

  /**
   * The ids that can be clicked next; none while an action waits to be confirmed.
   * @returns {Set<string>}
   */
  targets() {
    if (this.pending !== null) return new Set();
    const next = this.open().map((path) => path[this.picked.length + 1]);
    return new Set(next.filter((id) => typeof id === "string"));
  }

  /**
   * Whether a click on this would leave more to be clicked.
   * @param {string} id
   */
  leadsOn(id) {
    const at = this.picked.length + 1;
    return this.open().some((path) => path[at] === id && path.length > at + 1);
  }

  /**
   * Click on one of the targets: the action, when only one is left.
   * @param {string} id
   * @returns {number | null}
   */
  pick(id) {
    this.picked.push(id);
    const actions = new Set(this.open().map((path) => path[0] % ACTIONS));
    const [only] = actions;
    return actions.size === 1 ? only : null;
  }

  /**
   * Take clicks back until so many are left.
   * @param {number} count
   */
  unpick(count) {
    this.picked.length = Math.min(this.picked.length, count);
    this.pending = null;
  }
}

/**
 * The elements of an action's path.
 * @param {Path[]} paths
 * @param {number} action
 * @returns {string[]}
 */
export function pathOf(paths, action) {
  const found = paths.find((path) => path[0] % ACTIONS === action);
  return found ? /** @type {string[]} */ (found.slice(1)) : [];
}
