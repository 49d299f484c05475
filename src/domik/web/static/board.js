// A board that is asked for step by step: of a whole message only what changed is patched, so that things fly and keep focus.
import { patch } from "./table.js";

let shown = { areas: {}, cells: {} }, refused = {};
const changed = (had, found, empty) => {
  const news = {};
  for (const [id, markup] of Object.entries(found)) if (had[id] !== markup) news[id] = markup;
  if (empty) for (const id of Object.keys(had)) if (!(id in found)) news[id] = "";
  return news;
};
export const renew = message => {
  const areas = changed(shown.areas, message.areas), whole = Object.keys(areas).length > 0;
  const cells = whole ? message.cells : changed(shown.cells, message.cells, true);
  const gone = Object.fromEntries(Object.keys(refused).filter(id => !(id in message.no)).map(id => [id, null]));
  shown = { areas: message.areas, cells: message.cells };
  refused = message.no;
  patch({ ...message, areas, cells, no: { ...gone, ...message.no } });
};
export const forgetBoard = () => { shown = { areas: {}, cells: {} }; };
