import { formatId } from '../../../server/src/ids.ts'
import { addBan } from '../fixtures/catalog.ts'
import { addPlayer, requestRefunds } from '../fixtures/payments.ts'
import { addOpenCheckout, addProcessedSale, addRedelivery } from '../fixtures/sales.ts'
import { uniqueName } from '../store-context.ts'
import { LIST, managers, other, type RequestContext, supporters, type Table, viewers } from './expectation.ts'

const player = async (context: RequestContext) => ({ gameUserId: await addPlayer(context) })
const playerWithOpenCheckout = async (context: RequestContext) => {
  const found = await player(context)
  await addOpenCheckout(context, found.gameUserId)
  return found
}
const playerWithRefund = async (context: RequestContext) => {
  const found = await player(context)
  await requestRefunds(context, found.gameUserId)
  return found
}
const redelivery = async (context: RequestContext) => ({
  redeliveryId: formatId('rdl', await addRedelivery(context)),
})
const newRedelivery = async (context: RequestContext) => {
  const { server, productId } = await addProcessedSale(context)
  return { serverIds: [formatId('srv', server.id)], productIds: [formatId('prd', productId)] }
}
const IDS_OF_REDELIVERY = { idsInBody: { 'body/serverIds/0': 404, 'body/productIds/0': 404 } }

export const PLAYERS: Table = {
  previewRedelivery: managers('redeliveries:write', 200, { body: newRedelivery }, IDS_OF_REDELIVERY),
  startRedelivery: managers('redeliveries:write', 201, { body: newRedelivery }, IDS_OF_REDELIVERY),
  listRedeliveries: viewers('deliveries:read', 200, LIST, { filters: async () => [{ state: 'running' }] }),
  getRedelivery: viewers('deliveries:read', 200, { params: redelivery }),
  stopRedelivery: managers('redeliveries:write', 200, { params: redelivery }),
  listPlayers: viewers('players:read', 200, LIST, {
    filters: async ({ marker }) => [{ search: marker }, { search: marker.slice(0, 2) }],
  }),
  getPlayer: viewers('players:read', 200, { params: player }),
  exportPlayer: supporters('players:write', 200, { params: player }, { audit: 'always' }),
  erasePlayer: managers(
    'players:erase',
    200,
    { params: player, body: { cancelPending: true } },
    {
      // Refused while a delivery is pending, a checkout is open or a refund is under way.
      others: [
        other(409, { params: player, body: {} }),
        other(409, { params: playerWithOpenCheckout, body: { cancelPending: true } }),
        other(409, { params: playerWithRefund, body: { cancelPending: true } }),
      ],
    },
  ),
  listBans: viewers('players:read', 200, LIST, { filters: async () => [{ includeEnded: 'true' }] }),
  banPlayer: supporters(
    'players:write',
    200,
    { params: (context) => ({ gameUserId: uniqueName(context) }), body: { reason: 'fraud' } },
    // A store can ban any player id, so an id from another store is not an error.
    { sharedNames: ['gameUserId'] },
  ),
  liftBan: supporters('players:write', 200, { params: async (context) => ({ gameUserId: await addBan(context) }) }),
}
