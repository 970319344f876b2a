// The few things that every page does with its elements.

/**
 * Makes an element: `make("p", { class: "hint" }, "text", child)`; names that are functions become listeners.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
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

/**
 * An icon of the sprite; decorative, words stand beside it.
 *
 * @param {string} name
 */
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

/**
 * Shows one of the steps of a flow, tells assistive technology, and starts at its top.
 *
 * @param {HTMLElement} root
 * @param {string} name
 */
export function showStep(root, name) {
  for (const step of root.querySelectorAll("[data-step]")) step.hidden = step.dataset.step !== name;
  const heading = root.querySelector(`[data-step="${name}"] :is(h1, h2, .bar-title)`);
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

/**
 * Runs an action with its button busy, so that it happens once.
 *
 * @template Value
 * @param {Element | null | undefined} button
 * @param {() => Value | Promise<Value>} action
 * @returns {Promise<Value | undefined>}
 */
export async function busy(button, action) {
  if (button?.getAttribute("aria-busy") === "true") return undefined;
  button?.setAttribute("aria-busy", "true");
  try {
    return await action();
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/**
 * Does what a form is for, also where it was sent before its script was there.
 *
 * @param {HTMLFormElement} form
 * @param {() => unknown} action
 */
export function onSubmit(form, action) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
  if (form.dataset.early === undefined) return;
  delete form.dataset.early;
  queueMicrotask(() => form.requestSubmit());
}

/**
 * Opens a dialog from a template in the page; resolves to the value it was closed with.
 *
 * @param {string} template
 * @param {(dialog: HTMLDialogElement) => unknown} [prepare]
 * @returns {Promise<string>}
 */
export function openSheet(template, prepare = () => {}) {
  const dialog = fromTemplate(template);
  document.body.append(dialog);
  prepare(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener("click", (event) => {
      /** @type {HTMLButtonElement | null} */
      const button = pressed(event)?.closest("[data-close]");
      if (button) dialog.close(button.value ?? "");
    });
    dialog.showModal();
  });
}

/** What an event happened on, where that is an element. */
export const pressed = (/** @type {Event} */ { target }) => (target instanceof Element ? target : undefined);

/**
 * A copy of the dialog in a template of the page.
 *
 * @param {string} id
 */
export function fromTemplate(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return /** @type {HTMLDialogElement} */ (template.content.firstElementChild.cloneNode(true));
}
