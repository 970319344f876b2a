// Where the copies of files lie in the origin's private file system: a folder for each person, apart from what is kept on this
// device only.

/**
 * The folder of a person's copies; with `create` it is made where there is none.
 *
 * @param {string} person
 */
export async function copyFolder(person, create = false) {
  const root = await navigator.storage.getDirectory();
  return (await root.getDirectoryHandle("copies", { create })).getDirectoryHandle(person, { create });
}

/** The file of a version of a document. */
export const copyName = (/** @type {{ id: string, hash?: string }} */ { id, hash }) => `${id}-${hash}.pdf`;
