// Stars and places in lessons: kept in this browser, apart for every name that plays here.
const read = key => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } };
const write = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window forgets */ } };
const keyOf = name => name ? `domik.stars.${name}` : "domik.stars";

export const starsOf = name => {
  const nobody = read(keyOf("")), own = name ? read(keyOf(name)) : nobody;
  return name && !Object.keys(own).length ? nobody : own; // whoever says their name keeps what they won before
};
export const win = (name, game, lesson, stars) => {
  const all = starsOf(name);
  (all[game] ||= {})[lesson] = Math.max(stars, all[game][lesson] || 0);
  write(keyOf(name), all);
};
export const placeIn = (game, lesson) => { try { return localStorage.getItem(`domik.lesson.${game}.${lesson}`) || ""; } catch { return ""; } };
export const keepPlace = (game, lesson, place) => {
  const key = `domik.lesson.${game}.${lesson}`;
  try { if (place) localStorage.setItem(key, place); else localStorage.removeItem(key); } catch { /* as above */ }
};
