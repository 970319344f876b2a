// What a field of a form is called where the form has no label for it: the words that are printed beside it.

/** How far from a field its words may stand, in points; and how many letters of them are shown. */
const [beside, above, longest] = [160, 24, 60];

/**
 * Words of a page as they lie on it: in points, the origin at the lower left.
 *
 * @typedef {{ text: string, left: number, bottom: number, right: number, top: number }} Words
 */

/** What stands around a label and is none of it. */
const trimmed = (/** @type {string} */ text) => text.replace(/[\s_.…:：*]+$/u, "").replace(/^[\s*_.…]+/u, "").trim();

/** What lines to write on are made of. */
const drawn = /[_.…]{4,}/gu;

/**
 * Words without the lines among them, where these stand in one piece with them: as wide as their part of its letters.
 *
 * @param {Words} words
 * @returns {Words[]}
 */
function pieces({ text, left, right, ...place }) {
  /** @type {Words[]} */
  const found = [];
  const at = (/** @type {number} */ index) => left + ((right - left) * index) / text.length;
  let start = 0;
  const take = (/** @type {number} */ end) => end > start && found.push({ ...place, text: text.slice(start, end), left: at(start), right: at(end) });
  for (const line of text.matchAll(drawn)) {
    take(line.index ?? 0);
    start = (line.index ?? 0) + line[0].length;
  }
  take(text.length);
  return found;
}

/**
 * The words beside a line to sign on: those in front of it, else those below it, else those above the place where ink goes. Empty where none are near.
 *
 * @param {number[]} rectangle Left, bottom, right and top of that place.
 * @param {Words[]} words
 */
export function lineLabel([left, bottom, right, top], words) {
  const named = words.flatMap(pieces).map((one) => ({ ...one, text: trimmed(one.text) })).filter(({ text }) => /\p{L}/u.test(text));
  const isOver = (/** @type {Words} */ one) => one.left < right && one.right > left;
  const nearest = (/** @type {Words[]} */ some, /** @type {(one: Words) => number} */ distance) =>
    [...some].sort((a, b) => distance(a) - distance(b))[0]?.text.slice(0, longest);
  const before = named.filter((one) => one.top > bottom && one.bottom < bottom + 16 && one.left < left && one.right < left + 24 && left - one.right < beside);
  const below = named.filter((one) => isOver(one) && one.top < bottom + 8 && bottom - one.top < above);
  const over = named.filter((one) => isOver(one) && one.bottom > top - 8 && one.bottom - top < above);
  return nearest(before, (one) => left - one.right) ?? nearest(below, (one) => bottom - one.top) ?? nearest(over, (one) => one.bottom - top) ?? "";
}

/**
 * The words nearest to a field: of a text those at its left, else those above; of a box to tick those at its right first. Empty where none are near.
 *
 * @param {number[]} rectangle Left, bottom, right and top of the field.
 * @param {string} kind
 * @param {Words[]} words
 * @returns {string}
 */
export function nearestLabel([left, bottom, right, top], kind, words) {
  const named = words.map((one) => ({ ...one, text: trimmed(one.text) })).filter(({ text }) => /\p{L}/u.test(text));
  const middle = (bottom + top) / 2;
  const isOnLine = (/** @type {Words} */ one) => one.bottom < Math.max(middle, bottom + 12) && one.top > Math.min(middle, bottom + 4);
  const nearest = (/** @type {Words[]} */ some, /** @type {(one: Words) => number} */ distance) =>
    [...some].sort((a, b) => distance(a) - distance(b))[0]?.text.slice(0, longest);
  const before = () => nearest(named.filter((one) => isOnLine(one) && one.right <= left + 4 && left - one.right < beside), (one) => left - one.right);
  const behind = () => nearest(named.filter((one) => isOnLine(one) && one.left >= right - 4 && one.left - right < beside), (one) => one.left - right);
  const over = () => nearest(named.filter((one) => one.bottom >= top - 4 && one.bottom - top < above && one.left < right && one.right > left),
    (one) => one.bottom - top + Math.abs(one.left - left) / 100);
  const ways = ["checkbox", "radio"].includes(kind) ? [behind, before, over] : [before, over, behind];
  for (const way of ways) {
    const found = way();
    if (found) return found;
  }
  return "";
}
