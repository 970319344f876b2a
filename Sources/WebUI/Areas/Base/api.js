// Calls of the native API: same origin, the session in a cookie that no script can read.

import { Problem } from "./problem.js";
import { language } from "./text.js";

const usualPatience = 30_000;

/**
 * Calls the API; `body` is JSON unless it is a Blob. An answer is waited for as long as `patience` says, in milliseconds.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @param {number} [patience]
 * @returns {Promise<any>} The answer's JSON, of one of the types in Web/types/wire.d.ts.
 */
export async function call(method, path, body, headers = {}, patience = usualPatience) {
  return (await ask(method, path, body, headers, { patience })).value;
}

/**
 * Gets a file of the API, and what it is to be called.
 *
 * @param {string} path
 * @param {string} type
 * @param {{ method?: string, body?: unknown, patience?: number }} options
 * @returns {Promise<{ file: Blob, name: string }>}
 */
export async function fetchFile(path, type, { method = "GET", body, patience } = {}) {
  const { file, response } = await ask(method, path, body, { "Accept": `${type}, application/json` }, { type, patience });
  return { file, name: /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "file" };
}

/**
 * Sends a request; what comes back is JSON, or a file where one of that type is wanted.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @param {{ type?: string, patience?: number }} wanted
 * @returns {Promise<{ response: Response, value?: any, file?: Blob }>}
 */
async function ask(method, path, body, headers, { type, patience = usualPatience }) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const options = { method, headers: { "Paraph-Web": "1", "Accept": "application/json", "Accept-Language": language, ...headers } };
  if (body instanceof Blob) {
    options.body = body;
    options.headers["Content-Type"] = body.type;
  } else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patience);
  let response;
  let content;
  try {
    response = await fetch(path, { ...options, signal: abort.signal, credentials: "same-origin", cache: "no-store" });
    if (type && response.ok) return { file: new Blob([await response.blob()], { type }), response };
    content = await response.text();
  } catch {
    throw new Problem({ code: abort.signal.aborted ? "timeout" : "offline" });
  } finally {
    clearTimeout(timer);
  }
  let value;
  try {
    value = content ? JSON.parse(content) : undefined;
  } catch {
    throw new Problem({ code: "internal", status: 500 });
  }
  if (!response.ok) {
    throw new Problem({
      ...value,
      status: response.status,
      instance: value?.instance ?? response.headers.get("X-Request-Id") ?? undefined,
      retryAfter: value?.retryAfter ?? (Number(response.headers.get("Retry-After")) || undefined),
    });
  }
  return { value, response };
}

/** One part of a path. */
export const part = encodeURIComponent;
