import { defineMutants } from '../../kit/mutants/mutant.ts'

const ADD_FACTS = 'server/src/payments/add-facts.ts'
const RECONCILE = 'server/src/payments/reconcile-due-payments.ts'

/** Faults in the effects of callbacks and queries on a checkout. */
export const PAYMENT_MUTANTS = defineMutants([
  {
    name: 'every signature with the right length is accepted',
    short: true,
    file: 'server/src/payments/sandbox/sandbox-callback.ts',
    marker: 'sandbox-signature',
    find: ' || !timingSafeEqual(bytes, expected)',
    by: '',
  },
  { name: 'the amount is not compared', file: ADD_FACTS, marker: 'amount-mismatch', replace: '' },
  {
    name: 'the store that a callback names is not compared',
    file: 'server/src/payments/apply-facts.ts',
    marker: 'store-mismatch',
    replace: '',
  },
  {
    name: 'a refund that arrives before its payment is forgotten',
    file: ADD_FACTS,
    marker: 'refunded-amount',
    replace:
      "    refundedMinor: before.state === 'open' && !facts.paid ? 0 : Math.max(before.refundedMinor, facts.refundedMinor),",
  },
  {
    name: 'a dispute only counts when it is lost',
    edits: [
      { file: ADD_FACTS, marker: 'dispute-step', find: "known.dispute !== 'none'", by: "known.dispute === 'lost'" },
    ],
  },
  {
    name: 'money for an abandoned checkout is ignored',
    file: ADD_FACTS,
    marker: 'late-payment',
    find: 'facts.paid !== null',
    by: "(facts.paid !== null && before.state === 'open')",
  },
  {
    name: 'providers are never queried',
    file: 'server/src/payments/start-payment.ts',
    marker: 'first-query',
    find: 'now() + make_interval(secs => ${FIRST_RECONCILE_SECONDS})',
    by: 'null',
  },
  {
    name: 'a query that was interrupted is never repeated',
    edits: [
      { file: RECONCILE, marker: 'next-query', replace: '      reconcile_at = null' },
      {
        file: RECONCILE,
        marker: 'queried-facts',
        after: `
    else await sql\`
      update payments set reconcile_at = now() + interval '1 minute'
      where store_id = \${storeId} and checkout_id = \${checkoutId}\`.execute(tx)`,
      },
    ],
  },
  {
    name: 'stock is not returned',
    file: 'server/src/checkouts/buy/abandon-checkout.ts',
    marker: 'return-stock',
    replace: '',
  },
  {
    name: 'opening again opens a second checkout',
    file: 'server/src/checkouts/buy/open-checkout.ts',
    marker: 'open-reference',
    find: '${sale.reference}, ',
    by: 'null, ',
  },
])
