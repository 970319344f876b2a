// Words, numbers and times in the page's language. The words are here before anything else runs, so that a message can be shown with no network.

export const language = document.documentElement.lang || "en";
const onEachPage = import(`./words-${language}.js`);
const onDocuments = "documentWords" in document.documentElement.dataset ? import(`../Documents/words-${language}.js`) : { default: {} };
const words = { ...(await onEachPage).default, ...(await onDocuments).default };
const plurals = new Intl.PluralRules(language);

const find = (/** @type {string} */ key) => key.split(".").reduce((/** @type {any} */ part, name) => part?.[name], words);

/** Whether there is a text of this key. */
export const knows = (/** @type {string} */ key) => find(key) !== undefined;

/**
 * The text of a key, its {names} filled in; where it has plural forms, `count` chooses.
 *
 * @param {string} key
 * @param {Record<string, any>} values
 * @returns {string}
 */
export function text(key, values = {}) {
  let found = find(key);
  if (found && typeof found === "object") found = found[plurals.select(values.count)] ?? found.other;
  if (found === undefined) return key;
  return found.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(language) : (value ?? whole);
  });
}

/** A similarity as people read it, cut and not rounded, so that a refusal never shows the threshold. */
export const similarity = (/** @type {number} */ value) =>
  (Math.floor(value * 100) / 100).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Seconds as 0:09. */
export const countdown = (/** @type {number} */ seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A moment as it is written out in full. */
export const moment = (/** @type {Date} */ date) => date.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });

/**
 * From when until when, with the day once where it is one.
 *
 * @param {Date} from
 * @param {Date} until
 */
export const period = (from, until) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).formatRange(from, until);

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const steps = [["day", 86400], ["hour", 3600], ["minute", 60]];

/**
 * A moment as people say it: 5 minutes ago; beyond a week, the date.
 *
 * @param {Date} date
 */
export function relative(date, now = Date.now()) {
  const seconds = (date.getTime() - now) / 1000;
  if (Math.abs(seconds) > 7 * 86400) return date.toLocaleDateString(language, { dateStyle: "medium" });
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return text("time.now");
}

/** An e-mail or username as the server compares it: NFKC, lower case letter by letter, i without a second dot. */
export const comparedName = (/** @type {string} */ typed) =>
  [...typed.trim().normalize("NFKC")].map((letter) => letter.toLowerCase()).join("").replaceAll("i\u0307", "i").normalize("NFKC");

const alphabets = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

/**
 * A person's name as another person sees it: marked where a word has letters of several alphabets, for some of them look alike.
 *
 * @param {string} name
 */
export function shownName(name) {
  const mixes = (/** @type {string} */ word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1;
  return name.split(/[^\p{L}\p{M}\p{N}’']+/u).some(mixes) ? text("name.mixed", { name }) : name;
}
