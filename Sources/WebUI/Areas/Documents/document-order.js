// The order of the list of documents, and what of it is looked for.

/** @typedef {{ at: number, name: string, state: string | undefined, element: HTMLElement }} Row A row, with when its document came or was changed. */

/** What waits comes first; what is unknown comes last. */
const states = ["forMe", "changed", "unsigned", "forOthers", "mineForOthers", "signed", "mine", "all", undefined];

/** @type {Record<string, (a: Row, b: Row) => number>} */
const orders = {
  newest: (a, b) => Number(b.state === "forMe") - Number(a.state === "forMe") || b.at - a.at,
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }),
  state: (a, b) => states.indexOf(a.state) - states.indexOf(b.state) || b.at - a.at,
};

/**
 * The rows whose names have what is looked for, in an order: the newest first where there is no such order.
 *
 * @param {Row[]} rows
 * @param {string} wanted
 * @param {string} order
 */
export function chosen(rows, wanted, order) {
  const letters = wanted.trim().toLocaleLowerCase();
  return rows.filter(({ name }) => name.toLocaleLowerCase().includes(letters)).sort(orders[order] ?? orders.newest);
}
