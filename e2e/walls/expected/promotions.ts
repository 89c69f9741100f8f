import { inStore } from '../../../server/src/db/database.ts'
import { issueCard } from '../../../server/src/promotions/gift-cards/issue-card.ts'
import { addCategory, addProduct } from '../fixtures/catalog.ts'
import { newCode } from '../fixtures/promotions.ts'
import { addSale } from '../fixtures/sales.ts'
import { insertStoreRow, uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

const addCard = async (context: RequestContext) => {
  const { storeId, database } = context
  const card = { storeId, valueMinor: 5_000, note: uniqueName(context), expiresAt: null }
  const { cardId } = await inStore(database.app, storeId, (tx) => issueCard(tx, card))
  return { giftCardId: cardId }
}
/** With an entry that names a checkout. */
const addUsedCard = async (context: RequestContext) => {
  const card = await addCard(context)
  const { checkoutId } = await addSale(context)
  const entry = { card_id: card.giftCardId, entry_no: 2, kind: 'spent', amount_minor: -100, balance_minor: 4_900 }
  await insertStoreRow(context, 'gift_card_entries', { ...entry, checkout_id: checkoutId })
  return card
}

const scopeOf = async (context: RequestContext) => ({
  scope: {
    productIds: [(await addProduct(context)).productId],
    categoryIds: [(await addCategory(context)).categoryId],
  },
})
const discount = { basisPoints: 1_000 }
const newSale = async (context: RequestContext) => ({
  name: uniqueName(context),
  discount,
  endsAt: '2026-01-01T00:00',
  ...(await scopeOf(context)),
})
const newCoupon = async (context: RequestContext) => ({ code: newCode(), discount, ...(await scopeOf(context)) })
const newCreator = async (context: RequestContext) => ({
  ...(await newCoupon(context)),
  name: uniqueName(context),
  shareBasisPoints: 500,
})

export const PROMOTIONS: Table = {
  createSale: { body: newSale },
  updateSale: { body: newSale },
  previewPrice: { body: async (context) => ({ items: [await addProduct(context)] }), audit: 'as a read' },
  createCoupon: { body: newCoupon },
  updateCoupon: { body: newCoupon },
  createCreator: { body: newCreator },
  updateCreator: { body: newCreator },
  recordPayout: { body: { amountMinor: 1 } },
  listGiftCards: { filters: [{ state: 'active' }, { hint: '0000' }] },
  issueGiftCard: { body: (context) => ({ valueMinor: 5_000, note: uniqueName(context) }) },
  getGiftCard: { params: addUsedCard },
  adjustGiftCard: { params: addCard, body: { amountMinor: -100, note: 'a mistake' } },
  voidGiftCard: { params: addUsedCard, body: {} },
  replaceGiftCardCode: { params: addCard },
}
