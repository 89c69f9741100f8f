import { defineMutants, mutantsOf } from '../../kit/mutants/mutant.ts'

const RECONCILE = 'server/src/payments/reconcile-due-payments.ts'

/** Faults in the effects of callbacks and queries on a checkout. */
export const PAYMENT_MUTANTS = defineMutants([
  {
    name: 'every signature with the right length is accepted',
    short: true,
    file: 'server/src/payments/sandbox/sandbox-callback.ts',
    in: 'readSandboxCallback',
    find: ' || !timingSafeEqual(bytes, expected)',
    by: '',
  },
  ...mutantsOf({
    'server/src/payments/add-facts.ts': {
      findMismatch: [['the amount is not compared', 'paid.amountMinor !== known.amountMinor', 'false']],
      addFacts: [
        [
          'a refund that arrives before its payment is forgotten',
          'refundedMinor: Math.max(',
          "refundedMinor: before.state === 'open' && !facts.paid ? 0 : Math.max(",
        ],
        [
          'money for an abandoned checkout is ignored',
          'wasPaid || facts.paid !== null',
          "wasPaid || (facts.paid !== null && before.state === 'open')",
        ],
      ],
      stepsOf: [['a dispute only counts when it is lost', "known.dispute !== 'none'", "known.dispute === 'lost'"]],
    },
    'server/src/payments/apply-facts.ts': {
      applyFacts: [
        ['the store that a callback names is not compared', "facts.storeId !== formatId('sto', storeId)", 'false'],
      ],
    },
    'server/src/payments/start-payment.ts': {
      insertPayment: [
        ['providers are never queried', 'now() + make_interval(secs => ${FIRST_RECONCILE_SECONDS})', 'null'],
      ],
    },
    'server/src/checkouts/buy/reservation.ts': {
      releaseReservation: [['stock is not returned', 'await returnStock(tx, { storeId, checkoutId })']],
    },
    'server/src/checkouts/buy/create-checkout.ts': {
      createCheckout: [
        ['opening again opens a second checkout', 'id: checkoutId, reference, ', 'id: checkoutId, reference: null, '],
      ],
    },
  }),
  {
    name: 'a query that was interrupted is never repeated',
    edits: [
      { file: RECONCILE, in: 'claim', at: 'reconcile_at = now(', replace: '      reconcile_at = null' },
      {
        file: RECONCILE,
        in: 'reconcilePayment',
        at: 'if (facts) await',
        after: `
    else await sql\`
      update payments set reconcile_at = now() + interval '1 minute'
      where store_id = \${storeId} and checkout_id = \${checkoutId}\`.execute(tx)`,
      },
    ],
  },
])
