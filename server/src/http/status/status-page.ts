import { createHash } from 'node:crypto'
import type { Status } from '../../monitoring/read-status.ts'

/** The colors of the dashboard. */
const STYLE = `
:root{color-scheme:light dark;--bg:#f7f6f3;--surface:#fff;--line:#e4e2dc;--ink:#1b1c19;--soft:#4f514a;--faint:#66685f;--accent:#0b6584;--good:#17703f;--late:#855000;--down:#b0261d}
@media(prefers-color-scheme:dark){:root{--bg:#111211;--surface:#191b1a;--line:#2a2d2b;--ink:#ebebe7;--soft:#b9bbb4;--faint:#989b94;--accent:#66c3df;--good:#71c793;--late:#e5b060;--down:#f48d83}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:40rem;margin:0 auto;padding:clamp(1.5rem,6vw,4rem) 1rem}
h1{display:flex;gap:.75rem;align-items:center;margin:0;font-size:1.375rem;line-height:1.25;font-weight:600;letter-spacing:-.012em}
h1 svg{width:1.75rem;height:1.75rem}
p{margin:.5rem 0 1.5rem;color:var(--soft)}
ul{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:6px}
li{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.875rem 1rem}
li+li{border-top:1px solid var(--line)}
h2{margin:0;font-size:1rem;font-weight:600}
li p{grid-column:1/-1;margin:0;font-size:.875rem}
.state{display:flex;gap:.5rem;align-items:center;font-weight:600;white-space:nowrap}
svg{flex:none;width:1rem;height:1rem;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.good{color:var(--good)}.late{color:var(--late)}.down{color:var(--down)}.off{color:var(--faint)}
footer{margin-top:1rem;font-size:.875rem;color:var(--faint)}
a{color:var(--accent);text-underline-offset:.18em}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** What a browser may load for the page: this style, and nothing else. */
export const STATUS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

type State = 'good' | 'late' | 'down' | 'off'
type Part = { name: string; state: State; words: string }

const ICONS: Record<State, string> = {
  good: '<circle cx="8" cy="8" r="6.25"/><path d="M5.25 8.25l2 2 3.5-4"/>',
  late: '<circle cx="8" cy="8" r="6.25"/><path d="M8 4.5V8l2.5 1.5"/>',
  down: '<circle cx="8" cy="8" r="6.25"/><path d="M5.75 5.75l4.5 4.5M10.25 5.75l-4.5 4.5"/>',
  off: '<circle cx="8" cy="8" r="6.25"/><path d="M5.25 8h5.5"/>',
}
const LABELS: Record<State, string> = { good: 'Works', late: 'Late', down: 'Does not work', off: 'Not used' }

/** The page for owners. Without a status, the database does not answer. */
export function statusPage(status: Status | undefined, now: Date): { isUp: boolean; html: string } {
  const isUp = status?.isWritable === true
  const parts = isUp ? partsOf(status) : partsWithout(status)
  const late = parts.filter(({ state }) => state === 'late').length
  const summary: Summary = isUp ? (late === 0 ? ALL_WORKS : SOME_LATE) : DOWN
  const rows = parts.map(
    ({ name, state, words }) =>
      `<li><h2>${name}</h2><span class="state ${state}">${icon(state)}${LABELS[state]}</span><p>${words}</p></li>`,
  )
  const time = now.toISOString()
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${summary.title} – Status</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1><span class="state ${summary.state}">${icon(summary.state)}</span>${summary.title}</h1>
<p>${summary.words}</p>
<ul>
${rows.join('\n')}
</ul>
<footer>Checked on <time datetime="${time}">${time.slice(0, 10)} at ${time.slice(11, 19)} UTC</time>. <a href="/status">Check again</a></footer>
</main>
</body>
</html>
`
  return { isUp, html }
}

type Summary = { state: State; title: string; words: string }

const ALL_WORKS: Summary = {
  state: 'good',
  title: 'Everything works',
  words: 'Stores sell, and game servers get what was bought.',
}
const SOME_LATE: Summary = {
  state: 'late',
  title: 'Some work is late',
  words: 'Stores sell. What is late below is done as soon as possible, and nothing is lost.',
}
const DOWN: Summary = {
  state: 'down',
  title: 'Stores cannot sell at the moment',
  words: 'Purchases that were paid are kept and delivered afterwards. Payment providers send their callbacks again.',
}

function partsOf({ deliveries, payments, webhooks, mails }: Status): Part[] {
  return [
    { name: 'Database', state: 'good', words: 'It answers and stores changes.' },
    workPart('Deliveries', deliveries, 'Game servers can fetch deliveries. Retries and expiries are on time.'),
    workPart(
      'Payments',
      payments,
      'Callbacks of payment providers are accepted. Open payments and refunds are on time.',
    ),
    workPart('Webhooks', webhooks, 'Events are sent on time to endpoints that accept them.'),
    mails === undefined
      ? { name: 'E-mails', state: 'off', words: 'This installation has no mail server.' }
      : workPart('E-mails', mails, 'E-mails are sent on time.'),
  ]
}

function workPart(name: string, lateSeconds: number, words: string): Part {
  if (lateSeconds === 0) return { name, state: 'good', words }
  return { name, state: 'late', words: `The oldest work has been waiting for ${duration(lateSeconds)}.` }
}

function partsWithout(status: Status | undefined): Part[] {
  const words = status ? 'It answers, but stores no changes.' : 'It does not answer.'
  const others = ['Deliveries', 'Payments', 'Webhooks', 'E-mails']
  return [
    { name: 'Database', state: 'down', words },
    ...others.map((name): Part => ({ name, state: 'down', words: 'Waits for the database.' })),
  ]
}

function icon(state: State): string {
  return `<svg viewBox="0 0 16 16" aria-hidden="true">${ICONS[state]}</svg>`
}

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 2 * MINUTES_OF_HOUR) return `${minutes} minutes`
  if (minutes < 2 * MINUTES_OF_DAY) return `${Math.floor(minutes / MINUTES_OF_HOUR)} hours`
  return `${Math.floor(minutes / MINUTES_OF_DAY)} days`
}
