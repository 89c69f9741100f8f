import { defineMutants, mutantsOf } from '../kit/mutants/mutant.ts'

/** Faults that let somebody keep more than they paid for, lose money, or lock others out. The harness must notice each of them. */
export const GREED_MUTANTS = defineMutants([
  ...mutantsOf({
    'server/src/checkouts/buy/reserve-lines.ts': {
      takeFromStock: [['more is sold than there is', '(left.stock ?? 0) < 0', '(left.stock ?? 0) < -9']],
      requireBelowLimit: [
        ['refunded units are all that counts for the limit', 'l.refunded_at is null', 'l.refunded_at is not null'],
      ],
    },
    'server/src/promotions/codes/use-code.ts': {
      toUsable: [
        [
          'players use a coupon as often as they like',
          'row.max_uses_per_player === null',
          'row.max_uses_per_player !== null',
        ],
      ],
    },
    'server/src/promotions/gift-cards/pay-with-card.ts': {
      spend: [['a gift card pays and keeps its value', 'amountMinor > 0', 'amountMinor > 9_999']],
      release: [
        ['an abandoned order keeps what the gift card gave', 'taken.amountMinor === 0', 'taken.amountMinor > 0'],
      ],
    },
    'server/src/checkouts/buy/tiers.ts': {
      requireNotCredited: [
        ['a lower tier is refunded although it was credited', "c.state = 'paid'", "c.state = 'open'"],
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
  }),
])
