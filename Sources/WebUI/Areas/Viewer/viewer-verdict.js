// What a reader of a signed document sees before anything else: whether it is unchanged, who signed it and how like their own hand that is,
// what the seals are worth, and what was changed, outlined on the pages. The server is asked by hashes, and by signatures without what they sign.

import { part } from "../Base/api.js";
import { icon, make } from "../Base/dom.js";
import { explain } from "../Base/notice.js";
import { nearestLabel } from "./field-label.js";
import { isReplacing } from "./signed-changes.js";
import { isUnread, judge, judged, work } from "./verdict.js";
import { signersBefore, stateOf } from "./verdict-state.js";
import { knows, language, moment, similarity, text } from "../Base/text.js";

/**
 * @typedef {import("./viewer-page.js").PageView} PageView
 * @typedef {import("./viewer-file.js").Shown} Shown
 *
 * What was found, with how many signatures the document has, the rows that are told of it already, and whether it lies open.
 *
 * @typedef {import("./verdict.js").Found & { count?: number, rows?: HTMLElement[], isOpen?: boolean }} Told
 */

/** @param {Wire.HistorySignature} signature */
function signer({ userName, at, similarity: value, isMatch }) {
  const verdict = text(isMatch ? "verdict.matches" : "verdict.differs", { similarity: similarity(value) });
  return make("li", {},
    make("span", { class: "verdict-who" }, make("b", {}, userName), make("span", { class: "small secondary" }, moment(new Date(at)))),
    make("span", { class: isMatch ? "chip chip-good" : "chip chip-bad" }, verdict));
}

/** Each verdict once. */
const distinct = (/** @type {Wire.SealVerdict[]} */ verdicts) => [...new Map(verdicts.map((verdict) => [`${verdict.state} ${verdict.reason} ${verdict.signerName}`, verdict])).values()];

/**
 * Says how many seals were not judged, and has the newest of them judged where that is wanted.
 *
 * @param {number} count
 * @param {() => Promise<unknown>} judgeMore
 */
function unjudged(count, judgeMore) {
  const failure = make("span", { class: "small secondary", role: "status" });
  const button = make("button", { type: "button", class: "button-plain", click: async () => {
    button.disabled = true;
    try {
      await judgeMore();
    } catch (problem) {
      failure.textContent = explain(problem);
      button.disabled = false;
    }
  } }, text("verdict.seal.judgeMore"));
  return make("li", { "data-unjudged": count }, make("span", { class: "verdict-who" }, text("verdict.seal.more", { count }), failure), button);
}

/** @param {Wire.SealVerdict} verdict */
function sealed({ state, reason, signerName: name, sealedAt }) {
  const kind = state === "valid" ? "good" : state === "invalid" ? "bad" : "warn";
  const more = reason ? text(`verdict.seal.reason.${reason}`) : sealedAt ? moment(new Date(sealedAt)) : "";
  return make("li", { "data-seal": state },
    make("span", { class: "verdict-who" }, make("b", {}, name ? text("verdict.seal.of", { name }) : text("verdict.seal.title")),
      ...(more ? [make("span", { class: "small secondary" }, more)] : [])),
    make("span", { class: `chip chip-${kind}` }, text(`verdict.seal.${state}`)));
}

/**
 * The page of a change, where one is known, and the button that shows it.
 *
 * @param {{ page?: number }} change
 * @param {PageView[]} pages
 */
function whereOf({ page }, pages) {
  const view = page === undefined ? undefined : pages[page];
  if (!view) return { view, button: null };
  const show = () => view.element.scrollIntoView({ block: "start" });
  return { view, button: make("button", { type: "button", class: "button-plain", click: show }, text("verdict.page", { number: view.number })) };
}

/**
 * What was changed, each kind once a page; a press shows where. What is allowed comes last and says so where something else is to blame.
 *
 * @param {PDF.Change[]} items
 * @param {PageView[]} pages
 */
function changed(items, pages) {
  const seen = new Set();
  /** @type {HTMLElement[]} */
  const rows = [];
  const blamed = items.filter(({ verdict }) => verdict !== "allowed");
  const allowed = items.filter(({ verdict }) => verdict === "allowed");
  for (const change of [...blamed, ...allowed]) {
    const { kind, page, rectangle, verdict } = change;
    // What every program writes anew, such as when it was last saved, is nothing to show anybody.
    if (verdict === "allowed" && page === undefined) continue;
    const isFine = verdict === "allowed" && blamed.length > 0;
    const { view, button } = whereOf(change, pages);
    if (rectangle && view) outline(view, rectangle, isFine ? "change-mark change-mark-remark" : "change-mark");
    const words = text(knows(`verdict.kind.${kind}`) ? `verdict.kind.${kind}` : "verdict.kind.other");
    const key = `${kind} ${page} ${isFine}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const more = isFine ? [make("span", { class: "small secondary" }, text("verdict.allowed"))] : [];
    rows.push(make("li", {}, make("span", { class: "verdict-who" }, make("span", {}, words), ...more), button));
  }
  return rows;
}

/**
 * Where a later signature lies on text or on another one or is read with it, or a link lies over a page, each place once; nothing was changed there.
 *
 * @param {PDF.Change[]} items
 * @param {PageView[]} pages
 */
function remarked(items, pages) {
  const seen = new Set();
  /** @type {HTMLElement[]} */
  const rows = [];
  for (const change of items) {
    const { kind, page, rectangle, detail } = change;
    const key = `${detail} ${page}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { view, button } = whereOf(change, pages);
    const words = kind === "annotation" ? "link" : "covers";
    if (rectangle && view) outline(view, rectangle, "change-mark change-mark-remark");
    rows.push(make("li", { "data-remark": words },
      make("span", { class: "verdict-who" }, make("b", {}, text("verdict.remark.title")), make("span", { class: "small secondary" }, text(`verdict.remark.${words}`))), button));
  }
  return rows;
}

/**
 * Calls fields by the form's label, else by the words that are printed beside them, else by their names.
 *
 * @template {Workers.FilledField} Field
 * @param {Field[]} fields
 * @param {PageView[]} pages
 * @returns {Promise<Field[]>}
 */
async function called(fields, pages) {
  const unlabelled = new Set(fields.flatMap(({ label, page }) => (label ? [] : [page])));
  const printed = new Map(await Promise.all([...unlabelled].map(async (page) => /** @type {const} */ ([page, (await pages[page]?.words().catch(() => [])) ?? []]))));
  const beside = (/** @type {Workers.FilledField} */ { page, rectangle, kind = "text" }) => rectangle && nearestLabel(rectangle, kind, printed.get(page) ?? []);
  return fields.map((field) => ({ ...field, label: field.label || beside(field) || field.name }));
}

/**
 * The fields that were filled in, those of a page and of the same signers before together; each is outlined.
 *
 * @param {Workers.Changes} changes
 * @param {Wire.HistorySignature[]} signatures
 * @param {PageView[]} pages
 */
function filledIn(changes, signatures, pages) {
  const list = new Intl.ListFormat(language);
  /** @type {Map<string, Workers.FilledField[]>} */
  const rows = new Map();
  for (const field of changes.filled ?? []) {
    const key = `${field.page} ${field.after}`;
    rows.set(key, [...(rows.get(key) ?? []), field]);
    if (field.rectangle && pages[field.page]) outline(pages[field.page], field.rectangle, "change-mark change-mark-remark");
  }
  return [...rows.values()].map((fields) => {
    const names = signersBefore(fields[0], changes, signatures);
    const before = names.length > 0 ? [make("span", { class: "small secondary" }, text("verdict.filledAfter", { count: names.length, names: list.format(names) }))] : [];
    const labels = list.format(new Set(fields.map(({ name, label }) => label || name)));
    const computed = fields.filter((field) => field.before !== undefined && field.value !== undefined)
      .map(({ name, label, before, value }) => make("span", { "data-computed": name }, `${label || name}: `, ...values(before ?? "", value ?? "")));
    return make("li", { "data-filled": fields.length }, make("span", { class: "verdict-who" }, make("b", {}, labels), ...computed, ...before), whereOf(fields[0], pages).button);
  });
}

/** How many letters of a value are shown. */
const mostLetters = 80;

/**
 * A value of a field as a line of text.
 *
 * @param {string} value
 */
function shownValue(value) {
  const letters = [...value.replace(/[\s\p{Cc}]+/gu, " ").trim()];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join("")}…` : letters.join("");
}

/**
 * What a field held, and what it holds.
 *
 * @param {string} before
 * @param {string} value
 */
function values(before, value) {
  const shown = (/** @type {string} */ text) => make("bdi", {}, text);
  return [make("del", {}, shown(shownValue(before))), " → ", make("ins", {}, shown(shownValue(value) || "—"))];
}

/**
 * The fields in which something signed was replaced, with what it was and what it is; each is outlined.
 *
 * @param {Workers.Changes} changes
 * @param {Wire.HistorySignature[]} signatures
 * @param {PageView[]} pages
 */
function replacedIn(changes, signatures, pages) {
  const list = new Intl.ListFormat(language);
  const seen = new Set();
  return (changes.replaced ?? []).flatMap((field) => {
    const { name, page, label, rectangle, before, value, revision } = field;
    if (rectangle && pages[page]) outline(pages[page], rectangle);
    const key = `${revision} ${page} ${name}`;
    if (seen.has(key)) return [];
    seen.add(key);
    // A box has no text: it is told of without.
    const isText = before !== undefined && value !== undefined;
    const words = isText ? make("span", { class: "verdict-replaced" }, ...values(before, value)) : make("span", {}, text("verdict.kind.formField"));
    const names = signersBefore(field, changes, signatures);
    const after = names.length > 0 ? [make("span", { class: "small secondary" }, text("verdict.filledAfter", { count: names.length, names: list.format(names) }))] : [];
    return [make("li", { "data-replaced": name }, make("span", { class: "verdict-who" },
      make("span", {}, make("b", {}, label || name), ": ", words), ...after), whereOf(field, pages).button)];
  });
}

/**
 * @param {PageView} view
 * @param {PDF.Rectangle} rectangle
 */
function outline(view, [left, bottom, right, top], kind = "change-mark") {
  const { width, height } = view.size;
  const element = make("div", { class: kind });
  Object.assign(element.style, { left: `${(100 * left) / width}%`, top: `${(100 * (height - top)) / height}%`,
    width: `${(100 * (right - left)) / width}%`, height: `${(100 * (top - bottom)) / height}%` });
  view.keep(element);
}

/** @type {Record<string, string>} How good a state is; the others are bad. */
const kinds = { current: "good", earlier: "warn", unknown: "warn", unchecked: "warn", filled: "warn" };

/**
 * Shows what is known by now: a line, under which is the rest; it lies open where there is something to look at.
 *
 * @param {HTMLElement} section
 * @param {PageView[]} pages
 * @param {Told} found
 */
function show(section, pages, found) {
  const { file, known, changes, history, verdicts, earlier, count = 0, isOpen = false } = found;
  const { state, besides, signatures } = stateOf(found);
  const signers = signatures.map(signer);
  // Nothing is good while a signature is not like its signer's.
  const isUnlike = state === "current" && signatures.some(({ isMatch }) => !isMatch);
  const kind = isUnlike ? "warn" : (kinds[state] ?? "bad");
  // They outline what they tell of on the pages, once.
  const rows = found.rows ?? (kind === "bad" ? [...replacedIn(changes, signatures, pages), ...changed(changes.items.filter((item) => !isReplacing(item)), pages)]
    : [...(state === "filled" ? filledIn(changes, signatures, pages) : []), ...remarked(changes.remarks ?? [], pages)]);
  const judgeMore = async () => {
    const more = await work((worker) => worker.ask("judgeEarlier", { file, end: earlier }));
    show(section, pages, { ...found, rows, isOpen: true, verdicts: [...(await judged(more.seals)), ...verdicts], earlier: more.earlier });
    // The button that was pressed is gone with what it stood in.
    (section.querySelector("[data-unjudged] button") ?? section.querySelector("summary")).focus();
  };
  const worth = [...distinct(verdicts).map(sealed), ...(earlier > 0 ? [unjudged(earlier, judgeMore)] : [])];
  const isShort = kind === "good" && count > 0;
  const filled = text("verdict.fields", { count: new Set(changes.filled?.map(({ name }) => name)).size });
  const words = state === "filled" ? `${text("verdict.filled")} · ${filled}` : isShort ? `${text("verdict.short")} · ${text("documents.signatures", { count })}` : text(`verdict.${isUnlike ? "currentUnlike" : state}`);
  section.replaceChildren(make("details", { open: isOpen || kind !== "good" || rows.length > 0 },
    make("summary", { class: "verdict-head" }, make("h2", { class: `verdict-${kind}` }, icon(kind === "good" ? "yes" : state === "filled" ? "rename" : "no"), make("span", {}, words)), icon("down")),
    ...(isShort ? [make("p", { class: "small secondary" }, text(`verdict.${state}`))] : []),
    ...(besides && besides !== "current" ? [make("p", { class: "small secondary" }, text(`verdict.${besides === "earlier" ? "filledEarlier" : besides}`))] : []),
    ...(rows.length > 0 ? [make("ul", { class: "verdict-list" }, ...rows)] : []),
    ...(signers.length > 0 ? [make("ul", { class: "verdict-list" }, ...signers)] : []),
    ...(worth.length > 0 ? [make("ul", { class: "verdict-list" }, ...worth)] : []),
    ...(history ? [make("a", { class: "button-plain", href: `/documents/?documentid=${part(known ?? "")}` }, text("verdict.history"))] : [])));
  section.dataset.state = state;
}

/** Whether there is something to say of a document: one without signatures has no verdict. */
const isJudged = (/** @type {Shown} */ shown) => Boolean(shown.signatures || isUnread(shown));

/**
 * Takes the room of the line before it is known, so that the pages do not move under the eyes then.
 *
 * @param {HTMLElement} section
 * @param {Shown} shown
 */
export function awaitVerdict(section, shown) {
  if (!isJudged(shown)) return;
  section.replaceChildren(make("p", { class: "verdict-head secondary" }, text("verdict.checking")));
  section.hidden = false;
}

/**
 * Fills the section above the pages; gives the signatures that the server knows of.
 *
 * @param {HTMLElement} section
 * @param {PageView[]} pages
 * @param {Shown} shown
 * @param {Blob} file
 */
export async function showVerdict(section, pages, shown, file) {
  if (!isJudged(shown)) return [];
  try {
    const found = await judge(shown, file);
    const { filled, replaced } = found.changes;
    const changes = { ...found.changes, filled: filled && (await called(filled, pages)), replaced: replaced && (await called(replaced, pages)) };
    show(section, pages, { ...found, changes, count: shown.signatures });
    return stateOf(found).signatures;
  } catch (problem) {
    const again = make("button", { type: "button", class: "button-plain", click: () => showVerdict(section, pages, shown, file) }, text("action.retry"));
    const words = problem.isTransient ? `${explain(problem)} ${text("verdict.notAsked")}` : text("verdict.notAsked");
    section.replaceChildren(make("h2", { class: "verdict-head verdict-warn" }, icon("no"), words), again);
    section.dataset.state = "notAsked";
    return [];
  } finally {
    section.hidden = false;
  }
}
