// Bytes as the wire has them.

/**
 * RFC 4648, section 5, without padding.
 *
 * @param {Iterable<number>} bytes
 */
export function base64url(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of such text. */
export const fromBase64url = (/** @type {string} */ text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/**
 * Two digits for each byte, in lower case.
 *
 * @param {Iterable<number>} bytes
 */
export const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const utf8 = (/** @type {string} */ string) => new TextEncoder().encode(string);

/** SHA-256. */
export const digest = async (/** @type {BufferSource} */ bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * Pieces one after another.
 *
 * @param {...Uint8Array} pieces
 */
export function joined(...pieces) {
  const result = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    result.set(piece, offset);
    offset += piece.length;
  }
  return result;
}
