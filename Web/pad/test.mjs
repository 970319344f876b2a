// Loads pad.wasm, ink.wasm and drawing.wasm as pad.js and ink.js do, draws in the one and shows it with the others: node Web/pad/test.mjs [FOLDER]
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const at = (path) => new URL(path, import.meta.url)
const folder = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : at('../../Sources/WebUI/Areas/Pad/')
const limit = 16384
const files = { pad: await readFile(new URL('pad.wasm', folder)), ink: await readFile(new URL('ink.wasm', folder)),
  drawing: await readFile(new URL('drawing.wasm', folder)) }
const modules = { pad: await WebAssembly.compile(files.pad), ink: await WebAssembly.compile(files.ink), drawing: await WebAssembly.compile(files.drawing) }
const fixtures = at('../../Tests/ParaphInkTests/Codec/Fixtures/')
const { strokes } = JSON.parse(await readFile(new URL('anna.json', fixtures)))
const expected = new Uint8Array(await readFile(new URL('anna.ink', fixtures)))

const FINGER = 1, PEN = 2, MOUSE = 3
const start = () => new WebAssembly.Instance(modules.pad).exports
const startReader = () => new WebAssembly.Instance(modules.ink).exports
const bytes = (ink) => { const count = ink.encode(); return new Uint8Array(ink.memory.buffer, ink.outputStart(), count).slice() }
const numbers = (ink, count) => Array.from(new Float64Array(ink.memory.buffer, ink.outputStart(), count))
const show = (ink, sample) => {
  ink.reserve(sample.length)
  new Uint8Array(ink.memory.buffer, ink.outputStart(), sample.length).set(sample)
  return numbers(ink, ink.picture(sample.length))
}
function draw(ink, points, { tool = FINGER, origin = 4096, pressure = () => 0.5 } = {}) {
  assert(ink.begin(tool, origin + points[0][2]))
  let pieces = 0
  points.forEach(([x, y, time], index) => {
    ink.add(x, y, origin + time, pressure(index))
    if (index % 3 === 0) { pieces += ink.takeFinished(); assert(ink.tail() > 0) }
  })
  ink.end()
  return pieces + ink.takeFinished()
}
/** Checks that the numbers are an outline: whole steps, finite points. */
function checkOutline(outline) {
  const lengths = [2, 2, 6, 0]
  for (let i = 0; i < outline.length; i += 1 + lengths[outline[i]]) assert(outline[i] in lengths, `step ${outline[i]} at ${i}`)
  assert(outline.length > 0 && outline.every(Number.isFinite))
}
const tests = {
  'is small and needs nothing of the page'() {
    for (const [name, module] of Object.entries(modules)) {
      assert(files[name].length < limit, `${name}.wasm has ${files[name].length} bytes`)
      assert.deepEqual(WebAssembly.Module.imports(module), [])
    }
    return `${files.pad.length}, ${files.ink.length} and ${files.drawing.length} bytes`
  },
  'encodes as the server does'() {
    const ink = start()
    for (const points of strokes) assert(draw(ink, points) > 0)
    assert.deepEqual(bytes(ink), expected)
    assert.equal(ink.strokeCount(), strokes.length)
    checkOutline(numbers(ink, ink.outline()))
  },
  'shows what it encoded, and nothing for what is no sample'() {
    const ink = startReader(), [x, y, width, height, ...outline] = show(ink, expected)
    assert(width > 200 && height > 50 && x < 50 && y < 50)
    checkOutline(outline)
    for (let index = 0; index < expected.length; index++) show(ink, expected.map((byte, at) => (at === index ? byte ^ 0x55 : byte)))
    assert.deepEqual(show(ink, expected.slice(0, -1)), [])
    assert.deepEqual(show(ink, new Uint8Array()), [])
    assert.deepEqual(show(ink, new Uint8Array(1 << 20).fill(255)), [])
  },
  'shows a drawing from another device, and nothing for what is none'() {
    // "InkD", version 1: one line of two knots of radius 10, from (50, 50) to (150, 50).
    const drawing = Uint8Array.from([0x49, 0x6e, 0x6b, 0x44, 1, 1, 2, 100, 100, 10, 200, 1, 0, 10])
    const reader = new WebAssembly.Instance(modules.drawing).exports
    const [x, y, width, height, ...outline] = show(reader, drawing)
    checkOutline(outline)
    assert(x > 0 && x < 50 && y < 50 && width > 100 && height > 0 && width > height, `${[x, y, width, height]}`)
    for (const bad of [drawing.slice(0, -1), new Uint8Array(), expected, new Uint8Array(1 << 20).fill(255)]) assert.deepEqual(show(reader, bad), [])
    assert.deepEqual(show(startReader(), drawing), [], 'a drawing is no sample')
  },
  'undoes the last stroke and erases all'() {
    const ink = start()
    draw(ink, strokes[0])
    const one = bytes(ink)
    draw(ink, strokes[1])
    ink.undo()
    assert.deepEqual(bytes(ink), one)
    ink.undo()
    ink.undo()
    assert.equal(ink.strokeCount(), 0)
    assert.equal(ink.outline(), 0)
    for (const points of strokes) draw(ink, points, { origin: 99 })
    assert.deepEqual(bytes(ink), expected)
    ink.erase()
    assert.equal(ink.strokeCount(), 0)
    ink.add(1, 1, 1, 1)
    assert.equal(ink.strokeCount(), 0, 'no point without a pen down')
  },
  'leaves no trace of a stroke that was undone or erased under way'() {
    for (const action of ['undo', 'erase']) {
      const ink = start()
      assert(ink.begin(FINGER, 0))
      for (const [x, y, time] of strokes[0]) ink.add(x, y, time, 0.5)
      ink[action]()
      assert.deepEqual([ink.takeFinished(), ink.tail(), ink.outline()], [0, 0, 0])
    }
  },
  'shows one drawing after another'() {
    const ink = start(), reader = startReader()
    for (const points of strokes) draw(ink, points)
    const [x, y, width, height, ...first] = show(reader, bytes(ink))
    assert(width > 0 && height > 0)
    checkOutline(first)
    draw(ink, strokes[0], { origin: 9000 })
    const [, , , , ...second] = show(reader, bytes(ink))
    assert(second.length > first.length, 'the buffer of the first is used again')
    assert.deepEqual(show(reader, expected), [x, y, width, height, ...first])
  },
  'keeps pressure only where it was measured'() {
    const channels = (options) => { const ink = start(); draw(ink, strokes[0], options); return bytes(ink)[4] & 0x3f }
    const varying = (index) => (index % 10) / 10
    assert.equal(channels({}), 0x11)
    assert.equal(channels({ pressure: varying }), 0x13)
    assert.equal(channels({ tool: PEN, pressure: varying }), 0x23)
    assert.equal(channels({ tool: MOUSE, pressure: varying }), 0x31)
  },
  'leaves out what no sample can hold, and long pauses'() {
    const ink = start()
    draw(ink, strokes[0])
    assert(ink.begin(FINGER, 1e7))
    for (const x of [NaN, Infinity, 1e9]) ink.add(x, 0, 1e7, 0.5)
    ink.add(0, 0, NaN, NaN)
    ink.add(10, 10, 1e7 + 5, 0.5)
    ink.add(20, 10, 1e7 - 5, 0.5)
    ink.end()
    assert(show(startReader(), bytes(ink)).length > 0, 'still a sample')
    const many = start()
    for (let stroke = 0; stroke < 600; stroke++) if (many.begin(FINGER, stroke)) { many.add(stroke, 1, stroke, 0); many.end() }
    assert.equal(many.strokeCount(), 500)
    many.erase()
    many.begin(FINGER, 0)
    for (let index = 0; index < 40000; index++) many.add(index % 300, index % 100, index, 0)
    many.end()
    assert(show(startReader(), bytes(many)).length > 0)
  },
  'takes no more memory for the two thousandth stroke than for the hundredth'() {
    const ink = start()
    let after100
    for (let round = 0; round < 2000; round++) {
      draw(ink, strokes[0])
      bytes(ink)
      ink.outline()
      if (round % 3 === 2) ink.erase()
      else if (round % 3 === 1) ink.undo()
      if (round === 100) after100 = ink.memory.buffer.byteLength
    }
    assert.equal(ink.memory.buffer.byteLength, after100)
    return `${after100 / 1024} KiB`
  },
}
for (const [name, test] of Object.entries(tests)) console.log('ok  ', name, test() ?? '')
