import { inStore } from '../../../server/src/db/database.ts'
import { issueCard } from '../../../server/src/promotions/gift-cards/issue-card.ts'
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

export const PROMOTIONS: Table = {
  listGiftCards: viewers('checkouts:read', 200, { ...LIST, filters: [{ state: 'active' }, { hint: '0000' }] }),
  issueGiftCard: managers('checkouts:write', 201, {
    body: (context) => ({ valueMinor: 5_000, note: uniqueName(context) }),
  }),
  getGiftCard: viewers('checkouts:read', 200, { params: addUsedCard }),
  adjustGiftCard: managers('checkouts:write', 200, { params: addCard, body: { amountMinor: -100, note: 'a mistake' } }),
  voidGiftCard: managers('checkouts:write', 200, { params: addUsedCard, body: {} }),
  replaceGiftCardCode: managers('checkouts:write', 200, { params: addCard }),
}
