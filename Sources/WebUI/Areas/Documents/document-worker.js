// Takes files into the person's documents. It works beside the page, so that a large file freezes nothing and the person may cancel by
// ending it.

import { check, facts, hash, read, reason, write } from "./document-file.js";

/** @param {{ file: File, person: string, id: string }} wanted */
async function take({ file, person, id }) {
  const { about, bytes } = await read(file);
  check(about);
  await write(person, id, bytes());
  return { size: bytes().length, ...facts(about), hash: await hash(bytes()) };
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ value: await take(data) });
  } catch (error) {
    postMessage({ code: reason(error), detail: String(error) });
  }
});
