// @ts-check
// Python in a worker. One script for three roles: "application" answers the pages, "thinking" decides for bots that
// search, "background" reviews games; the last two are workers of the first.
// @ts-expect-error -- domik pack puts it there
import { loadPyodide } from "./py/pyodide.mjs";
import { friendHandlers } from "./friend_worker.js";
import { BrowserStorage } from "./storage.js";

const SITE = "/lib/python3.14/site-packages";
const IDLE = 60_000; // milliseconds after which a worker that does nothing is ended
const here = new URL(self.location.href);
const root = here.searchParams.get("root") || "";
const role = here.searchParams.get("role") || "application";

/** @type {any} */
let python;

/** @param {string} name */
const address = (name) => new URL(name, here).href;

/** @param {string} step */
const tell = (step) => self.postMessage({ kind: "step", step, at: Math.round(performance.now()) });

/**
 * What Python has handed to a function of ours, as the script's own: Python looks after its half.
 * @param {any} given
 * @returns {any}
 */
const copied = (given) => (given?.toJs ? given.toJs() : given);

/**
 * What a function of Python has answered, as the script's own.
 * @param {any} answered
 * @returns {any}
 */
function taken(answered) {
  const found = answered.toJs();
  answered.destroy();
  return found;
}

/** @param {Uint8Array} data */
function toPython(data) {
  const proxy = python.toPy(data);
  const found = proxy.tobytes();
  proxy.destroy();
  return found;
}

/** @param {string} name */
async function unpacked(name) {
  const packed = (await fetch(address(name))).body;
  if (!packed) throw new Error(name);
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).blob();
}

/**
 * Make files of what domik pack has laid out; they are parts of the data, which are not copied.
 * @param {ArrayBuffer} data
 */
function layOut(data) {
  const length = new DataView(data).getUint32(0, true);
  let at = 4 + length;
  const made = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)))) {
    const path = `${SITE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(path, new Uint8Array(data, at, size), { canOwn: true });
    at += size;
  }
}

async function startPython() {
  const site = unpacked("py/site.pack").then((data) => data.arrayBuffer());
  const stdLibURL = URL.createObjectURL(await unpacked("py/python.pack"));
  python = await loadPyodide({ indexURL: address("py/"), stdLibURL, stdout: console.log, stderr: console.log });
  URL.revokeObjectURL(stdLibURL);
  tell("python");
  layOut(await site);
  python.pyimport("domik.offline.browser").set_clock();
  python.pyimport("domik.offline.core").install_core();
  tell("unpacked");
}

// ---- workers of this worker ----

/** @param {string} name */
function startWorker(name) {
  return new Worker(address(`python.js?role=${name}&root=${encodeURIComponent(root)}`), { type: "module" });
}

/** A worker that thinks, started when it is first asked and ended when it has been idle. */
class Thinking {
  /** @type {Worker | undefined} */ worker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer;

  /** @param {any} task */
  ask(task) {
    clearTimeout(this.timer);
    const worker = (this.worker ||= startWorker("thinking"));
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === "step") return;
        this.timer = setTimeout(() => this.end(), IDLE);
        if (data.kind === "thought") resolve(toPython(data.result));
        else reject(new Error(data.text));
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ kind: "think", task: copied(task) });
    });
  }

  end() {
    this.worker?.terminate();
    this.worker = undefined;
  }
}

/**
 * Work in a worker of its own; `next` gives the pieces in order.
 * @param {any} job
 */
function startWork(job) {
  const worker = startWorker("background");
  /** @type {any[]} */ const come = [];
  /** @type {((message: any) => void)[]} */ const waiting = [];
  worker.onmessage = ({ data }) => {
    if (data.kind === "step") return;
    const next = waiting.shift();
    if (next) next(data);
    else come.push(data);
  };
  worker.onerror = (event) => worker.onmessage?.(/** @type {any} */ ({ data: { kind: "error", text: event.message } }));
  worker.postMessage({ kind: "work", job: copied(job) });
  return {
    async next() {
      const message = come.shift() || (await new Promise((resolve) => waiting.push(resolve)));
      if (message.kind === "error") throw new Error(message.text);
      return message.piece ? toPython(message.piece) : undefined;
    },
    end: () => worker.terminate(),
  };
}

// ---- the application ----

/** @type {any} */
let application;

async function startApplication() {
  const storage = new BrowserStorage(copied, root);
  const data = storage.open();
  await startPython();
  const { snapshot, log, isKept } = await data;
  tell("data");
  const thinking = new Thinking();
  const page = {
    storage,
    think: (/** @type {any} */ task) => thinking.ask(task),
    work: startWork,
    socket: (
      /** @type {number} */ number,
      /** @type {string} */ type,
      /** @type {any} */ content,
      /** @type {number} */ code,
    ) => self.postMessage({ kind: "socket", number, type, data: copied(content) ?? null, code }),
  };
  const isCompiled = python.pyimport("domik.offline.core").is_compiled();
  const entries = python.toPy(log.map(toPython));
  application = await python
    .pyimport("domik.offline.application")
    .open_application(page, root, toPython(snapshot), entries, isCompiled);
  tell("application");
  self.postMessage({ kind: "open", isKept, isCompiled });
}

/** @param {{ method: string, url: string, headers: [string, string][], body: ArrayBuffer | null, cookies: string, port: MessagePort }} asked */
async function answer({ method, url, headers, body, cookies, port }) {
  try {
    const given = toPython(body ? new Uint8Array(body) : new Uint8Array());
    const found = await application.request(method, url, python.toPy(headers), given, cookies);
    const [status, answered, content] = taken(found);
    port.postMessage({ kind: "answer", status, headers: answered, body: content });
  } catch (error) {
    console.error(String(error));
    port.postMessage({ kind: "answer", status: 500, headers: [["content-type", "text/plain"]], body: String(error) });
  }
}

// ---- messages ----

/** @type {Record<string, () => Promise<void>>} */
const roles = {
  application: startApplication,
  thinking: startPython,
  background: startPython,
};

const ready = roles[role]().catch((error) => {
  self.postMessage({ kind: "failed", text: String(error) });
  throw error;
});

/** @type {Record<string, (data: any) => void>} */
const handlers = {
  ...friendHandlers(
    () => python,
    () => application,
    copied,
  ),
  fetch: answer,
  dial: ({ number, url, cookies, language }) => application.open_socket(number, url, cookies, language),
  say: ({ number, text }) => application.receive_text(number, text),
  hang: ({ number }) => application.close_socket(number),
  think({ task }) {
    const result = taken(python.pyimport("domik.offline.bots").think(toPython(task)));
    self.postMessage({ kind: "thought", result });
  },
  work({ job }) {
    for (const piece of python.pyimport("domik.offline.background").pieces(toPython(job)))
      self.postMessage({ kind: "piece", piece: taken(piece) });
    self.postMessage({ kind: "piece", piece: null });
  },
};

self.onmessage = async ({ data }) => {
  try {
    await ready;
    handlers[data.kind](data);
  } catch (error) {
    self.postMessage({ kind: "error", text: String(error) });
  }
};
