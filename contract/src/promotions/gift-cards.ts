import { Type } from 'typebox'
import {
  component,
  enumOf,
  idOf,
  minorUnits,
  nullable,
  object,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
} from '../manage.ts'

const CardState = enumOf(['active', 'used_up', 'expired', 'void'])
const Note = Type.String({ maxLength: 500, examples: ['Winner of the build contest'] })
const Hint = nullable(
  Type.String({
    examples: ['…52EC'],
    description: 'The end of the code. Null: nobody has seen the code of this sold card yet.',
  }),
)

const CARD = {
  id: idOf('gfc'),
  hint: Hint,
  state: CardState,
  currency: Type.String({ examples: ['BRL'] }),
  valueMinor: minorUnits('What the card was issued with.'),
  balanceMinor: minorUnits('What is left: the sum of its ledger. Open checkouts have already taken their part.'),
  note: Note,
  soldInCheckoutId: nullable(idOf('chk')),
  expiresAt: nullable(Timestamp),
  createdAt: Timestamp,
}
const GiftCardSummary = component('GiftCardSummary', CARD)
export const GiftCardPage = pageOf('GiftCardPage', GiftCardSummary)
export const GiftCard = component('GiftCard', {
  ...CARD,
  entries: Type.Array(
    object({
      entryNo: Type.Integer(),
      kind: enumOf(['issued', 'spent', 'released', 'refunded', 'adjusted', 'voided', 'restored'], {
        description:
          '`spent`: a checkout was opened with the card. `released`: that checkout was abandoned. `refunded`: a line that the card paid for was refunded. `restored`: the card was void while a refund of it was tried, which the payment provider refused.',
      }),
      amountMinor: minorUnits('Negative if it takes from the balance.'),
      balanceMinor: minorUnits('The balance after this entry.'),
      shortMinor: minorUnits('What the card lacked for a checkout that was paid after it had been abandoned.'),
      checkoutId: nullable(idOf('chk')),
      lineNo: nullable(Type.Integer({ description: 'The refunded line.' })),
      note: Type.String(),
      at: Timestamp,
    }),
    { description: 'The ledger, newest first; at most 500 entries.' },
  ),
})
export const ListGiftCardsQuery = object({
  ...PAGE_QUERY,
  state: Type.Optional(CardState),
  hint: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{4}$',
      examples: ['52EC'],
      description: 'The last four characters of the code.',
    }),
  ),
})
export const IssueGiftCardBody = object({
  valueMinor: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    description: 'In minor units of the currency of the store.',
  }),
  note: Type.Optional(Note),
  expiresAt: Type.Optional(nullable(timestamp('Default: null, the card does not expire.'))),
})
export const IssuedGiftCard = component('IssuedGiftCard', {
  id: idOf('gfc'),
  code: Type.String({ examples: ['GIFT-7K3M-9QWX-0HTB-52EC'], description: 'The code. It is returned only once.' }),
})
export const AdjustGiftCardBody = object({
  amountMinor: Type.Integer({
    minimum: -1_000_000_000_000,
    maximum: 1_000_000_000_000,
    description: 'Added to the balance. Negative: taken from it. Not 0.',
  }),
  note: Type.String({ minLength: 1, maxLength: 500, description: 'Why.' }),
})
export const VoidGiftCardBody = object({ note: Type.Optional(Note) })

/** The gift cards of a checkout. */
export const CHECKOUT_CARDS = {
  paidWithGiftCard: nullable(object({ id: idOf('gfc'), hint: Hint }, 'The card that paid a part of it.')),
  soldGiftCards: Type.Array(
    object({
      id: idOf('gfc'),
      lineNo: Type.Integer(),
      hint: Hint,
      state: CardState,
      valueMinor: minorUnits('What it was issued with.'),
    }),
    { description: 'The gift cards that were bought.' },
  ),
}
