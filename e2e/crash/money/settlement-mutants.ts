import type { Mutant } from '../mutant.ts'

const SETTLE = 'src/payments/add-facts.ts'

/** What a callback, or an answer of the provider, does to a checkout. */
export const SETTLEMENT_MUTANTS: Mutant[] = [
  {
    name: 'any signature of the right length will do',
    short: true,
    edits: [
      {
        file: 'src/payments/sandbox/sandbox-callback.ts',
        find: 'if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {',
        replace: 'if (bytes.length !== expected.length) {',
      },
    ],
  },
  {
    name: 'the amount is not compared',
    edits: [
      {
        file: SETTLE,
        find: "  if (paid !== null && paid.amountMinor !== known.amountMinor) return 'amount_mismatch'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'the store that a callback names is not compared',
    edits: [
      {
        file: 'src/payments/apply-facts.ts',
        find: "  if (facts.storeId !== null && facts.storeId !== formatId('sto', storeId)) return park('store_mismatch', null)\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a refund that overtakes its payment is forgotten',
    edits: [
      {
        file: SETTLE,
        find: 'refundedMinor: Math.max(before.refundedMinor, facts.refundedMinor),',
        replace:
          "refundedMinor: before.state === 'open' && !facts.paid ? 0 : Math.max(before.refundedMinor, facts.refundedMinor),",
      },
    ],
  },
  {
    name: 'a dispute counts when it is lost',
    edits: [
      {
        file: SETTLE,
        find: "return known.dispute !== 'none' && !isReversed ?",
        replace: "return known.dispute === 'lost' && !isReversed ?",
      },
    ],
  },
  {
    name: 'money for a checkout that was given up is ignored',
    edits: [
      {
        file: SETTLE,
        find: 'const isPaid = wasPaid || facts.paid !== null\n',
        replace: "const isPaid = wasPaid || (facts.paid !== null && before.state === 'open')\n",
      },
    ],
  },
  {
    name: 'no provider is ever asked',
    edits: [
      {
        file: 'src/payments/start-payment.ts',
        find: '      now() + make_interval(secs => ${FIRST_RECONCILE_SECONDS}))`',
        replace: '      null)`',
      },
    ],
  },
  {
    name: 'a question that was begun is never asked again',
    edits: [
      {
        file: 'src/payments/reconcile-due-payments.ts',
        find: '      reconcile_at = now() + make_interval(secs => least(${MAX_RECONCILE_INTERVAL_SECONDS}, ${FIRST_RECONCILE_SECONDS} * 2 ^ least(reconcile_attempts, 10)))\n',
        replace: '      reconcile_at = null\n',
      },
      {
        file: 'src/payments/reconcile-due-payments.ts',
        find: '    if (facts) await applyFacts(tx, { storeId, provider, checkoutId, facts })\n',
        replace:
          '    if (facts) await applyFacts(tx, { storeId, provider, checkoutId, facts })\n' +
          "    else await sql`update payments set reconcile_at = now() + interval '1 minute' where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)\n",
      },
    ],
  },
  {
    name: 'stock is not given back',
    edits: [
      {
        file: 'src/checkouts/buy/abandon-checkout.ts',
        find: "  await adjustStock(tx, { storeId, checkoutId, change: 'return' })\n",
        replace: '',
      },
    ],
  },
  {
    name: 'opening again opens a second checkout',
    edits: [
      {
        file: 'src/checkouts/buy/open-checkout.ts',
        find: 'values (${storeId}, ${checkoutId}, ${sale.reference}, ',
        replace: 'values (${storeId}, ${checkoutId}, null, ',
      },
    ],
  },
]
