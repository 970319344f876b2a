// What the pages' own elements, events and selectors are.

/** Elements of pages are HTML; a selector that begins with a name says which, and is only fulfilled by such a one. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: `input[${string}`): HTMLInputElement | null;
  querySelector(selectors: `select[${string}`): HTMLSelectElement | null;
  querySelector(selectors: `button[${string}`): HTMLButtonElement | null;
  querySelector(selectors: `form[${string}`): HTMLFormElement | null;
  querySelector(selectors: `details.${string}`): HTMLDetailsElement | null;
  querySelector(selectors: `a.${string}` | `a[${string}`): HTMLAnchorElement | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: `input[${string}`): NodeListOf<HTMLInputElement>;
  querySelectorAll(selectors: `button[${string}` | `button:${string}`): NodeListOf<HTMLButtonElement>;
  querySelectorAll(selectors: `a.${string}` | `a[${string}`): NodeListOf<HTMLAnchorElement>;
  querySelectorAll(selectors: `time[${string}`): NodeListOf<HTMLTimeElement>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

/** The controls of a form by their names; a template says which there are. */
interface HTMLFormControlsCollection {
  readonly [name: string]: any;
}

interface HTMLElementTagNameMap {
  "draw-ten": import("../../Sources/WebUI/Areas/Register/draw-ten.js").DrawTen;
  "form-field": import("../../Sources/WebUI/Areas/Base/fields.js").FormField;
  "ink-pad": import("../../Sources/WebUI/Areas/Pad/pad.js").InkPad;
  "photo-field": import("../../Sources/WebUI/Areas/Register/photo.js").PhotoField;
  "place-field": import("../../Sources/WebUI/Areas/Register/place.js").PlaceField;
  "recovery-codes": import("../../Sources/WebUI/Areas/Account/recovery-codes.js").RecoveryCodes;
  "sign-pad": import("../../Sources/WebUI/Areas/Pad/sign-pad.js").SignPad;
}

/** What the pages' elements tell. */
interface HTMLElementEventMap {
  accepted: CustomEvent;
  created: CustomEvent;
  "unknown-device": CustomEvent;
}
