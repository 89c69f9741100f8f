import type { CheckoutProgress } from '../../checkouts/read/read-checkout-progress.ts'
import { writeMoney } from '../../money.ts'
import { escapeHtml } from '../../themes/html.ts'

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--paper:#fff;--back:#f1f3f6;--line:#d9dee6;--soft:#5b6675;--good:#137a4b;--warn:#9a5b00;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--paper:#1b212b;--back:#11151b;--line:#323b49;--soft:#9aa6b6;--good:#5fd39b;--warn:#f0b45a;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:3rem auto;padding:1.75rem;background:var(--paper);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem;color:var(--soft)}
table{width:100%;border-collapse:collapse;margin:1rem 0}td{padding:.4rem 0;border-bottom:1px solid var(--line)}td:last-child{text-align:right;white-space:nowrap}
tr.total td{border:0;font-weight:600}
.state{font-weight:600}.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
.test{display:inline-block;padding:.1rem .5rem;border:1px solid var(--warn);border-radius:99px;color:var(--warn);font-size:.8rem}
button{display:block;width:100%;margin:.5rem 0;padding:.7rem 1rem;font:inherit;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;cursor:pointer}
button.main{background:var(--ink);color:var(--paper);border-color:var(--ink)}button:focus-visible{outline:3px solid var(--warn);outline-offset:2px}`

/** A page that works without scripts. `content` is HTML in which all values were escaped. */
export function page({
  title,
  content,
  refreshSeconds,
}: {
  title: string
  content: string
  refreshSeconds?: number
}): string {
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`
}

export function orderTable({ lines, currency, total }: CheckoutProgress): string {
  const rows = lines.map(
    ({ name, quantity, price }) =>
      `<tr><td>${escapeHtml(name)}${quantity > 1 ? ` × ${quantity}` : ''}</td><td>${escapeHtml(writeMoney(price * quantity, currency))}</td></tr>`,
  )
  return `<table>${rows.join('')}<tr class="total"><td>Total</td><td>${escapeHtml(writeMoney(total, currency))}</td></tr></table>`
}
