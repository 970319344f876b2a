// What was changed since a file was signed, from what was changed since each of its signatures.

/** How the judge says that a field was filled in (StateComparison+Field.swift); the field's full name follows. */
const filledIn = "A field was filled in";
/** How it says that what a field held was replaced. */
const replacedIn = "What a field held was replaced";
/** How many changes the judge tells of since one signature; of those beyond nothing is known. */
const most = 500;

/** @param {PDF.Change} change */
const isFilling = ({ kind, verdict, detail }) => kind === "formField" && verdict === "allowed" && (detail === filledIn || detail.startsWith(`${filledIn}: `));

/** How bad changes are, from good to bad; what cannot be read counts as the worst. */
const ranks = /** @type {const} */ (["none", "unseen", "filled", "seen", "unknown", "suspicious", "forbidden"]);

/**
 * How bad changes are. Of those that are allowed, some are seen on no page, others are fields that were filled in, and nothing else on a page.
 *
 * @param {Workers.Changes} changes
 * @returns {typeof ranks[number]}
 */
export function rankOf({ verdict, items, isCut }) {
  if (verdict !== "allowed") return verdict;
  const seen = items.filter(({ page }) => page !== undefined);
  return seen.length === 0 ? "unseen" : !isCut && seen.every(isFilling) ? "filled" : "seen";
}

/**
 * The fields that were filled in, each place once; with what it was and is, where a script computed it anew.
 *
 * @param {Workers.Changes[]} all What was changed since each signature, from the first to the last.
 * @returns {Workers.FilledField[]}
 */
function filledFields(all) {
  /** @type {Map<string, Workers.FilledField>} */
  const found = new Map();
  for (const { items } of all) {
    /** @type {Map<string, PDF.Change>} */
    const places = new Map();
    for (const change of items.filter(isFilling)) {
      const key = JSON.stringify([change.detail, change.page, change.rectangle]);
      // A total that was computed several times: from what it was at first.
      places.set(key, { ...change, before: places.get(key)?.before ?? change.before });
    }
    for (const [key, { detail, page, rectangle, before, after: value }] of places) {
      if (page === undefined) continue;
      const known = found.get(key);
      const values = before === undefined ? {} : { before: known?.before ?? before, value };
      found.set(key, { ...known, name: detail.slice(filledIn.length + 2), page, rectangle, ...values, after: (known?.after ?? 0) + 1 });
    }
  }
  return [...found.values()];
}

/**
 * Whether a change is that what a field held was replaced.
 *
 * @param {PDF.Change} change
 */
export const isReplacing = ({ kind, detail }) => ["formField", "lockedField"].includes(kind) && (detail === replacedIn || detail.startsWith(`${replacedIn}: `));

/**
 * The fields in which something signed was replaced, each place once for each time, in the order of that.
 *
 * @param {Workers.Changes[]} all What was changed since each signature, from the first to the last.
 * @returns {Workers.ReplacedField[]}
 */
function replacedFields(all) {
  /** @type {Map<string, Workers.ReplacedField>} */
  const found = new Map();
  for (const { items } of all) {
    const places = new Map(items.filter(isReplacing).map((change) => [JSON.stringify([change.detail, change.page, change.rectangle, change.revision]), change]));
    for (const [key, { detail, page, rectangle, before, after: value, revision }] of places) {
      if (page === undefined) continue;
      found.set(key, { name: detail.slice(replacedIn.length + 2), page, rectangle, before, value, revision, after: (found.get(key)?.after ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((one, other) => one.revision - other.revision);
}

/**
 * What was changed after the last signature. Where a signer signed anew after a change of what an earlier one had signed, it is what was
 * changed since that one, but for signatures: a later signer does not make it what the first one signed.
 * What later signatures lie on is told beside, for every signer; where nothing but fields was filled in, which fields these are; and in which ones
 * something signed was replaced.
 *
 * @param {Workers.Changes[]} since What was changed since each signature, from the first to the last.
 * @returns {Workers.Changes}
 */
export function judgedChanges(since) {
  const all = since.map((changes) => ({ ...changes, isCut: changes.items.length >= most }));
  /** @type {Workers.Changes} */
  const last = all.at(-1) ?? { verdict: "forbidden", items: [] };
  const bad = (/** @type {Workers.Changes} */ changes) => ranks.indexOf(rankOf(changes));
  const earlier = all.slice(0, -1).map((changes) => ({ ...changes, items: changes.items.filter(({ kind, verdict }) => kind !== "signature" || verdict !== "allowed") }));
  const remarks = all.flatMap(({ items }) => items.filter(({ remark }) => remark));
  const worst = earlier.filter((changes) => bad(changes) >= ranks.indexOf("filled")).reduce((worst, changes) => (bad(changes) >= bad(worst) ? changes : worst), last);
  const replaced = replacedFields(all);
  return { ...worst, remarks, signed: all.length, ...(rankOf(worst) === "filled" ? { filled: filledFields(all) } : {}), ...(replaced.length > 0 ? { replaced } : {}) };
}
