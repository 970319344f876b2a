// QR codes (ISO/IEC 18004) of short texts: bytes, level M, versions 1 to 10, as a picture that is black on white whatever the page is.

import { text as words } from "./text.js";

/** For each version, from 1: all codewords, those for correction in each block, and how many blocks there are. */
const versions = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];
/** The middles of the small squares beside the first one, at 6. */
/** @type {number[][]} */
const alignments = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];
/** White around the code, in modules. */
const quiet = 4;

const [powers, logarithms] = [new Uint8Array(255), new Uint8Array(256)];
for (let power = 0, value = 1; power < 255; power++) {
  [powers[power], logarithms[value]] = [value, power];
  value = value << 1 ^ (value & 0x80 ? 0x11d : 0);
}
const product = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? powers[(logarithms[a] + logarithms[b]) % 255] : 0);

/**
 * What corrects a block: the remainder of its division by the generator polynomial.
 *
 * @param {number[]} block
 * @param {number} count
 */
function correction(block, count) {
  let generator = [1];
  for (let index = 0; index < count; index++) {
    const longer = [...generator, 0];
    for (const [at, factor] of generator.entries()) longer[at + 1] ^= product(factor, powers[index]);
    generator = longer;
  }
  const rest = [...block, ...new Array(count).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const lead = rest[at];
    if (lead) for (const [index, factor] of generator.entries()) rest[at + index] ^= product(factor, lead);
  }
  return rest.slice(block.length);
}

/** The bits of a number, the highest first. */
const bits = (/** @type {number} */ value, /** @type {number} */ count) => Array.from({ length: count }, (_, index) => value >> count - 1 - index & 1);

/**
 * All codewords of a version in the order in which they are laid.
 *
 * @param {Uint8Array} content
 * @param {number} version
 */
function codewords(content, version) {
  const [total, corrected, count] = versions[version - 1];
  const room = total - corrected * count;
  const stream = [...bits(4, 4), ...bits(content.length, version < 10 ? 8 : 16), ...Array.from(content).flatMap((byte) => bits(byte, 8))];
  stream.push(...new Array(Math.min(4, room * 8 - stream.length)).fill(0));
  stream.push(...new Array((8 - stream.length % 8) % 8).fill(0));
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < stream.length; at += 8) data.push(parseInt(stream.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
  // The last blocks are longer by one where they do not come out even.
  const short = Math.floor(room / count);
  /** @type {number[][]} */
  const blocks = [];
  for (let index = 0, at = 0; index < count; index++) {
    const length = short + (index >= count - room % count ? 1 : 0);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => correction(block, corrected));
  /** @type {number[]} */
  const laid = [];
  for (let index = 0; index <= short; index++) for (const block of blocks) if (index < block.length) laid.push(block[index]);
  for (let index = 0; index < corrected; index++) for (const block of corrections) laid.push(block[index]);
  return laid;
}

/**
 * A number with what corrects it, of so many bits, by a polynomial.
 *
 * @param {number} value
 * @param {number} count
 * @param {number} polynomial
 */
function protectedNumber(value, count, polynomial) {
  let rest = value << count;
  for (let bit = 31 - Math.clz32(rest); bit >= count; bit = 31 - Math.clz32(rest)) rest ^= polynomial << bit - count;
  return value << count | rest;
}

/** @type {((x: number, y: number) => number)[]} */
const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
];

/**
 * The parts that are the same for every text of a version: rows of modules, undefined where the text goes.
 *
 * @param {number} version
 */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => new Array(size).fill(undefined));
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {(far: number) => boolean} */ isDark) => {
    for (let down = -radius; down <= radius; down++) {
      for (let right = -radius; right <= radius; right++) {
        const row = rows[y + down];
        if (row && x + right >= 0 && x + right < size) row[x + right] = isDark(Math.max(Math.abs(right), Math.abs(down)));
      }
    }
  };
  for (let at = 0; at < size; at++) rows[6][at] = rows[at][6] = at % 2 === 0;
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (far) => far !== 2 && far !== 4);
  const middles = version > 1 ? [6, ...alignments[version - 1]] : [];
  const last = middles.at(-1);
  for (const x of middles) for (const y of middles) {
    if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
    square(x, y, 2, (far) => far !== 1);
  }
  if (version > 6) {
    const number = protectedNumber(version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + bit % 3, Math.floor(bit / 3)];
      rows[near][far] = rows[far][near] = Boolean(number >> bit & 1);
    }
  }
  return rows;
}

/**
 * Says the level, M, and the mask, twice.
 *
 * @param {(boolean | undefined)[][]} rows
 * @param {number} mask
 */
function sign(rows, mask) {
  const size = rows.length;
  const number = protectedNumber(mask, 10, 0x537) ^ 0x5412;
  const isDark = (/** @type {number} */ bit) => Boolean(number >> bit & 1);
  for (let bit = 0; bit < 6; bit++) rows[bit][8] = isDark(bit);
  [rows[7][8], rows[8][8], rows[8][7]] = [isDark(6), isDark(7), isDark(8)];
  for (let bit = 9; bit < 15; bit++) rows[8][14 - bit] = isDark(bit);
  for (let bit = 0; bit < 8; bit++) rows[8][size - 1 - bit] = isDark(bit);
  for (let bit = 8; bit < 15; bit++) rows[size - 15 + bit][8] = isDark(bit);
  rows[size - 8][8] = true;
}

/**
 * Lays codewords from the lower right corner, two columns at a time, up and down.
 *
 * @param {(boolean | undefined)[][]} rows
 * @param {number[]} laid
 * @param {number} mask
 */
function fill(rows, laid, mask) {
  const size = rows.length;
  const free = rows.map((row) => row.map((module) => module === undefined));
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUp = (right + 1 & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!free[y][x]) continue;
        const bit = at < laid.length * 8 ? laid[at >> 3] >> 7 - (at & 7) & 1 : 0;
        rows[y][x] = Boolean(bit) !== (masks[mask](x, y) === 0);
        at += 1;
      }
    }
  }
}

/**
 * How hard a code is to read, as the standard counts it (7.8.3).
 *
 * @param {(boolean | undefined)[][]} rows
 */
function penalty(rows) {
  let points = 0;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  for (const line of [...rows, ...columns]) {
    const row = line.map(Number).join("");
    for (const run of row.match(/0+|1+/g)) if (run.length > 4) points += run.length - 2;
    for (let at = 0; at + 11 <= row.length; at++) if (["10111010000", "00001011101"].includes(row.slice(at, at + 11))) points += 40;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) points += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * The code of a text as rows of modules, true where they are dark; under the best mask, or one of them. Throws where the text is too long.
 *
 * @param {string} content
 * @param {number} [only]
 */
export function modules(content, only) {
  const bytes = new TextEncoder().encode(content);
  const version = 1 + versions.findIndex(([total, corrected, count], index) =>
    bytes.length * 8 + 4 + (index < 9 ? 8 : 16) <= (total - corrected * count) * 8);
  if (version === 0) throw new RangeError("too long for a QR code of version 10");
  const laid = codewords(bytes, version);
  const choices = (only === undefined ? masks.map((_, mask) => mask) : [only]).map((mask) => {
    const rows = frame(version);
    sign(rows, mask);
    fill(rows, laid, mask);
    return rows;
  });
  const points = choices.map((rows) => (choices.length > 1 ? penalty(rows) : 0));
  return choices[points.indexOf(Math.min(...points))];
}

/**
 * The code of an address as an SVG element, with the white that belongs around it.
 *
 * @param {string} address
 */
export function picture(address) {
  const rows = modules(address);
  const space = "http://www.w3.org/2000/svg";
  const part = (/** @type {string} */ name, /** @type {Record<string, any>} */ attributes) => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const side = rows.length + 2 * quiet;
  const svg = part("svg", { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": words("handOver.code"), "shape-rendering": "crispEdges" });
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")));
  svg.append(part("rect", { width: side, height: side, fill: "#fff" }), part("path", { d: dark.join(""), fill: "#000" }));
  return svg;
}
