// A form that is sent before its script is there would go out by itself, with what was typed in the address: it waits for its script.
// No module, and in every page's head, so that it is there before the first form.
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  /** @type {HTMLFormElement} */ (event.target).dataset.early = "";
});
