import {
  Ban,
  BAN_QUERY,
  BanBody,
  BanPage,
  EraseBody,
  ErasedPlayer,
  PLAYER_QUERY,
  PlayerDetails,
  PlayerExport,
  PlayerPage,
  PlayerRow,
} from '@quartermaster/contract/manage-players'
import { banPlayer } from '../../../bans/ban-player.ts'
import type { Ban as BanView } from '../../../bans/ban.ts'
import { liftBan } from '../../../bans/lift-ban.ts'
import { listBans } from '../../../bans/list-bans.ts'
import { formatId } from '../../../ids.ts'
import { erasePlayer } from '../../../players/erase-player.ts'
import { exportPlayer } from '../../../players/export-player.ts'
import type { PlayerRow as Row } from '../../../players/player-statistics.ts'
import { searchPlayers } from '../../../players/search-players.ts'
import { type Player, showPlayer } from '../../../players/show-player.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'

/** A player's id is any text; no longer than the database compares. */
const readPlayer = (key: string) => (key.length > 0 && key.length <= 255 && !key.includes('\0') ? key : undefined)

export function playerRoutes({ store, publish }: Surface): void {
  publish(PlayerRow, PlayerPage, Ban, BanPage, PlayerDetails, PlayerExport, ErasedPlayer)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/players',
      operationId: 'listPlayers',
      summary: 'Players, in the order of their ids',
      permission: 'players:read',
      query: PLAYER_QUERY,
      answer: 'PlayerPage',
    },
    async ({ tx, storeId, query }) => {
      const { search } = query
      const after = readCursor(query, readPlayer)
      const most = mostOf(query)
      const rows = await searchPlayers(tx, { storeId, most, ...(search && { search }), ...(after && { after }) })
      return toPage(rows, query, { show: statisticsToWire, keyOf: ({ gameUserId }) => gameUserId })
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/players/:gameUserId',
      operationId: 'getPlayer',
      summary: 'A player: what he bought and holds, and what waits for him',
      permission: 'players:read',
      answer: 'PlayerDetails',
    },
    async ({ tx, storeId, params }) => playerToWire(await showPlayer(tx, { storeId, gameUserId: params.gameUserId })),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/players/:gameUserId/export',
      operationId: 'exportPlayer',
      summary: 'Everything the store holds about a player',
      permission: 'players:write',
      answer: 'PlayerExport',
      audited: true,
      slow: true,
    },
    async ({ tx, storeId, params }) => exportPlayer(tx, { storeId, gameUserId: params.gameUserId }),
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/players/:gameUserId/erase',
      operationId: 'erasePlayer',
      summary: 'Forget who a player is',
      description: 'A pseudonym takes his place, so that money and counts stay right. It cannot be undone.',
      permission: 'players:erase',
      body: EraseBody,
      answer: 'ErasedPlayer',
      slow: true,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { cancelPending = false } = body
      const erased = await erasePlayer(tx, { storeId, gameUserId: params.gameUserId, cancelPending })
      note({ subject: erased.pseudonym })
      return erased
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/bans',
      operationId: 'listBans',
      summary: 'Who may not buy',
      permission: 'players:read',
      query: BAN_QUERY,
      answer: 'BanPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, readPlayer)
      const { includeEnded = false } = query
      const rows = await listBans(tx, { storeId, includeEnded, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, { show: banToWire, keyOf: ({ gameUserId }) => gameUserId })
    },
  )
  store.route(
    {
      method: 'PUT',
      url: '/stores/:storeId/players/:gameUserId/ban',
      operationId: 'banPlayer',
      summary: 'Let a player buy nothing any more',
      description: 'What he paid for is delivered all the same.',
      permission: 'players:write',
      body: BanBody,
      answer: 'Ban',
    },
    async ({ tx, storeId, params, body, actor }) => {
      const until = body.until ? readMoment(body.until, 'body/until') : null
      const { reason } = body
      return banToWire(await banPlayer(tx, { storeId, gameUserId: params.gameUserId, reason, until, by: actor.name }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: '/stores/:storeId/players/:gameUserId/ban',
      operationId: 'liftBan',
      summary: 'Let a banned player buy again',
      permission: 'players:write',
      answer: 'Ban',
    },
    async ({ tx, storeId, params }) => banToWire(await liftBan(tx, { storeId, gameUserId: params.gameUserId })),
  )
}

function statisticsToWire(row: Row) {
  return { ...row, firstSeenAt: momentOrNull(row.firstSeenAt), lastPaidAt: momentOrNull(row.lastPaidAt) }
}

function banToWire(ban: BanView) {
  return {
    ...ban,
    until: momentOrNull(ban.until),
    createdAt: moment(ban.createdAt),
    liftedAt: momentOrNull(ban.liftedAt),
  }
}

function playerToWire({ checkouts, entitlements, deliveries, ban, ...statistics }: Player) {
  return {
    ...statisticsToWire(statistics),
    checkouts: checkouts.map((checkout) => ({
      ...checkout,
      id: formatId('chk', checkout.id),
      createdAt: moment(checkout.createdAt),
      paidAt: momentOrNull(checkout.paidAt),
      refundedAt: momentOrNull(checkout.refundedAt),
      disputedAt: momentOrNull(checkout.disputedAt),
    })),
    entitlements: entitlements.map((held) => ({
      ...held,
      id: formatId('ent', held.id),
      productId: formatId('prd', held.productId),
      until: momentOrNull(held.until),
      endedAt: momentOrNull(held.endedAt),
    })),
    deliveries,
    ban: ban && banToWire(ban),
  }
}
