// Takes files into the person's documents. It works beside the page, so that a large file freezes nothing and the person may cancel by
// ending it.

import { check, facts, hash, read, reason, write } from "./document-file.js";

/**
 * @param {Workers.Taking} wanted
 * @returns {Promise<Workers.Taken>}
 */
async function take({ file, person, id }) {
  const { about, bytes } = await read(file);
  check(about);
  await write(person, id, bytes());
  // How many fields wait for a signature is known now: later, one that was signed cannot be told from one that came with its signature.
  const askedFields = about.fields?.filter(({ signed }) => !signed).length ?? 0;
  return { size: bytes().length, ...facts(about), askedFields, hash: await hash(bytes()) };
}

const tell = (/** @type {Workers.Outcome<Workers.Taken>} */ outcome) => postMessage(outcome);

addEventListener("message", async ({ data }) => {
  try {
    tell({ value: await take(data) });
  } catch (error) {
    tell({ code: reason(error), detail: String(error) });
  }
});
