// The page without a connection: lists what this device keeps of whoever was here last, and goes on by itself as soon as there is one.

import { goOnWhenBack } from "./coming-back.js";
import { icon, make } from "./dom.js";
import * as store from "./document-store.js";
import { facts } from "./document-rows.js";

async function list() {
  const person = localStorage.getItem("paraph.person");
  if (!person || !store.isPossible()) return;
  const documents = await store.documents(person);
  const rows = documents.map((known) => make("li", {}, make("a", { class: "item", href: `/documents/view#${known.id}` },
    make("span", { class: "thumb" }, icon("documents")),
    make("span", { class: "item-text" }, make("span", { class: "item-title" }, known.name), make("span", { class: "item-line" }, facts(known).join(" · "))))));
  document.querySelector("[data-list]").replaceChildren(...rows);
  document.querySelector("[data-documents]").hidden = rows.length === 0;
}

goOnWhenBack();
list().catch(() => {});
