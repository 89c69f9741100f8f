import { formatId } from '../../../server/src/ids.ts'
import { addBan } from '../fixtures/catalog.ts'
import { addPlayer, requestRefunds } from '../fixtures/payments.ts'
import { addOpenCheckout, addProcessedSale, addRedelivery } from '../fixtures/sales.ts'
import { uniqueName } from '../store-context.ts'
import {
  allow,
  allowList,
  MANAGERS,
  other,
  type RequestContext,
  SUPPORTERS,
  type Table,
  VIEWERS,
} from './expectation.ts'

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
  previewRedelivery: allow(MANAGERS, 'redeliveries:write', 200, { body: newRedelivery }, IDS_OF_REDELIVERY),
  startRedelivery: allow(MANAGERS, 'redeliveries:write', 201, { body: newRedelivery }, IDS_OF_REDELIVERY),
  listRedeliveries: allowList(VIEWERS, 'deliveries:read', { filters: async () => [{ state: 'running' }] }),
  getRedelivery: allow(VIEWERS, 'deliveries:read', 200, { params: redelivery }),
  stopRedelivery: allow(MANAGERS, 'redeliveries:write', 200, { params: redelivery }),
  listPlayers: allowList(VIEWERS, 'players:read', {
    filters: async ({ marker }) => [{ search: marker }, { search: marker.slice(0, 2) }],
  }),
  getPlayer: allow(VIEWERS, 'players:read', 200, { params: player }),
  exportPlayer: allow(SUPPORTERS, 'players:write', 200, { params: player }, { audit: 'always' }),
  erasePlayer: allow(
    MANAGERS,
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
  listBans: allowList(VIEWERS, 'players:read', { filters: async () => [{ includeEnded: 'true' }] }),
  banPlayer: allow(
    SUPPORTERS,
    'players:write',
    200,
    { params: (context) => ({ gameUserId: uniqueName(context) }), body: { reason: 'fraud' } },
    // A store can ban any player id, so an id from another store is not an error.
    { sharedNames: ['gameUserId'] },
  ),
  liftBan: allow(SUPPORTERS, 'players:write', 200, {
    params: async (context) => ({ gameUserId: await addBan(context) }),
  }),
}
