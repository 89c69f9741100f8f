import type { CheckoutProgress } from '../../checkouts/read/read-checkout-progress.ts'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { escapeHtml } from '../../themes/html.ts'
import { orderTable, page } from './page.ts'

const REFRESH_SECONDS = 3

/** Shows the progress of an order. The page reloads itself while the progress can still change. */
export function progressPage(progress: CheckoutProgress): string {
  const { tone, state, why, changes } = statusOf(progress)
  return page({
    title: `${state} – ${progress.storeName}`,
    ...(changes && { refreshSeconds: REFRESH_SECONDS }),
    content: `${progress.isTest ? '<span class="test">test store</span>' : ''}<h1>${escapeHtml(progress.storeName)}</h1>
<p class="state ${tone}">${state}</p><p>${why}</p>${orderTable(progress)}<p>For ${escapeHtml(progress.gameUserId)}.</p>`,
  })
}

type Status = { tone: 'good' | 'warn' | 'bad'; state: string; why: string; changes: boolean }

const STATUSES: Record<Exclude<CheckoutState, 'paid'>, Status> = {
  open: {
    tone: 'warn',
    state: 'Not paid yet',
    why: 'The payment provider has not confirmed the payment yet.',
    changes: true,
  },
  abandoned: {
    tone: 'bad',
    state: 'Not paid',
    why: 'The time to pay has ended. As far as we know, nothing was charged.',
    changes: false,
  },
  refunded: {
    tone: 'warn',
    state: 'Refunded',
    why: 'The money is on its way back to you, and the items were removed.',
    changes: false,
  },
  disputed: {
    tone: 'bad',
    state: 'Disputed',
    why: 'The payment is disputed, so the items were removed.',
    changes: false,
  },
}

function statusOf({ state, waiting, delivered }: CheckoutProgress): Status {
  if (state !== 'paid') return STATUSES[state]
  if (waiting === 0) {
    return { tone: 'good', state: 'Delivered', why: 'Everything has arrived in the game.', changes: false }
  }
  return {
    tone: 'good',
    state: 'Paid, on its way',
    why: `${delivered} of ${delivered + waiting} game servers have delivered. The others follow at their next poll. Some items arrive only while you are in the game.`,
    changes: true,
  }
}
