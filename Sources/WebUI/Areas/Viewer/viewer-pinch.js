// Two fingers, or the wheel with Ctrl as touchpads send it, zoom the document and not the page around it.

const distance = (/** @type {TouchList} */ [a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const middle = (/** @type {TouchList} */ [a, b]) => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];

/**
 * Hears two fingers and the wheel. While fingers move, the pages are only stretched.
 *
 * @param {HTMLElement} scroller
 * @param {HTMLElement} pages
 * @param {(factor: number, x: number, y: number) => unknown} zoom Called once fingers are lifted, with the point of the window between them.
 */
export function watchPinch(scroller, pages, zoom) {
  /** @type {{ start: number, factor: number, x: number, y: number } | undefined} */
  let pinch;

  const end = () => {
    if (!pinch) return;
    const { factor, x, y } = pinch;
    pinch = undefined;
    pages.style.transform = "";
    pages.style.transformOrigin = "";
    if (Math.abs(factor - 1) > 0.02) zoom(factor, x, y);
  };

  scroller.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) {
      end();
      return;
    }
    event.preventDefault();
    const [x, y] = middle(event.touches);
    const box = pages.getBoundingClientRect();
    pages.style.transformOrigin = `${x - box.left}px ${y - box.top}px`;
    pinch = { start: distance(event.touches), factor: 1, x, y };
  }, { passive: false });

  scroller.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    pinch.factor = distance(event.touches) / pinch.start;
    pages.style.transform = `scale(${pinch.factor})`;
  }, { passive: false });

  for (const kind of ["touchend", "touchcancel"]) scroller.addEventListener(kind, end);

  scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }, { passive: false });
}
