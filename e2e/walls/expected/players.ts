import { addBan } from '../fixtures/catalog.ts'
import { addPlayer, addRefund } from '../fixtures/payments.ts'
import { addOpenCheckout, addProcessedSale } from '../fixtures/sales.ts'
import { daysFromNow, insertStoreRow, uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

const playerWithOpenCheckout = async (context: RequestContext) => {
  const player = await addPlayer(context)
  await addOpenCheckout(context, player.gameUserId)
  return player
}
const playerWithRefund = async (context: RequestContext) => {
  const player = await addPlayer(context)
  await addRefund(context, player.checkoutId, { state: 'requested', retry_at: daysFromNow(1) })
  return player
}
const unnamedPlayer = async (context: RequestContext) => {
  const gameUserId = uniqueName(context)
  await insertStoreRow(context, 'unnamed_players', { game_user_id: gameUserId })
  return { gameUserId }
}
const NEW_REDELIVERY = {
  body: async (context: RequestContext) => {
    const { serverId, productId } = await addProcessedSale(context)
    return { serverIds: [serverId], productIds: [productId] }
  },
}

export const PLAYERS: Table = {
  previewRedelivery: NEW_REDELIVERY,
  startRedelivery: NEW_REDELIVERY,
  listRedeliveries: { filters: [{ state: 'running' }] },
  listPlayers: { filters: async ({ marker }) => [{ search: marker }, { search: marker.slice(0, 2) }] },
  exportPlayer: { audit: 'always' },
  setPlayerNaming: {
    params: (context) => ({ gameUserId: uniqueName(context) }),
    body: { isNamed: false },
    others: [{ params: unnamedPlayer, body: { isNamed: true } }],
    sharedNames: ['gameUserId'],
  },
  erasePlayer: {
    body: { cancelPending: true },
    // Refused while a delivery is pending, a checkout is open or a refund is under way.
    others: [
      { status: 409, body: {} },
      { status: 409, params: playerWithOpenCheckout },
      { status: 409, params: playerWithRefund },
    ],
  },
  listBans: { filters: [{ includeEnded: 'true' }] },
  banPlayer: {
    params: (context) => ({ gameUserId: uniqueName(context) }),
    body: { reason: 'fraud' },
    // A store can ban any player id, so an id from another store is not an error.
    sharedNames: ['gameUserId'],
  },
  liftBan: { params: addBan },
}
