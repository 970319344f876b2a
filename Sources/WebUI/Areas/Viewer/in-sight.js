// Keeps a place of a page in sight, such as a signature that was just given.

/**
 * How far pages are scrolled for a place of them to be in sight: not at all, where it is so beside what is said above them; else it comes to the middle, and
 * what is said above is not cut where there is room.
 *
 * @param {number} place How far down it lies, with what is above the pages.
 * @param {number} room How much is seen.
 * @param {number} above How much is above the pages.
 */
export function scrollFor(place, room, above) {
  if (place < 0.8 * room) return 0;
  return Math.max(place - room / 2, Math.min(above, place - room / 4));
}

/**
 * Brings a place of a page into sight, and keeps it there while what is said above the pages comes.
 *
 * @param {HTMLElement | undefined} page
 * @param {number} height How far down the page, from 0 to 1.
 * @param {Promise<unknown>} settled
 */
export function stayAt(page, height, settled) {
  const stay = () => {
    if (!page) return;
    const scroller = page.closest(".viewer-pages");
    const start = scroller.getBoundingClientRect().top - scroller.scrollTop;
    const box = page.getBoundingClientRect();
    const above = page.parentElement.getBoundingClientRect().top - start;
    scroller.scrollTop = scrollFor(box.top + box.height * height - start, scroller.clientHeight, above);
  };
  stay();
  // Unless the person has moved the pages before.
  let isMoved = false;
  for (const kind of ["wheel", "touchstart", "keydown"]) addEventListener(kind, () => { isMoved = true; }, { once: true, passive: true });
  settled.finally(() => isMoved || stay());
}
