import { defineMutants, mutantsOf } from '../../kit/mutants/mutant.ts'

/** Faults in the limits of coupons and in the ledgers of creators. */
export const CODE_MUTANTS = defineMutants([
  {
    name: 'a coupon can be used more often than its limit',
    short: true,
    file: 'server/src/promotions/codes/use-code.ts',
    in: 'toUsable',
    find: 'row.max_uses - row.uses',
    by: 'row.max_uses',
  },
  ...mutantsOf({
    'server/src/checkouts/buy/reservation.ts': {
      releaseReservation: [['an abandoned checkout keeps the use of its code', 'codeId !== null', 'false']],
      takeMissing: [['an abandoned checkout that is paid after all takes no use', 'codeId !== null', 'false']],
    },
    'server/src/checkouts/reverse/refund.ts': {
      refundLines: [
        [
          'a refund leaves the share to the creator',
          'await reverseShares(tx, { storeId, checkoutId, lineNos: dueNos })',
        ],
      ],
    },
    'server/src/payments/apply-facts.ts': {
      applyFacts: [['a lost dispute leaves the share to the creator', "if (after.dispute === 'lost')", 'if (false)']],
    },
  }),
  {
    name: 'a share is taken back twice',
    edits: [
      {
        file: 'server/migrations/0066_promotions.sql',
        at: 'create unique index creator_entries_once',
        find: 'create unique index',
        by: 'create index',
      },
      {
        file: 'server/src/promotions/codes/creator-ledger.ts',
        in: 'recordShares',
        find: 'on conflict (store_id, checkout_id, line_no, kind) where checkout_id is not null do nothing',
        by: '',
      },
    ],
  },
])
