// The request by which this browser asks to be let in: here over reloads while a person waits, and gone once its time is over or a person signs in, registers or signs out.

import { call, part } from "../Base/api.js";
import { dropPending, pendingRequests } from "./device-key.js";

/** @typedef {import("./device-key.js").PendingRequest} PendingRequest */

/** The request that a person waits for here; those whose time is over are dropped. */
export async function waitingRequest() {
  const requests = await pendingRequests();
  const isOver = (/** @type {PendingRequest} */ { expiresAt }) => Date.parse(expiresAt) <= Date.now();
  await Promise.all(requests.filter(isOver).map(({ id }) => dropPending(id)));
  return requests.find((request) => !isOver(request));
}

/**
 * Takes a request back, which nothing needs any more, here and on the server; there it ends by itself where that fails.
 *
 * @param {PendingRequest} request
 */
export async function withdraw({ id, secret }) {
  await dropPending(id);
  await call("DELETE", `/v1/device-requests/${part(id)}`, undefined, { "Paraph-Request-Secret": secret }).catch(() => {});
}

/** Takes back all that this browser asked for: the next who signs in here may be another person. */
export const withdrawAll = async () => Promise.all((await pendingRequests()).map(withdraw));
