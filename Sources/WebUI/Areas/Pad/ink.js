// Ink on a canvas: what <ink-pad> draws with, and drawings that are kept. Those are read by ParaphInk, compiled to ink.wasm from Web/pad, or to
// drawing.wasm where they come from another device; either only loads where there is one to show.

/** @type {Record<string, string>} */
export const colours = { blue: "#1F3FA8", black: "#111318" };

/** @type {Record<string, Promise<InkExports> | undefined>} */
const readers = {};

/**
 * The WebAssembly module of a name, which lies beside a script.
 *
 * @param {string} name
 * @param {string} beside The script's address.
 */
export async function load(name, beside) {
  const response = await fetch(new URL(name, beside));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * What an instance has put out, as bytes; its next call overwrites it.
 *
 * @param {InkExports} ink
 * @param {number} count
 */
export const bytes = (ink, count) => new Uint8Array(ink.memory.buffer, ink.outputStart(), count);
/**
 * What an instance has put out, as numbers; its next call overwrites it.
 *
 * @param {InkExports} ink
 * @param {number} count
 */
export const numbers = (ink, count) => new Float64Array(ink.memory.buffer, ink.outputStart(), count);

/**
 * The path of an outline: for each step its kind, then its points.
 *
 * @param {ArrayLike<number>} outline
 */
export function path(outline) {
  const path = new Path2D();
  let at = 0;
  const next = () => outline[at++];
  while (at < outline.length) {
    const step = next();
    if (step === 0) path.moveTo(next(), next());
    else if (step === 1) path.lineTo(next(), next());
    else if (step === 2) path.bezierCurveTo(next(), next(), next(), next(), next(), next());
    else path.closePath();
  }
  return path;
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame */

/**
 * Empties a canvas, makes it as fine as the screen, and maps a frame into its middle, as large as it fits; says where the frame is then.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {{ x?: number, y?: number, width: number, height: number }} frame
 */
export function fit(context, { x = 0, y = 0, width, height }) {
  const { canvas } = context;
  const isShown = canvas.clientWidth > 0;
  const ratio = isShown ? devicePixelRatio : 1;
  const wide = isShown ? canvas.clientWidth : canvas.width;
  const high = isShown ? canvas.clientHeight : canvas.height;
  canvas.width = Math.round(wide * ratio);
  canvas.height = Math.round(high * ratio);
  const scale = Math.min(wide / width, high / height);
  const left = (wide - width * scale) / 2 - x * scale;
  const top = (high - height * scale) / 2 - y * scale;
  context.setTransform(scale * ratio, 0, 0, scale * ratio, left * ratio, top * ratio);
  return { scale, left, top };
}

/**
 * Draws a dot, as small as it was: enlarged to fill the canvas, the tremble of a finger that touched once would look like a line.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function drawDot(canvas, pen = "blue") {
  const context = canvas.getContext("2d");
  fit(context, { width: 24, height: 24 });
  context.fillStyle = colours[pen] ?? pen;
  context.beginPath();
  context.arc(12, 12, 2, 0, 2 * Math.PI);
  context.fill();
}

/** The smallest frame that fills a canvas. */
const least = 24;

/**
 * A frame around what is small, so that it is not enlarged into what it never was: the tremble of a dot is no line.
 *
 * @param {Frame} frame
 */
function roomy({ x, y, width, height }) {
  if (Math.max(width, height) >= least) return { x, y, width, height };
  return { x: x - (least - width) / 2, y: y - (least - height) / 2, width: least, height: least };
}

/** How the form begins in which a drawing comes from another device. */
const drawingMark = "InkD";

/** @param {string} name */
async function startReader(name) {
  /** @type {any} */
  const { exports } = new WebAssembly.Instance(await load(name, import.meta.url));
  return /** @type {InkExports} */ (exports);
}

/**
 * Draws an encoded sample or drawing, as large as fits a canvas that the style sheet gives its size; gives false if the bytes are neither.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} sample
 */
export async function drawInk(canvas, sample, pen = "blue") {
  const name = String.fromCharCode(...sample.subarray(0, 4)) === drawingMark ? "drawing.wasm" : "ink.wasm";
  readers[name] ??= startReader(name);
  const ink = await readers[name].catch((/** @type {unknown} */ error) => {
    readers[name] = undefined; // the next drawing tries again
    throw error;
  });
  ink.reserve(sample.length);
  bytes(ink, sample.length).set(sample);
  const [x, y, width, height, ...outline] = numbers(ink, ink.picture(sample.length));
  const context = canvas.getContext("2d");
  fit(context, outline.length > 0 ? roomy({ x, y, width, height }) : { width: 1, height: 1 });
  context.fillStyle = colours[pen] ?? pen;
  context.fill(path(outline));
  return outline.length > 0;
}
