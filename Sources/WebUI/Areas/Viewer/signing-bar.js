// The bar below the pages: what comes next, the buttons that do it, and what the signature lies on.

import { busy, make } from "../Base/dom.js";
import { text } from "../Base/text.js";

/**
 * A button of the bar; `mark` names it for style and tests.
 *
 * @param {string} words
 * @param {() => unknown} click
 * @param {string} kind
 * @param {string} mark
 * @returns {HTMLButtonElement}
 */
export function button(words, click, kind = "", mark = "") {
  const made = make("button", { type: "button", class: `button button-small ${kind}`.trim(), click: () => busy(made, click) }, words);
  if (mark) made.dataset[mark] = "";
  return made;
}

/**
 * A button beside the one that is pressed next.
 *
 * @param {string} words
 * @param {() => unknown} click
 * @param {string} mark
 */
export const quiet = (words, click, mark = "") => button(words, click, "button-quiet", mark);

/**
 * What is seldom wanted, in a row of words.
 *
 * @param {string} words
 * @param {() => unknown} click
 * @param {string} mark
 */
export function plain(words, click, mark) {
  const made = button(words, click, "", mark);
  made.className = "button-plain";
  return made;
}

export class SigningBar {
  #bar;
  /** What the signature lies on, and the way to where it lies on nothing. */
  #warning = make("p", { class: "signing-warning", role: "status" });
  #free;
  /** Where the text of a file is read by the server only. */
  #isOnServer;

  /**
   * @param {HTMLElement} bar
   * @param {boolean} isOnServer Whether the server keeps what is signed.
   * @param {() => unknown} moveAway Moves the ink to where it lies on nothing.
   */
  constructor(bar, isOnServer, moveAway) {
    this.#bar = bar;
    this.#isOnServer = isOnServer;
    this.#free = quiet(text("signing.free"), moveAway, "free");
    this.#free.hidden = true;
  }

  /** There is nothing to do. */
  hide() { this.#bar.hidden = true; }

  /**
   * @param {string} words
   * @param {{ actions?: Node[], first?: Node[], more?: Node[] }} ways `first` is what comes next, and stays in sight; `more` is quieter than `actions`.
   */
  show(words, { actions = [], first = [], more = [] }) {
    this.#bar.hidden = false;
    const rows = [["row", actions], ["row signing-first", first], ["row signing-more", more]];
    this.#bar.replaceChildren(make("p", { "aria-live": "polite" }, words),
      ...rows.flatMap(([name, buttons]) => (buttons.length > 0 ? [make("div", { class: name }, ...buttons)] : [])));
  }

  /**
   * Says something else beside the same buttons, with others before them.
   *
   * @param {string} words
   * @param {Node[]} ways
   */
  offer(words, ways) {
    this.#bar.querySelector("p").textContent = words;
    if (ways.length > 0) this.#bar.querySelector("p").after(make("div", { class: "row signing-lines" }, ...ways));
  }

  /**
   * Shows how to adjust ink that lies on the page; what is fixed is only saved again.
   *
   * @param {{ isField: boolean, isFixed: boolean, hasPhoto: boolean }} state
   * @param {{ save: () => unknown, away: () => unknown, dropPhoto: () => unknown, takePhoto: (file: File | undefined) => unknown }} actions
   * @param {HTMLElement} more What is asked besides.
   */
  adjust({ isField, isFixed, hasPhoto }, { save, away, dropPhoto, takePhoto }, more) {
    const input = make("input", { type: "file", accept: "image/*", capture: "user", hidden: true, "data-photo": true, "aria-label": text("signing.photo"),
      change: () => takePhoto(input.files?.[0]) });
    const photo = hasPhoto ? quiet(text("signing.photoAway"), dropPhoto, "photoAway") : quiet(text("signing.photo"), () => input.click());
    const keep = button(text("signing.save"), save, "", "save");
    this.#free.disabled = false;
    if (isFixed) this.show(text("signing.again"), { first: [keep] });
    else this.show(text(isField ? "signing.adjustField" : "signing.adjust"), { actions: [quiet(text("signing.remove"), away, "away"), photo, input], first: [keep] });
    this.#bar.querySelector("p").after(this.#warning, this.#free, ...(isFixed ? [] : [more]));
    if (isFixed) this.say("");
  }

  /** It is being saved. */
  saving() {
    this.#bar.querySelector("p").textContent = text("signing.saving");
    for (const other of this.#bar.querySelectorAll("button:not([data-save])")) other.disabled = true;
  }

  /** The button that saves, while there is one. */
  get keep() { return this.#at("save"); }

  /** Presses Save. */
  save() { this.keep?.click(); }

  /**
   * @param {string} mark
   * @returns {HTMLButtonElement | null}
   */
  #at(mark) { return this.#bar.querySelector(`button[data-${mark}]`); }

  /**
   * Says what the signature lies on, or nothing.
   *
   * @param {string} words
   * @param {boolean} [canMove] Whether the way to another place is shown.
   */
  say(words, canMove = false) {
    if (this.#warning.textContent !== words) this.#warning.textContent = words;
    this.#free.hidden = !canMove;
    delete this.#warning.dataset.refused;
    this.#putFirst();
  }

  /**
   * Says what the next reader will be told of what the ink lies on.
   *
   * @param {string} background
   * @param {boolean} isField
   */
  warn(background, isField) {
    const own = { unknown: this.#isOnServer && "unknownOnServer", hiddenFirst: isField && "hiddenFieldFirst" };
    const key = own[/** @type {keyof typeof own} */ (background)] || background;
    this.say(background && text(`signing.background.${key}`), Boolean(background) && background !== "unknown" && !isField);
  }

  /**
   * Says that the ink hides what was signed, which is not sealed, and puts first what helps: another place, else no photo.
   *
   * @param {boolean} isField
   * @param {boolean} isElsewhere Whether only the server sees it: then this browser finds no way around.
   */
  refuse(isField, isElsewhere) {
    const photo = this.#at("photo-away");
    const help = isField ? (photo ? "hiddenPhoto" : "hiddenField") : photo ? "hiddenMovePhoto" : "hiddenMove";
    const canMove = !isField && !isElsewhere;
    this.say(`${text(isElsewhere ? "signing.background.hiddenElsewhere" : "signing.background.hidden")} ${text(`signing.${help}`)}`, canMove);
    this.#warning.dataset.refused = "";
    this.#putFirst(canMove ? this.#free : (photo ?? (isField ? this.#at("away") : null)));
  }

  /** Says besides that there is no free place. */
  tellNoneFree() {
    this.say(`${this.#warning.textContent} ${text("signing.noneFree")}`);
    this.#putFirst(this.#at("photo-away"));
  }

  /**
   * Makes a button the one that is pressed next; without one that is Save.
   *
   * @param {HTMLButtonElement | null} way
   */
  #putFirst(way = null) {
    for (const one of [this.#free, this.#at("photo-away"), this.#at("away")]) one?.classList.toggle("button-quiet", one !== way);
    this.#at("save")?.classList.toggle("button-quiet", Boolean(way));
  }
}
