import { Ban, BanPage, BanPlayerBody, ListBansQuery } from '@quartermaster/contract/manage-players'
import { banPlayer } from '../../../bans/ban-player.ts'
import type { Ban as BanView } from '../../../bans/ban.ts'
import { liftBan } from '../../../bans/lift-ban.ts'
import { listBans } from '../../../bans/list-bans.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'

const BAN = '/stores/:storeId/players/:gameUserId/ban'

export function banRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/bans',
      operationId: 'listBans',
      summary: 'List bans',
      description: "Sorted by the player's id.",
      permission: 'players:read',
      query: ListBansQuery,
      response: BanPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, parsePlayerCursor)
      const { includeEnded = false } = query
      const rows = await listBans(tx, { storeId, includeEnded, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: banToWire, keyOf: ({ gameUserId }) => gameUserId })
    },
  )
  store.route(
    {
      method: 'PUT',
      url: BAN,
      operationId: 'banPlayer',
      summary: 'Ban a player',
      description: 'A banned player cannot buy. Purchases that the player has paid are still delivered.',
      permission: 'players:write',
      body: BanPlayerBody,
      response: Ban,
    },
    async ({ tx, storeId, params, body, actor }) => {
      const until = body.until ? readTimestamp(body.until, 'body/until') : null
      const { reason } = body
      return banToWire(await banPlayer(tx, { storeId, gameUserId: params.gameUserId, reason, until, by: actor.name }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: BAN,
      operationId: 'liftBan',
      summary: 'Lift a ban',
      permission: 'players:write',
      response: Ban,
    },
    async ({ tx, storeId, params }) => banToWire(await liftBan(tx, { storeId, gameUserId: params.gameUserId })),
  )
}

/** A player's id can be any text that the database can store. */
export function parsePlayerCursor(key: string): string | undefined {
  return key.length > 0 && key.length <= 255 && !key.includes('\0') ? key : undefined
}

export function banToWire(ban: BanView) {
  return {
    ...ban,
    until: toNullableTimestamp(ban.until),
    createdAt: toTimestamp(ban.createdAt),
    liftedAt: toNullableTimestamp(ban.liftedAt),
  }
}
