// Where documents lie in the origin's private file system: a folder for each person, for several may use one browser.

/**
 * The folder of a person's documents; with `create` it is made where there is none.
 *
 * @param {string} person
 * @param {boolean} [create]
 */
export async function folder(person, create = false) {
  const root = await navigator.storage.getDirectory();
  return (await root.getDirectoryHandle("documents", { create })).getDirectoryHandle(person, { create });
}

/**
 * The file of a document, under its name.
 *
 * @param {string} person
 * @param {{ id: string, file?: string, name: string }} document
 */
export async function file(person, { id, file = id, name }) {
  const kept = await (await (await folder(person)).getFileHandle(`${file}.pdf`)).getFile();
  return new File([kept], name, { type: "application/pdf" });
}

/**
 * Removes a file.
 *
 * @param {string} person
 * @param {string} id
 */
export async function discard(person, id) {
  try {
    await (await folder(person)).removeEntry(`${id}.pdf`);
  } catch {
    // It is not there, or lies open somewhere: a later visit tidies up.
  }
}
