import type { CheckoutProgress } from '../../checkouts/read/checkout-progress.ts'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { escape, orderTable, page } from './page.ts'

const SOON_SECONDS = 3

/** Tells a player how far his purchase is, and why it waits. Looks again by itself while something may still change. */
export function progressPage(progress: CheckoutProgress): string {
  const { tone, state, why, changes } = standOf(progress)
  return page({
    title: `${state} – ${progress.storeName}`,
    ...(changes && { refreshSeconds: SOON_SECONDS }),
    content: `${progress.isTest ? '<span class="test">test store</span>' : ''}<h1>${escape(progress.storeName)}</h1>
<p class="state ${tone}">${state}</p><p>${why}</p>${orderTable(progress)}<p>For ${escape(progress.gameUserId)}.</p>`,
  })
}

type Stand = { tone: 'good' | 'warn' | 'bad'; state: string; why: string; changes: boolean }

const STANDS: Record<Exclude<CheckoutState, 'paid'>, Stand> = {
  open: {
    tone: 'warn',
    state: 'Not paid yet',
    why: 'We are waiting to hear from the payment provider.',
    changes: true,
  },
  abandoned: {
    tone: 'bad',
    state: 'Not paid',
    why: 'The time to pay is over. Nothing was charged as far as we know.',
    changes: false,
  },
  refunded: {
    tone: 'warn',
    state: 'Refunded',
    why: 'The money is on its way back, and the items were taken back.',
    changes: false,
  },
  disputed: {
    tone: 'bad',
    state: 'Disputed',
    why: 'The payment is disputed, so the items were taken back.',
    changes: false,
  },
}

function standOf({ state, waiting, delivered }: CheckoutProgress): Stand {
  if (state !== 'paid') return STANDS[state]
  if (waiting === 0) {
    return { tone: 'good', state: 'Delivered', why: 'Everything has arrived in the game.', changes: false }
  }
  return {
    tone: 'good',
    state: 'Paid, on its way',
    why: `${delivered} of ${delivered + waiting} game servers have delivered. The rest follows as soon as the server asks for it; be online in the game.`,
    changes: true,
  }
}
