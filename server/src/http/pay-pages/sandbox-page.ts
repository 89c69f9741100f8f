import type { CheckoutProgress } from '../../checkouts/read/read-checkout-progress.ts'
import type { SandboxAction } from '../../payments/sandbox/run-sandbox-action.ts'
import { escapeHtml } from '../../themes/html.ts'
import { orderTable, page } from './page.ts'

const BUTTONS: [action: SandboxAction, label: string][] = [
  ['pay', 'Pay'],
  ['decline', 'Decline the payment'],
  ['pay-and-refund-later', 'Pay, and refund it a minute later'],
  ['pay-and-dispute-later', 'Pay, and dispute it a minute later'],
]

const SUBSCRIPTION_BUTTONS: typeof BUTTONS = [
  ['pay-and-recover-renewals', 'Pay, and let the first attempt of each renewal fail'],
  ['pay-and-fail-renewals', 'Pay, and let renewals fail'],
]

/** The payment page of a test store. It states that no real money moves. */
export function sandboxPage(progress: CheckoutProgress): string {
  const shown = progress.isSubscription ? [...BUTTONS, ...SUBSCRIPTION_BUTTONS] : BUTTONS
  const buttons = shown.map(
    ([action, label], i) =>
      `<button name="action" value="${action}"${i === 0 ? ' class="main"' : ''}>${label}</button>`,
  )
  return page({
    title: `Pay ${progress.storeName}`,
    content: `<span class="test">test store</span><h1>${escapeHtml(progress.storeName)}</h1>
<p>For ${escapeHtml(progress.gameUserId)}. No real money moves here.${progress.isSubscription ? ' This is a subscription: it is paid again after each period.' : ''}</p>${orderTable(progress)}
<form method="post">${buttons.join('')}</form>`,
  })
}
