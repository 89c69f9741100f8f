import { defineMutants, mutantsOf } from '../kit/mutants/mutant.ts'

const OPEN = 'server/src/storefront/orders/open-order.ts'
const REPLACE = 'server/src/storefront/orders/replace-order.ts'
const PAY = 'server/src/checkouts/buy/pay-checkout.ts'
const RESERVATION = 'server/src/checkouts/buy/reservation.ts'

/** Faults that let somebody keep more than they paid for, lose money, or lock others out. The harness must notice each of them. */
export const GREED_MUTANTS = defineMutants([
  {
    name: 'a replaced order is paid with what the new one has taken',
    edits: [
      { file: REPLACE, in: 'closeOrLeave', find: 'await closePaymentPage(context, key)', by: 'true' },
      { file: PAY, in: 'payCheckout', at: 'if (isReplaced)', replace: '' },
      { file: RESERVATION, in: 'completeReservation', find: 'return lack', by: 'return undefined' },
    ],
  },
  ...mutantsOf({
    [OPEN]: {
      openNew: [
        [
          'an unpaid order under a typed name uses up the limits of that player',
          "holdsPlayer: view.proof === 'proven' && view.recipient === null",
          'holdsPlayer: true',
        ],
      ],
    },
    [RESERVATION]: {
      takeMissing: [
        [
          'an upgrade keeps the credit of a tier that was given back',
          "if (!(await retakeCredits(tx, key))) return 'credit'",
        ],
      ],
    },
    'server/src/subscriptions/open-subscription.ts': {
      openSubscription: [
        ['a coupon reduces every period of a subscription', 'coalesce(d.every_period, true) then 0', 'true then 0'],
      ],
    },
    'server/src/storefront/orders/withdrawable.ts': {
      withdrawableLines: [
        ['buyers withdraw from what the game has', 'dispatchedAt === null', 'dispatchedAt !== undefined'],
      ],
    },
    'server/src/payments/parked/return-payment.ts': {
      returnPayment: [['late money is kept', 'dueMinor <= 0', 'dueMinor > 0']],
    },
    'server/src/checkouts/buy/reserve-lines.ts': {
      reserveLines: [['more is sold than there is', 'if (left < 0) throw soldOut(product, left + quantity)']],
      takeUnheld: [['the limit is not checked when the money arrives', 'quantity > max)', 'quantity > max + 9)']],
    },
    'server/src/checkouts/buy/tiers.ts': {
      takeForRefund: [['a tier is refunded although it was credited', 'if (credited)', 'if (credited === null)']],
    },
    'server/src/promotions/codes/use-code.ts': {
      retakeUse: [
        ['the coupon is not checked when the money arrives', 'p.uses <= c.max_uses_per_player', 'p.uses >= 0'],
      ],
    },
    'server/src/promotions/gift-cards/pay-with-card.ts': {
      spend: [['a gift card pays and keeps its value', 'amountMinor > 0', 'amountMinor > 9_999']],
      release: [
        ['an abandoned order keeps what the gift card gave', 'taken.amountMinor === 0', 'taken.amountMinor > 0'],
      ],
    },
    'server/src/promotions/gift-cards/sold-cards.ts': {
      voidSoldCards: [['a refunded gift card can be spent', 'if (isVoid) continue', 'continue']],
    },
    'server/src/checkouts/reverse/refund.ts': {
      refundLines: [
        [
          'a refund does not return what the gift card gave',
          'await returnToCard(tx, { storeId, checkoutId, lines: due })',
        ],
      ],
    },
    'server/src/payments/add-facts.ts': {
      stepsOf: [
        [
          'what the provider returns is ignored',
          'known.refundedMinor >= known.amountMinor',
          'known.refundedMinor > known.amountMinor',
        ],
        ['a dispute only counts when it is lost', "known.dispute !== 'none'", "known.dispute === 'lost'"],
      ],
      findMismatch: [
        [
          'a second payment of an order is forgotten',
          "isOtherPayment && movesMoney(facts) ? 'payment_mismatch' : null",
          'null',
        ],
      ],
    },
  }),
])
