import type { CheckoutProgress } from '../../checkouts/read/checkout-progress.ts'
import type { Play } from '../../payments/sandbox/play-payment.ts'
import { escape, orderTable, page } from './page.ts'

const BUTTONS: [play: Play, label: string][] = [
  ['pay', 'Pay'],
  ['decline', 'Have the payment declined'],
  ['pay-and-refund-later', 'Pay, and be refunded a minute later'],
  ['pay-and-dispute-later', 'Pay, and dispute it a minute later'],
]

/** Where play money is paid. It looks like a payment page, and says that it is none. */
export function sandboxPage(progress: CheckoutProgress): string {
  const buttons = BUTTONS.map(
    ([play, label], i) => `<button name="play" value="${play}"${i === 0 ? ' class="main"' : ''}>${label}</button>`,
  )
  return page({
    title: `Pay ${progress.storeName}`,
    content: `<span class="test">test store</span><h1>${escape(progress.storeName)}</h1>
<p>For ${escape(progress.gameUserId)}. No real money moves here.</p>${orderTable(progress)}
<form method="post">${buttons.join('')}</form>`,
  })
}
