// What is drawn for a program's request and not sent yet, kept on this device so that it is there again after a reload, or once the person is back
// from the app or page that shows the number. One is kept for a device: the request that was signed for last.

import { drop, keepSealed, keptSealed } from "../Register/drawing-draft.js";

/**
 * @typedef {import("./pad.js").Drawing} Drawing
 * @typedef {{ keep: (drawing: Drawing) => void, drop: () => void, drawing?: Drawing }} PadDraft Where what is drawn is kept; `drawing` was kept before.
 */

const key = (/** @type {string} */ device) => `request ${device}`;

/**
 * Where what is drawn for a request is kept, with the number that was typed for it. A browser that cannot keep any goes on without.
 *
 * @param {string} device
 * @param {string} request
 * @param {string} code
 * @returns {PadDraft}
 */
export function padDraft(device, request, code) {
  let turn = Promise.resolve();
  const next = (/** @type {() => Promise<unknown>} */ action) => { turn = turn.then(action).then(() => {}, () => {}); };
  return {
    keep: (drawing) => next(() => keepSealed(key(device), { request, code, drawing })),
    drop: () => next(() => drop(key(device))),
  };
}

/**
 * What was drawn for a request and not sent; what another one left is dropped.
 *
 * @param {string} device
 * @param {string} request
 * @returns {Promise<{ code: string, drawing: Drawing } | undefined>}
 */
export async function keptPad(device, request) {
  const draft = await keptSealed(key(device));
  if (draft?.request === request) return draft;
  if (draft) await drop(key(device));
  return undefined;
}
