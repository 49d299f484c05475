// @ts-check
// What stays when the page is closed: in IndexedDB a snapshot of the data and a log of every write since then.
// Where a browser keeps nothing (a private window may not), all of it lasts as long as the page.

const SNAPSHOT = "snapshot";
const LOG = "log";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {string} name
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore(SNAPSHOT);
    asked.result.createObjectStore(LOG, { autoIncrement: true });
  };
  return done(asked);
}

export class BrowserStorage {
  /** @type {IDBDatabase | null} */ #database = null;
  #copied;
  #name;

  /**
   * @param {(data: any) => Uint8Array} copied makes bytes of the script of bytes of Python
   * @param {string} root other Domiks may lie under other paths of this host, with data of their own
   */
  constructor(copied, root) {
    this.#copied = copied;
    this.#name = `domik${root}`;
  }

  /** @returns {Promise<{ snapshot: Uint8Array, log: Uint8Array[], isKept: boolean }>} */
  async open() {
    try {
      this.#database = await openDatabase(this.#name);
    } catch {
      return { snapshot: new Uint8Array(), log: [], isKept: false };
    }
    const stores = this.#database.transaction([SNAPSHOT, LOG]);
    const [snapshot, log] = await Promise.all([
      done(stores.objectStore(SNAPSHOT).get(SNAPSHOT)),
      done(stores.objectStore(LOG).getAll()),
    ]);
    return { snapshot: snapshot || new Uint8Array(), log, isKept: true };
  }

  /** @param {any} entry */
  append(entry) {
    const data = this.#copied(entry);
    return this.#write((stores) => stores.objectStore(LOG).add(data));
  }

  /** @param {any} snapshot */
  replace(snapshot) {
    const data = this.#copied(snapshot);
    return this.#write((stores) => {
      stores.objectStore(SNAPSHOT).put(data, SNAPSHOT);
      stores.objectStore(LOG).clear();
    });
  }

  /**
   * One transaction, on the disk when the promise is kept.
   * @param {(stores: IDBTransaction) => void} work
   * @returns {Promise<void>}
   */
  async #write(work) {
    if (!this.#database) return;
    const stores = this.#database.transaction([SNAPSHOT, LOG], "readwrite", { durability: "strict" });
    await new Promise((resolve, reject) => {
      stores.oncomplete = () => resolve(undefined);
      stores.onabort = stores.onerror = () => reject(stores.error || new Error("the browser did not keep the data"));
      work(stores);
    });
  }
}
