import { inStore } from '../../../server/src/db/database.ts'
import { issueCard } from '../../../server/src/promotions/gift-cards/issue-card.ts'
import { addCategory, addProduct } from '../fixtures/catalog.ts'
import { addCoupon, addCreator, addPromotion, newCode } from '../fixtures/promotions.ts'
import { addSale } from '../fixtures/sales.ts'
import { insertStoreRow, uniqueName } from '../store-context.ts'
import { LIST, managers, type RequestContext, type Table, viewers } from './expectation.ts'

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
const idsInBody = { 'body/scope/productIds/0': 404, 'body/scope/categoryIds/0': 404 }

export const PROMOTIONS: Table = {
  listSales: viewers('catalog:read', 200, LIST),
  createSale: managers('catalog:write', 201, { body: newSale, idsInBody }),
  getSale: viewers('catalog:read', 200, { params: addPromotion }),
  updateSale: managers('catalog:write', 200, { params: addPromotion, body: newSale, idsInBody, ifMatch: '"1"' }),
  deleteSale: managers('catalog:write', 204, { params: addPromotion }),
  previewPrice: viewers('catalog:read', 200, {
    body: async (context) => ({ items: [await addProduct(context)] }),
    idsInBody: { 'body/items/0/productId': 404 },
    audit: 'as a read',
  }),
  listCoupons: viewers('catalog:read', 200, LIST),
  createCoupon: managers('catalog:write', 201, { body: newCoupon, idsInBody }),
  getCoupon: viewers('catalog:read', 200, { params: addCoupon }),
  updateCoupon: managers('catalog:write', 200, { params: addCoupon, body: newCoupon, idsInBody, ifMatch: '"1"' }),
  deleteCoupon: managers('catalog:write', 204, { params: addCoupon }),
  listCreators: viewers('catalog:read', 200, LIST),
  createCreator: managers('catalog:write', 201, { body: newCreator, idsInBody }),
  getCreator: viewers('catalog:read', 200, { params: addCreator }),
  updateCreator: managers('catalog:write', 200, { params: addCreator, body: newCreator, idsInBody, ifMatch: '"1"' }),
  deleteCreator: managers('catalog:write', 204, { params: addCreator }),
  listCreatorEntries: viewers('checkouts:read', 200, { params: addCreator }),
  recordPayout: managers('checkouts:write', 201, { params: addCreator, body: { amountMinor: 1 } }),
  listGiftCards: viewers('checkouts:read', 200, { ...LIST, filters: [{ state: 'active' }, { hint: '0000' }] }),
  issueGiftCard: managers('checkouts:write', 201, {
    body: (context) => ({ valueMinor: 5_000, note: uniqueName(context) }),
  }),
  getGiftCard: viewers('checkouts:read', 200, { params: addUsedCard }),
  adjustGiftCard: managers('checkouts:write', 200, { params: addCard, body: { amountMinor: -100, note: 'a mistake' } }),
  voidGiftCard: managers('checkouts:write', 200, { params: addUsedCard, body: {} }),
  replaceGiftCardCode: managers('checkouts:write', 200, { params: addCard }),
}
