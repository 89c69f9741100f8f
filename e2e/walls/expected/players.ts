import { formatId } from '../../../server/src/ids.ts'
import { plantOpen, plantPlayer, plantProcessed, plantRedelivery, plantRefunding } from '../sales.ts'
import { word } from '../scene.ts'
import { plantBan } from '../things.ts'
import { MANAGERS, type Setting, SUPPORTERS, type Table, VIEWERS } from './expectation.ts'

const aPlayer = async (setting: Setting) => ({ gameUserId: await plantPlayer(setting) })
const aRedelivery = async (setting: Setting) => ({ redeliveryId: formatId('rdl', await plantRedelivery(setting)) })
const aWipe = async (setting: Setting) => {
  const { server, productId } = await plantProcessed(setting)
  return { serverIds: [formatId('srv', server.id)], productIds: [formatId('prd', productId)] }
}

export const PLAYERS: Table = {
  previewRedelivery: {
    may: MANAGERS,
    scope: 'redeliveries:write',
    status: 200,
    request: async (setting) => ({ body: await aWipe(setting) }),
    named: { 'body/serverIds/0': 404, 'body/productIds/0': 404 },
  },
  startRedelivery: {
    may: MANAGERS,
    scope: 'redeliveries:write',
    status: 201,
    request: async (setting) => ({ body: await aWipe(setting) }),
    named: { 'body/serverIds/0': 404, 'body/productIds/0': 404 },
  },
  listRedeliveries: {
    may: VIEWERS,
    scope: 'deliveries:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async () => [{ state: 'running' }],
  },
  getRedelivery: {
    may: VIEWERS,
    scope: 'deliveries:read',
    status: 200,
    request: async (setting) => ({ params: await aRedelivery(setting) }),
  },
  stopRedelivery: {
    may: MANAGERS,
    scope: 'redeliveries:write',
    status: 200,
    request: async (setting) => ({ params: await aRedelivery(setting) }),
  },
  listPlayers: {
    may: VIEWERS,
    scope: 'players:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async ({ marker }) => [{ search: marker }, { search: marker.slice(0, 2) }],
  },
  getPlayer: {
    may: VIEWERS,
    scope: 'players:read',
    status: 200,
    request: async (setting) => ({ params: await aPlayer(setting) }),
  },
  exportPlayer: {
    may: SUPPORTERS,
    scope: 'players:write',
    status: 200,
    request: async (setting) => ({ params: await aPlayer(setting) }),
    audit: 'always',
  },
  erasePlayer: {
    may: MANAGERS,
    scope: 'players:erase',
    status: 200,
    request: async (setting) => ({ params: await aPlayer(setting), body: { cancelPending: true } }),
    // Not while something waits for him, can still be paid, or is on its way back.
    more: [
      { status: 409, request: async (setting) => ({ params: await aPlayer(setting), body: {} }) },
      {
        status: 409,
        request: async (setting) => {
          const player = await aPlayer(setting)
          await plantOpen(setting, player.gameUserId)
          return { params: player, body: { cancelPending: true } }
        },
      },
      {
        status: 409,
        request: async (setting) => {
          const player = await aPlayer(setting)
          await plantRefunding(setting, player.gameUserId)
          return { params: player, body: { cancelPending: true } }
        },
      },
    ],
  },
  listBans: {
    may: VIEWERS,
    scope: 'players:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async () => [{ includeEnded: 'true' }],
  },
  banPlayer: {
    may: SUPPORTERS,
    scope: 'players:write',
    status: 200,
    request: (setting) => ({ params: { gameUserId: word(setting) }, body: { reason: 'fraud' } }),
    // Whoever has bought nothing here can be banned as well, and nothing is said of other stores.
    free: ['gameUserId'],
  },
  liftBan: {
    may: SUPPORTERS,
    scope: 'players:write',
    status: 200,
    request: async (setting) => ({ params: { gameUserId: await plantBan(setting) } }),
  },
}
