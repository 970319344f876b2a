// <ink-pad pen="blue|black" disabled>: a signature pad. ParaphInk, compiled to pad.wasm from Web/pad, keeps the strokes and turns them to outlines;
// this feeds it pointer events and fills what it gives. Strokes are in CSS pixels of the pad as it was when the first one began.
const module = await WebAssembly.compile(await (await fetch(new URL('pad.wasm', import.meta.url))).arrayBuffer())
const start = () => new WebAssembly.Instance(module).exports
const numbers = (ink, count) => new Float64Array(ink.memory.buffer, ink.outputStart(), count)
const colours = { blue: '#1F3FA8', black: '#111318' }, guide = '#C4C0B6'
const tools = { touch: 1, pen: 2, mouse: 3 }
let pictures

function path(n) {
  const path = new Path2D()
  for (let i = 0; i < n.length;) {
    const step = n[i++]
    if (step === 0) path.moveTo(n[i++], n[i++])
    else if (step === 1) path.lineTo(n[i++], n[i++])
    else if (step === 2) path.bezierCurveTo(n[i++], n[i++], n[i++], n[i++], n[i++], n[i++])
    else path.closePath()
  }
  return path
}
// Empties a canvas, makes it as fine as the screen, and maps a frame into it, as large as it fits, in the middle.
function fit(context, { x = 0, y = 0, width, height }) {
  const { canvas } = context, isShown = canvas.clientWidth > 0, ratio = isShown ? devicePixelRatio : 1
  const wide = isShown ? canvas.clientWidth : canvas.width, high = isShown ? canvas.clientHeight : canvas.height
  canvas.width = Math.round(wide * ratio)
  canvas.height = Math.round(high * ratio)
  const scale = Math.min(wide / width, high / height)
  const left = (wide - width * scale) / 2 - x * scale, top = (high - height * scale) / 2 - y * scale
  context.setTransform(scale * ratio, 0, 0, scale * ratio, left * ratio, top * ratio)
  return { scale, left, top }
}
/** Draws the sample that `bytes` encode, as large as the canvas allows; false if they are no sample. */
export function drawInk(canvas, bytes, pen = 'blue') {
  pictures ??= start()
  pictures.reserve(bytes.length)
  new Uint8Array(pictures.memory.buffer, pictures.outputStart(), bytes.length).set(bytes)
  const context = canvas.getContext('2d'), [x, y, width, height, ...outline] = numbers(pictures, pictures.picture(bytes.length))
  fit(context, width ? { x, y, width, height } : { width: 1, height: 1 })
  context.fillStyle = colours[pen] ?? pen
  context.fill(path(outline))
  return outline.length > 0
}

export class InkPad extends HTMLElement {
  static observedAttributes = ['pen']
  #ink = start()
  #still = document.createElement('canvas').getContext('2d')
  #live = document.createElement('canvas').getContext('2d', { desynchronized: true })
  #frame = { width: 1, height: 1 } // the size of the pad that strokes are in
  #view = { scale: 1, left: 0, top: 0 } // where that is shown
  #pointer = null
  #tool = ''
  #next = 0
  #fresh = []
  #resized = new ResizeObserver(() => this.#draw())
  constructor() {
    super()
    const on = (types, action) => types.split(' ').forEach((type) => this.addEventListener(type, action, { passive: false }))
    on('pointerdown', (event) => this.#down(event))
    on('pointermove', (event) => event.pointerId === this.#pointer && this.#add(event))
    on('pointerup pointercancel lostpointercapture', (event) => event.pointerId === this.#pointer && this.#up())
    on('touchstart touchmove', (event) => event.cancelable && event.preventDefault())
    on('keydown', (event) => event.key === 'z' && (event.metaKey || event.ctrlKey) && !this.disabled && this.undo())
  }
  connectedCallback() {
    for (const { canvas } of [this.#still, this.#live]) {
      Object.assign(canvas.style, { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' })
      this.append(canvas)
    }
    Object.assign(this.style, { display: 'block', position: 'relative', touchAction: 'none', userSelect: 'none', webkitUserSelect: 'none' })
    for (const [name, value] of [['tabindex', 0], ['role', 'img']]) if (!this.hasAttribute(name)) this.setAttribute(name, value)
    if (!this.clientHeight) this.style.aspectRatio = '5 / 2'
    this.#resized.observe(this)
  }
  disconnectedCallback() { this.#resized.disconnect() }
  attributeChangedCallback() { if (this.isConnected) this.#draw() }
  get strokeCount() { return this.#ink.strokeCount() }
  get empty() { return this.strokeCount === 0 }
  get pen() { return this.getAttribute('pen') === 'black' ? 'black' : 'blue' }
  set pen(pen) { this.setAttribute('pen', pen) }
  get disabled() { return this.hasAttribute('disabled') }
  set disabled(disabled) { this.toggleAttribute('disabled', disabled) }
  /** The sample in ParaphInk's binary form. */
  encode() { const count = this.#ink.encode(); return new Uint8Array(this.#ink.memory.buffer, this.#ink.outputStart(), count).slice() }
  erase() { this.#ink.erase(); this.#edited() }
  undo() { this.#ink.undo(); this.#edited() }

  #edited() { this.#pointer = null; this.#draw(); this.#changed() }
  #changed() { this.dispatchEvent(new Event('ink-change', { bubbles: true })) }
  #down(event) {
    const isBusy = this.#pointer !== null
    const isPalm = event.pointerType === 'touch' && this.#tool === 'pen' && !this.empty
    if (this.disabled || event.button !== 0 || isPalm || (isBusy && event.pointerType !== 'pen')) return
    if (isBusy) this.undo() // a palm came down before the pen
    if (this.empty) this.#draw()
    if (!this.#ink.begin(tools[event.pointerType] ?? 0, event.timeStamp)) return
    this.#pointer = event.pointerId
    this.#tool = event.pointerType
    this.setPointerCapture(event.pointerId)
    this.#add(event)
  }
  #add(event) {
    const { left, top } = this.#still.canvas.getBoundingClientRect(), view = this.#view, events = event.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY, timeStamp, pressure } of events.length ? events : [event])
      this.#ink.add((clientX - left - view.left) / view.scale, (clientY - top - view.top) / view.scale, timeStamp, pressure)
    this.#next ||= requestAnimationFrame(() => this.#advance())
  }
  #up() { this.#pointer = null; this.#ink.end(); this.#advance(); this.#changed() }
  // What became final stays on the lower layer, and for two frames on the upper one too, as the two need not show up together.
  #advance() {
    const still = this.#still, live = this.#live, ink = this.#ink
    cancelAnimationFrame(this.#next)
    this.#next = 0
    this.#fresh = [...this.#fresh.slice(-1), path(numbers(ink, ink.takeFinished()))]
    still.fill(this.#fresh.at(-1))
    live.clearRect(-1e5, -1e5, 2e5, 2e5)
    for (const piece of [...this.#fresh, path(numbers(ink, ink.tail()))]) live.fill(piece)
  }
  // Turning the device changes where the drawing is shown, not the drawing.
  #draw() {
    const still = this.#still, { clientWidth, clientHeight } = this
    if (!clientWidth || !clientHeight) return
    if (this.empty) {
      this.#frame = { width: clientWidth, height: clientHeight }
      const pen = Math.max(2.4, Math.min(4.5, clientWidth / 125))
      this.#ink.setPen(pen, pen / 6)
    }
    for (const layer of [still, this.#live]) {
      this.#view = fit(layer, this.#frame)
      layer.fillStyle = colours[this.pen]
    }
    this.#fresh = []
    const { width, height } = this.#frame, line = height * 0.74, x = width * 0.06, arm = Math.min(width, height) * 0.022
    still.strokeStyle = guide
    still.stroke(new Path2D(`M${width * 0.1} ${line}H${width * 0.95}M${x - arm} ${line - 3 * arm}l${2 * arm} ${2 * arm}m0-${2 * arm}l-${2 * arm} ${2 * arm}`))
    still.fill(path(numbers(this.#ink, this.#ink.outline())))
  }
}
customElements.define('ink-pad', InkPad)
