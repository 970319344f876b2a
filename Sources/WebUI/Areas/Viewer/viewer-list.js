// The list of documents beside the one that is read, where the window is wide enough for both; elsewhere it is not even loaded.

const list = document.querySelector("section.desk-list");
/** @type {ResizeObserver | undefined} */
let watching;

/** Loads the list as soon as there is room for it; one that is there marks what is read now. */
export function showList() {
  dispatchEvent(new Event("documentshown"));
  if (!list || watching) return;
  const room = new ResizeObserver(() => {
    if (list.offsetParent === null) return;
    room.disconnect();
    import("../Documents/documents.js");
  });
  room.observe(document.body);
  watching = room;
}
