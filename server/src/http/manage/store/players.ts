import {
  ErasedPlayer,
  ErasePlayerBody,
  ListPlayersQuery,
  Player,
  PlayerExport,
  PlayerNaming,
  PlayerPage,
  SetPlayerNamingBody,
} from '@quartermaster/contract/manage-players'
import { formatId } from '../../../ids.ts'
import { erasePlayer } from '../../../players/erase-player.ts'
import { exportPlayer } from '../../../players/export-player.ts'
import type { PlayerRow } from '../../../players/select-player-rows.ts'
import { searchPlayers } from '../../../players/search-players.ts'
import { type Player as PlayerView, showPlayer } from '../../../players/show-player.ts'
import { setPlayerNaming } from '../../../storefront/identity/unnamed-players.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { banToWire, parsePlayerCursor } from './bans.ts'

const PLAYER = '/stores/:storeId/players/:gameUserId'

export function playerRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/players',
      operationId: 'listPlayers',
      summary: 'List players',
      description: 'Sorted by id.',
      permission: 'players:read',
      query: ListPlayersQuery,
      response: PlayerPage,
    },
    async ({ tx, storeId, query }) => {
      const { search } = query
      const after = readCursor(query, parsePlayerCursor)
      const limit = rowLimit(query)
      const rows = await searchPlayers(tx, { storeId, limit, ...(search && { search }), ...(after && { after }) })
      return toPage(rows, query, { toItem: summaryToWire, keyOf: ({ gameUserId }) => gameUserId })
    },
  )
  store.route(
    {
      method: 'GET',
      url: PLAYER,
      operationId: 'getPlayer',
      summary: 'Get a player',
      description: 'Includes the purchases, entitlements and unfinished deliveries of the player.',
      permission: 'players:read',
      response: Player,
    },
    async ({ tx, storeId, params }) => playerToWire(await showPlayer(tx, { storeId, gameUserId: params.gameUserId })),
  )
  store.route(
    {
      method: 'GET',
      url: `${PLAYER}/export`,
      operationId: 'exportPlayer',
      summary: 'Export the data of a player',
      description: 'Everything that the store holds about the player.',
      permission: 'players:write',
      response: PlayerExport,
      isAudited: true,
      isSlow: true,
    },
    async ({ tx, storeId, params }) => exportPlayer(tx, { storeId, gameUserId: params.gameUserId }),
  )
  store.route(
    {
      method: 'PUT',
      url: `${PLAYER}/naming`,
      operationId: 'setPlayerNaming',
      summary: 'Decide whether pages name a player',
      description: 'Players can do the same at the checkout and on their page. Earlier purchases are included.',
      permission: 'players:write',
      body: SetPlayerNamingBody,
      response: PlayerNaming,
    },
    async ({ tx, storeId, params, body }) => {
      const { gameUserId } = params
      await setPlayerNaming(tx, { storeId, gameUserId, isNamed: body.isNamed })
      return { gameUserId, isNamed: body.isNamed }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${PLAYER}/erase`,
      operationId: 'erasePlayer',
      summary: 'Erase a player',
      description:
        "Replaces the player's id by a pseudonym everywhere, so that amounts and counts stay correct. This cannot be undone.",
      permission: 'players:erase',
      body: ErasePlayerBody,
      response: ErasedPlayer,
      isSlow: true,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { cancelPending = false } = body
      const { gameUserId } = params
      const { pseudonym, checkouts, cancelled } = await erasePlayer(tx, { storeId, gameUserId, cancelPending })
      note({ subject: pseudonym })
      return { pseudonym, checkouts, cancelledDeliveries: cancelled }
    },
  )
}

function summaryToWire(row: PlayerRow) {
  return {
    ...row,
    firstSeenAt: toNullableTimestamp(row.firstSeenAt),
    lastPaidAt: toNullableTimestamp(row.lastPaidAt),
  }
}

function playerToWire({ checkouts, entitlements, deliveries, ban, isNamed, ...summary }: PlayerView) {
  return {
    ...summaryToWire(summary),
    checkouts: checkouts.map((checkout) => ({
      ...checkout,
      id: formatId('chk', checkout.id),
      createdAt: toTimestamp(checkout.createdAt),
      paidAt: toNullableTimestamp(checkout.paidAt),
      refundedAt: toNullableTimestamp(checkout.refundedAt),
      disputedAt: toNullableTimestamp(checkout.disputedAt),
    })),
    entitlements: entitlements.map((entitlement) => ({
      ...entitlement,
      id: formatId('ent', entitlement.id),
      productId: formatId('prd', entitlement.productId),
      until: toNullableTimestamp(entitlement.until),
      endedAt: toNullableTimestamp(entitlement.endedAt),
    })),
    deliveryCounts: deliveries,
    ban: ban && banToWire(ban),
    isNamed,
  }
}
