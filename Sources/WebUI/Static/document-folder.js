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
