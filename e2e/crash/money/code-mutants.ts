import { defineMutants } from '../../kit/mutants/mutant.ts'

const USE_CODE = 'server/src/promotions/codes/use-code.ts'

/** Faults in the limits of coupons and in the ledgers of creators. */
export const CODE_MUTANTS = defineMutants([
  {
    name: 'a coupon can be used more often than its limit',
    short: true,
    file: USE_CODE,
    marker: 'coupon-limit',
    find: 'row.max_uses - row.uses',
    by: 'row.max_uses',
  },
  {
    name: 'an abandoned checkout keeps the use of its code',
    file: 'server/src/checkouts/buy/abandon-checkout.ts',
    marker: 'return-use',
    replace: '',
  },
  {
    name: 'an abandoned checkout that is paid after all takes no use',
    file: 'server/src/checkouts/buy/pay-checkout.ts',
    marker: 'late-use',
    replace: '',
  },
  {
    name: 'a refund leaves the share to the creator',
    file: 'server/src/checkouts/reverse/refund.ts',
    marker: 'reverse-share',
    replace: '',
  },
  {
    name: 'a lost dispute leaves the share to the creator',
    file: 'server/src/payments/apply-facts.ts',
    marker: 'lost-share',
    replace: '',
  },
  {
    name: 'a share is taken back twice',
    edits: [
      {
        file: 'server/migrations/0066_promotions.sql',
        marker: 'creator-once',
        find: 'create unique index',
        by: 'create index',
      },
      {
        file: 'server/src/promotions/codes/creator-ledger.ts',
        marker: 'share-twice',
        find: 'on conflict (store_id, checkout_id, line_no, kind) where checkout_id is not null do nothing',
        by: '',
      },
    ],
  },
])
