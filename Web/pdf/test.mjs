// Loads pdf.wasm as document-worker.js does, opens files, signs one and asks poppler and openssl about it: node Web/pdf/test.mjs [FOLDER]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { webcrypto as crypto } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const at = (path) => new URL(path, import.meta.url)
const folder = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : at('../../Sources/WebUI/Areas/Documents/')
const file = readFileSync(new URL('pdf.wasm', folder))
const module = await WebAssembly.compile(file)
const ink = new Uint8Array(readFileSync(at('../../Tests/ParaphInkTests/Codec/Fixtures/anna.ink')))
const bytes = (text) => Uint8Array.from(Buffer.from(text, 'latin1'))
const joined = (...parts) => Uint8Array.from(Buffer.concat(parts))

/** One file in one instance, as the page has it. */
class Reader {
  constructor(content) {
    const random = (start, count) => crypto.getRandomValues(new Uint8Array(this.pdf.memory.buffer, start, count))
    this.pdf = new WebAssembly.Instance(module, { page: { random } }).exports
    this.content = content
    const start = this.pdf.fileStart(content.length)
    new Uint8Array(this.pdf.memory.buffer, start, content.length).set(content)
    this.about = this.json(this.pdf.open(content.length))
  }
  output(count) { return new Uint8Array(this.pdf.memory.buffer, this.pdf.outputStart(), count).slice() }
  json(count) { return JSON.parse(new TextDecoder().decode(this.output(count))) }
  put(content) {
    this.pdf.reserve(content.length)
    new Uint8Array(this.pdf.memory.buffer, this.pdf.outputStart(), content.length).set(content)
    return content.length
  }
  changes(index) { return this.json(this.pdf.changes(index)) }
  sizes() { return Array.from(new Float64Array(this.output(this.pdf.sizes() * 8).buffer)) }
  prepare({ page = -1, box = [0, 0, 0, 0], room = 4096, ...parts }) {
    const names = ['ink', 'field', 'name', 'reason', 'location', 'time', 'link']
    for (const [name, value] of Object.entries(parts))
      this.pdf.set(names.indexOf(name), this.put(typeof value === 'string' ? new TextEncoder().encode(value) : value))
    return this.json(this.pdf.prepare(page, ...box, room))
  }
  #asked(call, numbers, parts = {}) {
    const names = ['ink', 'field', 'name', 'reason', 'location', 'time', 'link', 'pen', 'photo']
    for (const [name, value] of Object.entries(parts))
      this.pdf.set(names.indexOf(name), this.put(typeof value === 'string' ? new TextEncoder().encode(value) : value))
    return this.json(this.pdf[call](...numbers))
  }
  judge(page, box, parts) { return this.#asked('judge', [page, ...box], parts) }
  free(page, box, isAnywhere, parts) { return this.#asked('free', [page, ...box, isAnywhere], parts) }
  propose(width, height) { return this.#asked('propose', [width, height]) }
  layout(width, height, parts) { return this.#asked('layout', [width, height], parts) }
  appended() { return this.output(this.pdf.appended()) }
  complete(signature) { return Boolean(this.pdf.complete(this.put(signature))) }
}

/** A file of the given objects, the first of which is the catalog, and what is appended to it. */
function pdf(objects, { before = new Uint8Array(), first = 1, size = objects.length + 1, previous } = {}) {
  let text = before.length ? '\n' : '%PDF-1.7\n'
  const entries = objects.map((object, index) => {
    const offset = before.length + text.length
    text += `${first + index} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = before.length + text.length
  text += `xref\n${before.length ? '' : '0 1\n0000000000 65535 f \n'}${first} ${objects.length}\n${entries.join('')}`
  text += `trailer\n<</Size ${size}/Root 1 0 R${previous ? `/Prev ${previous}` : ''}>>\nstartxref\n${start}\n%%EOF\n`
  return joined(before, bytes(text))
}
const stream = (text) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`
const plain = (catalog = '') => pdf([
  `<</Type/Catalog/Pages 2 0 R${catalog}>>`, '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<<>>>>', stream('0 0 1 rg 10 10 50 50 re f'),
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Rotate 90/Resources<<>>>>',
])
const startOf = (file) => Number(Buffer.from(file).toString('latin1').match(/startxref\n(\d+)\n%%EOF\n?$/)[1])
const run = (program, ...parameters) => execFileSync(program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const place = mkdtempSync(join(tmpdir(), 'paraph-pdf-'))
process.on('exit', () => rmSync(place, { recursive: true }))

/** A detached CMS by openssl over what a signature digests. */
function sign(content) {
  const [key, certificate, data, signature] = ['key.pem', 'certificate.pem', 'data', 'signature.der'].map((name) => join(place, name))
  run('openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Anna Petrova', '-keyout', key, '-out', certificate)
  writeFileSync(data, content)
  run('openssl', 'cms', '-sign', '-binary', '-in', data, '-signer', certificate, '-inkey', key, '-outform', 'DER', '-out', signature, '-md', 'sha256')
  return new Uint8Array(readFileSync(signature))
}
const time = "D:20261122000000+00'00'"
/** Fonts that forms are filled with: that of pdf.js, and the system's. */
const fonts = ['/usr/share/javascript/pdf/web/standard_fonts/LiberationSans-Regular.ttf', '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf']
const request = { page: 0, box: [20, 30, 140, 90], ink, name: 'Анна Петрова', time }
/** A file signed on its first page. */
function signed(content = plain(), more = request) {
  const reader = new Reader(content)
  const { byteRange: [a, b, c, d], error } = reader.prepare(more)
  assert.equal(error, undefined)
  const whole = joined(content, reader.appended())
  assert.deepEqual([a, c + d], [0, whole.length])
  assert(reader.complete(sign(joined(whole.subarray(a, a + b), whole.subarray(c, c + d)))))
  return joined(content, reader.appended())
}

const tests = {
  'needs nothing of the page but randomness'() {
    assert.deepEqual(WebAssembly.Module.imports(module), [{ module: 'page', name: 'random', kind: 'function' }])
    return `${file.length} bytes`
  },
  'describes a file'() {
    const reader = new Reader(plain())
    assert.deepEqual(reader.about, {
      pages: 2, version: 17, repaired: false, remarks: [], encrypted: false, xfa: false, permission: 3, certified: false, revisions: [plain().length],
      fields: [], signatures: [],
    })
    assert.deepEqual(reader.sizes(), [300, 400, 400, 300])
  },
  'says what is wrong with a file'() {
    const error = (content) => new Reader(content).about.error
    assert.equal(error(new Uint8Array()), 'notPDF')
    assert.equal(error(bytes('GIF89a, not a PDF at all')), 'notPDF')
    assert.equal(error(bytes('%PDF-1.7\nnothing else')), 'missing')
    const encrypt = '<</Filter/Standard/V 2/R 3/Length 128/P -4/O<00>/U<00>>>'
    assert.equal(error(bytes(Buffer.from(plain()).toString('latin1').replace('/Root', `/Encrypt ${encrypt}/Root`))), 'password')
    assert.equal(new Reader(pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])).about.pages, 0)
    assert.equal(new Reader(plain('/AcroForm<</Fields[]/XFA 4 0 R>>')).about.xfa, true)
    const cut = plain()
    assert.deepEqual(Object.fromEntries(['pages', 'repaired'].map((key) => [key, new Reader(cut.subarray(0, cut.length - 40)).about[key]])),
      { pages: 2, repaired: true })
  },
  'signs, as poppler judges it'() {
    const content = plain()
    const whole = signed(content)
    assert.deepEqual(whole.subarray(0, content.length), content, 'what was there is kept')
    const path = join(place, 'signed.pdf')
    writeFileSync(path, whole)
    const verdict = run('pdfsig', '-nocert', path)
    for (const words of ['Signature is Valid.', 'Total document signed']) assert(verdict.includes(words), verdict)
    const { about } = new Reader(whole)
    assert.equal(about.revisions.length, 2)
    const [{ contents, byteRange, ...signature }] = about.signatures
    assert.deepEqual(signature, { field: 'Signature1', kind: 'approval', covers: 'document', name: 'Анна Петрова', time, format: 'ETSI.CAdES.detached' })
    assert(contents.startsWith('3082') && byteRange.length === 4)
    assert.deepEqual(about.fields, [{ name: 'Signature1', signed: true, locked: false, page: 0, rectangle: [20, 30, 140, 90] }])
  },
  'says what a signature would lie on, and where there is room'() {
    const printed = pdf([
      '<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
      stream('BT /F 12 Tf 40 200 Td (A lease of a very small boat) Tj 0 -80 Td (Tenant: __________________) Tj ET'),
    ])
    const reader = new Reader(printed)
    const over = [40, 180, 180, 230]
    assert.deepEqual(reader.judge(0, over, { ink }), { background: 'text', signed: false })
    assert.deepEqual(reader.judge(0, [40, 280, 180, 330], { ink }), { background: 'free', signed: false })
    const free = reader.free(0, over, true, { ink })
    assert.deepEqual([free.page, free.width, free.height], [0, 300, 400])
    assert.equal(reader.judge(0, free.box, { ink }).background, 'free')
    const [proposed] = reader.propose(170, 60).places
    assert.equal(proposed.line, true)
    const after = new Reader(signed(printed, { ...request, box: proposed.box }))
    assert.deepEqual(after.judge(0, proposed.box, { ink }), { background: 'signature', signed: true })
    assert.notDeepEqual(after.propose(170, 60).places[0], proposed)
    // Which of two lines is their own people know: both are offered.
    const two = pdf([
      '<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
      stream('BT /F 12 Tf 40 200 Td (Landlord: __________________) Tj 0 -80 Td (Tenant: __________________) Tj ET'),
    ])
    const { places } = new Reader(two).propose(170, 60)
    assert.deepEqual(places.map(({ page, line }) => [page, line]), [[0, true], [0, true]])
    assert(places[0].box[1] > 180 && places[1].box[3] < 190)
    assert.equal(reader.judge(7, over, { ink }).error, 'missing')
    assert.equal(reader.judge(0, over, { ink: bytes('nothing') }).error, 'malformed')
    for (const call of ['judge', 'free', 'propose']) assert.equal(new Reader(bytes('%PDF-1.7'))[call](0, over, {}).error, 'missing')
    // A huge page, full of small things, at once.
    const full = stream(Array.from({ length: 60_000 }, (_, index) => `${index % 290} ${index / 200} 1 1 re f`).join(' '))
    const slow = new Reader(pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<<>>>>', full]))
    const times = [() => slow.judge(0, over, { ink }), () => slow.judge(0, over, { ink }), () => slow.free(0, over, true, { ink }), () => reader.judge(0, over, { ink }), () => reader.propose(170, 60)]
      .map((action) => { const start = performance.now(); action(); return `${Math.round(performance.now() - start)} ms` })
    return times.join(', ')
  },
  'shows ink and photo where they are sealed'() {
    const reader = new Reader(plain())
    const alone = reader.layout(170, 60, { ink })
    const [left, bottom, right, top] = alone.ink
    assert(left > 0 && right < 170.001 && bottom > -3 && top < 63 && alone.widthOfPhoto === 0, JSON.stringify(alone))
    const photo = Uint8Array.from([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 144, 1, 44, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9])
    const { widthOfPhoto } = reader.layout(170, 60, { ink, photo })
    const both = reader.layout(170 + widthOfPhoto, 60, { ink, photo })
    assert(both.photo[2] < both.ink[0] + 3, 'the photo stands in front of the ink')
    for (const index of [0, 1]) assert(Math.abs(both.ink[index + 2] - both.ink[index] - alone.ink[index + 2] + alone.ink[index]) < 0.01, 'the ink keeps its size')
    assert.equal(reader.layout(170, 60, { ink: bytes('nothing') }).error, 'malformed')
  },
  'signs in a field that is there, and on a page that is turned'() {
    const withField = pdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Rotate 90/Annots[4 0 R]>>',
      '<</FT/Sig/T(Tenant)/Type/Annot/Subtype/Widget/Rect[10 20 60 120]/P 3 0 R>>',
    ])
    assert.deepEqual(new Reader(withField).about.fields, [{ name: 'Tenant', signed: false, locked: false, page: 0, rectangle: [20, 240, 120, 290] }])
    const { about } = new Reader(signed(withField, { field: 'Tenant', ink, time }))
    assert.deepEqual([about.fields.length, about.fields[0].signed, about.signatures[0].field], [1, true, 'Tenant'])
    assert.equal(new Reader(withField).prepare({ ...request, field: 'Tenant' }).error, 'malformed', 'it has its place already')
  },
  'fills a form in the update that is signed'() {
    const form = pdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/DA(/F 0 Tf 0 g)>>>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[4 0 R]>>',
      '<</FT/Tx/T(Name)/MaxLen 4/Ff 2/Type/Annot/Subtype/Widget/Rect[10 20 110 40]/P 3 0 R>>', '<</FT/Tx/T(Fixed)/Ff 1/Type/Annot/Subtype/Widget/Rect[10 60 110 80]/P 3 0 R>>',
    ])
    const reader = new Reader(form)
    const { fields } = reader.json(reader.pdf.form())
    assert.deepEqual(fields.map(({ name, refusal, required, longest }) => [name, refusal, required, longest]), [['Name', undefined, true, 4], ['Fixed', 'readOnly', undefined, undefined]])
    assert.deepEqual(fields[0].widgets, [{ page: 0, rectangle: [10, 20, 110, 40] }])
    const refusals = (text) => {
      reader.pdf.set(9, reader.put(new TextEncoder().encode(text)))
      return reader.json(reader.pdf.refusals()).refusals
    }
    assert.deepEqual(refusals('Name\0t\0Zoé'), [])
    assert.deepEqual(refusals('Name\0t\0Zoé Z'), [{ field: 'Name', reason: 'tooLong', most: 4 }])
    assert.deepEqual(refusals('Name\0t\0Зоя').map(({ reason }) => reason), ['noGlyph'], 'no font has the letter')
    reader.pdf.set(9, reader.put(new TextEncoder().encode('Name\0t\0Zoé')))
    assert.equal(reader.prepare({ room: 64, time }).error, undefined)
    assert(reader.complete(bytes('0')))
    const filled = new Reader(joined(form, reader.appended()))
    assert.equal(filled.json(filled.pdf.form()).fields[0].value, 'Zoé')
    reader.pdf.set(9, reader.put(new TextEncoder().encode('Fixed\0t\0x')))
    assert.equal(reader.prepare({ room: 64, time }).error, 'unsupported')
  },
  'tells what was changed after a signature'() {
    const first = signed()
    assert.deepEqual(new Reader(first).changes(0), { verdict: 'none', items: [] })
    const second = new Reader(signed(first, { page: 1, box: [10, 10, 60, 40], ink, time }))
    assert.deepEqual(second.about.signatures.map(({ covers }) => covers), ['revision', 'document'])
    assert.equal(second.changes(0).verdict, 'allowed')
    const forged = pdf([stream('1 0 0 rg 0 0 300 400 re f')], { before: first, first: 4, size: 20, previous: startOf(first) })
    const { verdict, items } = new Reader(forged).changes(0)
    assert.equal(verdict, 'forbidden')
    assert(items.some(({ kind, page }) => kind === 'pageContent' && page === 0), JSON.stringify(items))
    assert.equal(new Reader(forged).changes(7).error, 'missing')
  },
  'judges what is filled in with a font that it knows by what it says'() {
    const font = fonts.find((path) => existsSync(path))
    assert(font, 'no font is there that forms are filled with')
    const form = pdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 6 0 R>>>>>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[5 0 R]/Resources<<>>>>',
      stream('0 0 1 rg 10 300 50 50 re f'), '<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[20 100 280 130]/F 4/P 3 0 R>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ])
    const program = new Uint8Array(readFileSync(font))
    const second = new Reader(signed(form))
    second.pdf.set(9, second.put(new TextEncoder().encode('Name\0t\0Анна Żółć')))
    second.pdf.set(10, second.put(program))
    const { error } = second.prepare({ page: 0, box: [150, 30, 270, 90], ink, time })
    assert.equal(error, undefined)
    assert(second.complete(bytes('0')))
    const filled = new Reader(joined(second.content, second.appended()))
    const { verdict, items } = filled.changes(0)
    assert.equal(verdict, 'suspicious')
    assert(items.some(({ kind, verdict }) => kind === 'font' && verdict === 'suspicious'), JSON.stringify(items))
    filled.pdf.know(filled.put(bytes('no font')))
    assert.equal(filled.changes(0).verdict, 'suspicious')
    filled.pdf.know(filled.put(program.map((byte, at) => (at === program.length >> 1 ? byte ^ 1 : byte))))
    filled.pdf.know(filled.put(program))
    assert.equal(filled.changes(0).verdict, 'allowed', JSON.stringify(filled.changes(0).items))
  },
  'refuses what earlier signatures forbid'() {
    const certified = Buffer.from(signed()).toString('latin1')
      .replace('/Type/Sig', '/Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]')
    const reader = new Reader(bytes(certified))
    assert.equal(reader.about.permission, 1)
    assert.equal(reader.prepare(request).error, 'unsupported')
  },
  'refuses places off the page, and ink that is none'() {
    const reader = new Reader(plain())
    assert.equal(reader.prepare({ ...request, box: [290, 30, 400, 90] }).error, 'malformed')
    assert.equal(reader.prepare({ ...request, page: 9 }).error, 'missing')
    assert.equal(reader.prepare({ ...request, ink: bytes('nothing') }).error, 'malformed')
    assert.equal(reader.prepare({ ...request, link: 'javascript:alert(1)' }).error, 'malformed')
    assert.equal(reader.prepare({ ...request, room: 10 }).error, undefined)
    assert.equal(reader.complete(new Uint8Array(11)), false, 'a signature that has no room')
  },
  'survives any byte that is wrong'() {
    const content = signed()
    for (let index = 0; index < content.length; index += 97) {
      const { about } = new Reader(content.map((byte, at) => (at === index ? byte ^ 0x55 : byte)))
      assert(about.error || about.pages >= 0, `byte ${index}`)
    }
  },
}
for (const [name, test] of Object.entries(tests)) console.log('ok  ', name, test() ?? '')
