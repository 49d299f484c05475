// @ts-check
// Messages one after another: while one is shown at its pace the next ones wait, until the reader wants to catch up.

/** How many may wait before they are shown at once. */
export const LONG = 12;

/**
 * A queue whose messages are shown one after another.
 * @template T
 */
export class ShowQueue {
  /** @param {(message: T, queue: ShowQueue<T>) => Promise<void>} show */
  constructor(show) {
    this.show = show;
    /** @type {T[]} */
    this.waiting = [];
    this.isBusy = false;
    this.isSkipping = false;
    /** @type {() => void} */
    this.wake = () => {};
  }

  /**
   * Show a message when those before it have been shown.
   * @param {T} message
   * @param {boolean} isUrgent whether the reader waits for it: then nothing before it takes its time
   */
  add(message, isUrgent) {
    this.waiting.push(message);
    if (isUrgent) this.catchUp();
    if (!this.isBusy) this.run();
  }

  /** Show all that waits at once. */
  catchUp() {
    if (!this.isBusy) return;
    this.isSkipping = true;
    this.wake();
  }

  /** Whether there is no time for a message to be followed. */
  isHurried() {
    return this.isSkipping || this.waiting.length > LONG;
  }

  /**
   * Wait, unless the reader wants to catch up.
   * @param {number} milliseconds
   * @returns {Promise<void>}
   */
  pause(milliseconds) {
    if (this.isSkipping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async run() {
    this.isBusy = true;
    for (let message = this.waiting.shift(); message !== undefined; message = this.waiting.shift()) {
      await this.show(message, this);
    }
    this.isBusy = this.isSkipping = false;
  }
}
