import { addBan } from '../fixtures/catalog.ts'
import { addPlayer, addRefund } from '../fixtures/payments.ts'
import { addOpenCheckout, addProcessedSale, addRedelivery } from '../fixtures/sales.ts'
import { daysFromNow, insertStoreRow, uniqueName } from '../store-context.ts'
import { LIST, managers, type RequestContext, supporters, type Table, viewers } from './expectation.ts'

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
  idsInBody: { 'body/serverIds/0': 404, 'body/productIds/0': 404 },
}

export const PLAYERS: Table = {
  previewRedelivery: managers('redeliveries:write', 200, NEW_REDELIVERY),
  startRedelivery: managers('redeliveries:write', 201, NEW_REDELIVERY),
  listRedeliveries: viewers('deliveries:read', 200, { ...LIST, filters: [{ state: 'running' }] }),
  getRedelivery: viewers('deliveries:read', 200, { params: addRedelivery }),
  stopRedelivery: managers('redeliveries:write', 200, { params: addRedelivery }),
  listPlayers: viewers('players:read', 200, {
    ...LIST,
    filters: async ({ marker }) => [{ search: marker }, { search: marker.slice(0, 2) }],
  }),
  getPlayer: viewers('players:read', 200, { params: addPlayer }),
  exportPlayer: supporters('players:write', 200, { params: addPlayer, audit: 'always' }),
  setPlayerNaming: supporters('players:write', 200, {
    params: (context) => ({ gameUserId: uniqueName(context) }),
    body: { isNamed: false },
    others: [{ params: unnamedPlayer, body: { isNamed: true } }],
    sharedNames: ['gameUserId'],
  }),
  erasePlayer: managers('players:erase', 200, {
    params: addPlayer,
    body: { cancelPending: true },
    // Refused while a delivery is pending, a checkout is open or a refund is under way.
    others: [
      { status: 409, body: {} },
      { status: 409, params: playerWithOpenCheckout },
      { status: 409, params: playerWithRefund },
    ],
  }),
  listBans: viewers('players:read', 200, { ...LIST, filters: [{ includeEnded: 'true' }] }),
  banPlayer: supporters('players:write', 200, {
    params: (context) => ({ gameUserId: uniqueName(context) }),
    body: { reason: 'fraud' },
    // A store can ban any player id, so an id from another store is not an error.
    sharedNames: ['gameUserId'],
  }),
  liftBan: supporters('players:write', 200, { params: addBan }),
}
