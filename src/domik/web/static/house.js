// @ts-check
// A finished house as a file: the card's own page becomes one SVG that needs nothing else, and that SVG a PNG.
import { allInputs, byId, get } from "./dom.js";

const WIDTH = 1200;
const HEIGHT = 630;
const SHARPNESS = 2; // pixels of the PNG for each unit
const SVG = "http://www.w3.org/2000/svg";
const ADDRESS = /url\((["']?)([^"')]+)\1\)/g;
const KEPT = 60_000; // ms that a file stays at its address: the browser fetches it after the click
const frame = /** @type {HTMLIFrameElement} */ (byId("house"));
const note = byId("house-note");

/** The frame shows the card as wide as the page allows. */
function fit() {
  const holder = /** @type {HTMLElement} */ (frame.parentElement);
  holder.style.setProperty("--shown", String(holder.clientWidth / WIDTH));
}

/** The card's document, once all of it is there; an empty document stands in the frame before it comes. */
async function cardDocument() {
  if (frame.contentDocument?.URL === "about:blank" || frame.contentDocument?.readyState !== "complete") {
    await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  }
  const page = frame.contentDocument;
  if (!page?.getElementById("card")) throw new Error("the card did not come");
  await page.fonts.ready;
  return page;
}

/**
 * A file as an address that holds it.
 * @param {string} address
 * @returns {Promise<string>}
 */
async function asData(address) {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * Whether the card was drawn with a font: others are not carried along.
 * @param {CSSFontFaceRule} rule
 * @param {Set<string>} families
 */
function isUsed(rule, families) {
  return families.has(rule.style.getPropertyValue("font-family").replaceAll(/["']/g, ""));
}

/**
 * The families of fonts that the card was drawn with.
 * @param {Document} page
 * @returns {Set<string>}
 */
function usedFamilies(page) {
  const loaded = [...page.fonts].filter((font) => font.status === "loaded");
  return new Set(loaded.map((font) => font.family.replaceAll(/["']/g, "")));
}

/**
 * Whether a style sheet is used for what is seen.
 * @param {Document} page
 * @param {CSSStyleSheet} sheet
 */
function applies(page, sheet) {
  const { mediaText } = sheet.media;
  return !sheet.disabled && (!mediaText || page.defaultView?.matchMedia(mediaText).matches);
}

/**
 * A rule with the files that it names inside.
 * @param {string} text
 * @param {string} base
 */
async function withFiles(text, base) {
  let whole = text;
  for (const [found, , address] of text.matchAll(ADDRESS)) {
    if (address.startsWith("#") || address.startsWith("data:")) continue;
    whole = whole.replace(found, `url("${await asData(new URL(address, base).href)}")`);
  }
  return whole;
}

/**
 * All rules of a page, with the fonts that they name inside.
 * @param {Document} page
 * @returns {Promise<string>}
 */
async function rulesOf(page) {
  const families = usedFamilies(page);
  const { CSSFontFaceRule: Font } = /** @type {any} */ (page.defaultView);
  const sheets = [...page.styleSheets].filter((sheet) => applies(page, sheet));
  const found = sheets.flatMap((sheet) =>
    [...sheet.cssRules]
      .filter((rule) => !(rule instanceof Font) || isUsed(/** @type {CSSFontFaceRule} */ (rule), families))
      .map((rule) => withFiles(rule.cssText, sheet.href || page.baseURI)),
  );
  return (await Promise.all(found)).join("\n");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The picture as a text that needs no other file. */
async function houseSvg() {
  const page = await cardDocument();
  const { lang, dataset } = page.documentElement;
  const body = /** @type {HTMLElement} */ (page.body.cloneNode(false));
  body.append(/** @type {HTMLElement} */ (page.getElementById("card")).cloneNode(true));
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  return [
    `<svg xmlns="${SVG}" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}" lang="${lang}" data-theme="${dataset.theme}">`,
    `<style>${escaped(await rulesOf(page))}</style>`,
    `<foreignObject ${size}>${new XMLSerializer().serializeToString(body)}</foreignObject></svg>`,
  ].join("");
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function housePng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SHARPNESS;
  canvas.height = HEIGHT * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png");
  });
}

/**
 * @param {Blob} blob
 * @param {string} ending
 */
function save(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${frame.dataset.file}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** @param {File} file */
async function share(file) {
  try {
    await navigator.share({ files: [file], title: frame.dataset.name });
  } catch (error) {
    const changedTheirMind = /** @type {Error} */ (error).name === "AbortError";
    if (!changedTheirMind) note.textContent = note.dataset.failed || "";
  }
}

/** Whether this browser can hand a picture to another program. */
function canShare() {
  const sample = new File([], "house.png", { type: "image/png" });
  return Boolean(navigator.canShare?.({ files: [sample] }));
}

/**
 * A button works once what it gives is made: a browser allows sharing and downloads only right after a click.
 * @param {string} id
 * @param {() => void} act
 */
function enable(id, act) {
  byId(id).addEventListener("click", act);
  byId(id).removeAttribute("disabled");
}

/** Make both files, and enable the buttons one after another. */
async function prepare() {
  const svg = await houseSvg();
  enable("save-svg", () => save(new Blob([svg], { type: "image/svg+xml" }), "svg"));
  const png = await housePng(svg);
  enable("save-png", () => save(png, "png"));
  enable("share-house", () => share(new File([png], `${frame.dataset.file}.png`, { type: png.type })));
}

byId("share-house").hidden = !canShare();
prepare().catch(() => {
  note.textContent = note.dataset.failed || "";
});
const choices = /** @type {HTMLFormElement} */ (get(".house-choice"));
for (const field of allInputs("input", choices)) field.addEventListener("change", () => choices.submit());
new ResizeObserver(fit).observe(/** @type {HTMLElement} */ (frame.parentElement));
