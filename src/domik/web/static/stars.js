// @ts-check
// Stars and places in lessons: kept in this browser, apart for every name that plays here.
import { forgetStored, readStored, store } from "./dom.js";

/** @typedef {Record<string, Record<string, number>>} Stars stars by game and lesson */

/** @param {string} name of the player; empty for none */
const keyOf = (name) => (name ? `stars.${name}` : "stars");

/**
 * @param {string} key
 * @returns {Stars}
 */
function readStars(key) {
  try {
    return JSON.parse(readStored(key) || "{}") || {};
  } catch {
    return {};
  }
}

/**
 * The stars of a player, who keeps what was won before the name was known.
 * @param {string} name
 * @returns {Stars}
 */
export function starsOf(name) {
  const own = readStars(keyOf(name));
  return name && !Object.keys(own).length ? readStars(keyOf("")) : own;
}

/**
 * Count stars, the most that were won in a lesson.
 * @param {Stars} stars
 * @param {string} game
 * @param {string} lesson
 * @param {number} count
 */
export function addStars(stars, game, lesson, count) {
  const won = (stars[game] ||= {});
  won[lesson] = Math.max(count, won[lesson] || 0);
}

/**
 * A lesson was ended with so many stars.
 * @param {string} name
 * @param {string} game
 * @param {string} lesson
 * @param {number} count
 */
export function winStars(name, game, lesson, count) {
  const stars = starsOf(name);
  addStars(stars, game, lesson, count);
  store(keyOf(name), JSON.stringify(stars));
}

/**
 * Where a lesson was left.
 * @param {string} game
 * @param {string} lesson
 * @returns {string} empty at the beginning
 */
export function placeIn(game, lesson) {
  return readStored(`lesson.${game}.${lesson}`) || "";
}

/**
 * @param {string} game
 * @param {string} lesson
 * @param {string} place
 */
export function keepPlace(game, lesson, place) {
  const name = `lesson.${game}.${lesson}`;
  if (place) store(name, place);
  else forgetStored(name);
}
