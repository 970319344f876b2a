// The browser's downloads.

/**
 * Hands a file, or what is at an address, to the browser's downloads.
 *
 * @param {Blob | string} source
 * @param {string} name
 */
export function download(source, name) {
  const address = source instanceof Blob ? URL.createObjectURL(source) : source;
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  if (source instanceof Blob) setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
