// The ways to sign, with what they need of this browser and of the server.

import { call, part } from "../Base/api.js";
import { sealRequest } from "../Pad/answer.js";
import { finishAll, Signing } from "./document-signing.js";
import * as store from "../Documents/document-store.js";
import { pause } from "../Documents/file-content.js";
import { FileSigning } from "./file-signing.js";
import * as api from "../Documents/files-api.js";

const server = {
  save: (/** @type {Wire.DocumentSave} */ save) => call("POST", "/v1/documents", save),
  offer: () => call("GET", "/v1/seal"),
  seal: (/** @type {string} */ document, /** @type {Wire.SealRequest} */ request) => call("POST", `/v1/documents/${part(document)}/seals`, request),
};

/**
 * Signs a document of this device, which a worker holds.
 *
 * @param {import("./document-signing.js").Person} person
 * @param {Pick<store.StoredDocument, "id" | "hash" | "document" | "signatures">} shown
 * @param {import("./signing-file.js").SigningFile} file
 * @param {import("../Devices/device-key.js").Device} device
 * @param {import("./document-signing.js").Drawn} drawn
 */
export const signDocument = (person, shown, file, device, drawn) =>
  new Signing(person, shown, drawn, { store, server, file, authorise: (digest) => sealRequest(digest, device) });

/**
 * Signs a file of the server.
 *
 * @param {{ id: string, hash: string, password?: string }} shown
 * @param {import("../Devices/device-key.js").Device} device
 * @param {import("./document-signing.js").Drawn} drawn
 */
export const signFile = (shown, device, drawn) =>
  new FileSigning(shown, drawn, { prepare: api.prepare, complete: api.complete, authorise: (digest) => sealRequest(digest, device), pause });

/**
 * Goes on with what a closed tab or a lost connection left of a person's signatures. Gives what the server never takes.
 *
 * @param {string} person
 */
export const finishWaiting = (person) => finishAll({ store, server }, person);
