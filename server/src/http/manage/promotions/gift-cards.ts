import {
  AdjustGiftCardBody,
  GiftCard,
  GiftCardPage,
  IssuedGiftCard,
  IssueGiftCardBody,
  ListGiftCardsQuery,
  VoidGiftCardBody,
} from '@quartermaster/contract/promotions/gift-cards'
import type { Tx } from '../../../db/database.ts'
import { formatId, type GiftCardId, parseId } from '../../../ids.ts'
import type { CardKey } from '../../../promotions/gift-cards/card.ts'
import { adjustCard, replaceCode, voidCard } from '../../../promotions/gift-cards/change-card.ts'
import { issueCard } from '../../../promotions/gift-cards/issue-card.ts'
import { type GiftCard as Card, listCards, showCard } from '../../../promotions/gift-cards/read-cards.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'

const CARDS = '/stores/:storeId/gift-cards'
const CARD = `${CARDS}/:giftCardId` as const

export function giftCardRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: CARDS,
      operationId: 'listGiftCards',
      summary: 'List gift cards',
      description: 'Newest first.',
      permission: 'checkouts:read',
      query: ListGiftCardsQuery,
      response: GiftCardPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<GiftCardId>('gfc', key))
      const { state, hint } = query
      const rows = await listCards(tx, {
        storeId,
        limit: rowLimit(query),
        ...(after && { after }),
        ...(state && { state }),
        ...(hint !== undefined && { hint: hint.toUpperCase() }),
      })
      return toPage(rows, query, { toItem: cardToWire, keyOf: ({ id }) => formatId('gfc', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: CARDS,
      operationId: 'issueGiftCard',
      summary: 'Issue a gift card',
      description: 'The response contains the code, which is not stored: nobody can look it up later.',
      permission: 'checkouts:write',
      requiresRecentAuthentication: true,
      body: IssueGiftCardBody,
      response: IssuedGiftCard,
      status: 201,
      isSecret: true,
    },
    async ({ tx, storeId, body, note: record }) => {
      const { valueMinor, note = '' } = body
      const expiresAt = body.expiresAt ? readTimestamp(body.expiresAt, 'body/expiresAt') : null
      const { cardId, code } = await issueCard(tx, { storeId, valueMinor, note, expiresAt })
      record({ subject: formatId('gfc', cardId), details: { ...body } })
      return { id: formatId('gfc', cardId), code }
    },
  )
  store.route(
    {
      method: 'GET',
      url: CARD,
      operationId: 'getGiftCard',
      summary: 'Get a gift card with its ledger',
      permission: 'checkouts:read',
      response: GiftCard,
    },
    async ({ tx, storeId, params }) => detailsToWire(tx, { storeId, cardId: params.giftCardId }),
  )
  store.route(
    {
      method: 'POST',
      url: `${CARD}/adjust`,
      operationId: 'adjustGiftCard',
      summary: 'Change the balance of a gift card',
      permission: 'checkouts:write',
      requiresRecentAuthentication: true,
      body: AdjustGiftCardBody,
      response: GiftCard,
    },
    async ({ tx, storeId, params, body, note }) => {
      const key = { storeId, cardId: params.giftCardId }
      await adjustCard(tx, { ...key, ...body })
      note({ details: { ...body } })
      return detailsToWire(tx, key)
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${CARD}/void`,
      operationId: 'voidGiftCard',
      summary: 'Void a gift card',
      description:
        'Nobody can spend it any more, and its balance becomes 0. This cannot be undone; issue a new card instead. What was bought with it stays.',
      permission: 'checkouts:write',
      body: VoidGiftCardBody,
      response: GiftCard,
    },
    async ({ tx, storeId, params, body, note: record }) => {
      const key = { storeId, cardId: params.giftCardId }
      const { note = '' } = body
      await voidCard(tx, { ...key, note })
      record({ details: { note } })
      return detailsToWire(tx, key)
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${CARD}/code`,
      operationId: 'replaceGiftCardCode',
      summary: 'Replace the code of a gift card',
      description:
        'For a code that was lost or seen by others, and for a card of a manual sale. The old code stops working, and the new one is returned once.',
      permission: 'checkouts:write',
      requiresRecentAuthentication: true,
      response: IssuedGiftCard,
      isSecret: true,
    },
    async ({ tx, storeId, params }) => {
      const { code } = await replaceCode(tx, { storeId, cardId: params.giftCardId })
      return { id: formatId('gfc', params.giftCardId), code }
    },
  )
}

function cardToWire({ id, checkoutId, expiresAt, createdAt, ...card }: Card) {
  return {
    ...card,
    id: formatId('gfc', id),
    soldInCheckoutId: checkoutId && formatId('chk', checkoutId),
    expiresAt: toNullableTimestamp(expiresAt),
    createdAt: toTimestamp(createdAt),
  }
}

async function detailsToWire(tx: Tx, key: CardKey) {
  const { entries, ...card } = await showCard(tx, key)
  return {
    ...cardToWire(card),
    entries: entries.map(({ checkoutId, at, ...entry }) => ({
      ...entry,
      checkoutId: checkoutId && formatId('chk', checkoutId),
      at: toTimestamp(at),
    })),
  }
}
