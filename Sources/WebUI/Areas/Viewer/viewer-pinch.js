// Two fingers, or the wheel with Ctrl as touchpads send it, zoom the document and not the page around it.

const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const middle = ([a, b]) => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];

/** While fingers move, `pages` is only stretched; `zoom(factor, x, y)` is called once they are lifted. */
export function watchPinch(scroller, pages, zoom) {
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
