// The few things that every page does with its elements.

/** Makes an element: `make("p", { class: "hint" }, "text", child)`; names that are functions become listeners. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon of the sprite; decorative, words stand beside it. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", new URL("icons.svg", import.meta.url).pathname + "#" + name);
  svg.append(use);
  return svg;
}

/** Shows one of the steps of a flow, tells assistive technology, and starts at its top. */
export function showStep(root, name) {
  for (const step of root.querySelectorAll("[data-step]")) step.hidden = step.dataset.step !== name;
  const heading = root.querySelector(`[data-step="${name}"] :is(h1, h2, .bar-title)`);
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

/** Runs an action with its button busy, so that it happens once. */
export async function busy(button, action) {
  if (button?.getAttribute("aria-busy") === "true") return undefined;
  button?.setAttribute("aria-busy", "true");
  try {
    return await action();
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/** Does what a form is for, also where it was sent before its script was there. */
export function onSubmit(form, action) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
  if (form.dataset.early === undefined) return;
  delete form.dataset.early;
  queueMicrotask(() => form.requestSubmit());
}

/** Opens a dialog from a template in the page; resolves to the value it was closed with. */
export function openSheet(template, prepare = () => {}) {
  const dialog = document.getElementById(template).content.firstElementChild.cloneNode(true);
  document.body.append(dialog);
  prepare(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) dialog.close(event.target.closest("[data-close]").value ?? "");
    });
    dialog.showModal();
  });
}
