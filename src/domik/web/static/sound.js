// @ts-check
// Sounds, made on the spot: something is placed, one's turn begins, a round is scored, the game ends.
import { allInputs, readStored, store } from "./dom.js";

/** @typedef {"place" | "turn" | "score" | "end"} SoundName */
/** @typedef {[pitch: number, at: number, length: number, strength: number]} Note Hz, seconds, seconds, of 1 */

const NIGHT_FROM = 22; // o'clock
const NIGHT_TO = 7;
const LOUDEST = 0.3;
const SILENT = 0.0001; // ramps cannot reach nothing
const ATTACK = 0.015; // seconds

/** @type {Record<SoundName, { usual: number, wave: OscillatorType, notes: Note[] }>} usual volume, of 100 */
const SOUNDS = {
  place: {
    usual: 40,
    wave: "triangle",
    notes: [
      [196, 0, 0.09, 0.9],
      [98, 0, 0.12, 0.8],
    ],
  },
  turn: {
    usual: 60,
    wave: "sine",
    notes: [
      [523, 0, 0.35, 0.5],
      [784, 0.13, 0.4, 0.5],
    ],
  },
  score: {
    usual: 50,
    wave: "sine",
    notes: [
      [659, 0, 0.18, 0.4],
      [784, 0.09, 0.18, 0.4],
      [988, 0.18, 0.3, 0.4],
    ],
  },
  end: {
    usual: 60,
    wave: "triangle",
    notes: [
      [523, 0, 0.25, 0.4],
      [659, 0.14, 0.25, 0.4],
      [784, 0.28, 0.25, 0.4],
      [1047, 0.42, 0.7, 0.5],
    ],
  },
};

/** @type {AudioContext | undefined} */
let audio;

/** Whether it is a time at which most people want no sound. */
export function isNight(hour = new Date().getHours()) {
  return hour >= NIGHT_FROM || hour < NIGHT_TO;
}

/**
 * The chosen volume of a sound, of 100.
 * @param {SoundName} name
 * @returns {number}
 */
export function volumeOf(name) {
  const stored = Number(readStored(`volume-${name}`) ?? Number.NaN);
  return stored >= 0 && stored <= 100 ? stored : SOUNDS[name].usual;
}

function isAllowed() {
  return readStored("sound") !== "0" && (!isNight() || readStored("night") === "1");
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} wave
 * @param {Note} note
 * @param {number} volume of 100
 */
function playNote(context, wave, [pitch, at, length, strength], volume) {
  const tone = context.createOscillator();
  const gain = context.createGain();
  const begins = context.currentTime + at;
  tone.type = wave;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(SILENT, begins);
  gain.gain.exponentialRampToValueAtTime(Math.max(SILENT, (LOUDEST * strength * volume) / 100), begins + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENT, begins + length);
  tone.connect(gain).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + length + 0.05);
}

/**
 * Play a sound, as loud as the reader wants it.
 * @param {SoundName} name
 */
export function playSound(name) {
  const volume = volumeOf(name);
  if (!volume || !isAllowed()) return;
  const { wave, notes } = SOUNDS[name];
  try {
    const context = (audio ??= new AudioContext());
    for (const note of notes) playNote(context, wave, note, volume);
  } catch {
    // no sound here
  }
}

/** Let the sliders show and change the volumes; what was set is heard at once. */
export function startVolumes() {
  for (const slider of allInputs("[data-volume]")) {
    const name = /** @type {SoundName} */ (slider.dataset.volume);
    slider.value = String(volumeOf(name));
    slider.addEventListener("change", () => {
      store(`volume-${name}`, slider.value);
      playSound(name);
    });
  }
}
