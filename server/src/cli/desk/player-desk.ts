import type { Manage } from '@quartermaster/sdk'
import type { Ban } from '../../bans/ban.ts'
import { banPlayer } from '../../bans/ban-player.ts'
import { liftBan } from '../../bans/lift-ban.ts'
import { type Database, inStore, type Tx } from '../../db/database.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { type ErasedPlayer, erasePlayer } from '../../players/erase-player.ts'
import { exportPlayer } from '../../players/export-player.ts'
import type { PlayerRow } from '../../players/player-statistics.ts'
import { searchPlayers } from '../../players/search-players.ts'
import { type Player, type PlayerKey, showPlayer } from '../../players/show-player.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

export type ShownPlayer = Omit<Player, 'checkouts' | 'entitlements'> & {
  checkouts: (Omit<Player['checkouts'][number], 'id'> & { id: string })[]
  entitlements: (Omit<Player['entitlements'][number], 'id' | 'productId'> & { id: string; productId: string })[]
}

export type PlayerDesk = {
  /** In the order of their ids. */
  list: (filter: { storeId: StoreId; search?: string; most: number }) => Promise<PlayerRow[]>
  show: (key: PlayerKey) => Promise<ShownPlayer>
  export: (key: PlayerKey) => Promise<object>
  erase: (key: PlayerKey & { cancelPending: boolean }) => Promise<ErasedPlayer>
  ban: (wanted: PlayerKey & { reason: string; until: Date | null }) => Promise<Ban>
  liftBan: (key: PlayerKey) => Promise<Ban>
}

export function localPlayers({ app }: Database): PlayerDesk {
  const change = <T>({ storeId, gameUserId }: PlayerKey, action: string, work: (tx: Tx) => Promise<T>) =>
    byHand(app, { storeId, action, subject: gameUserId }, work)
  return {
    list: (filter) => inStore(app, filter.storeId, (tx) => searchPlayers(tx, filter)),
    show: async (key) => playerToShown(await inStore(app, key.storeId, (tx) => showPlayer(tx, key))),
    export: (key) => change(key, 'exportPlayer', (tx) => exportPlayer(tx, key)),
    erase: ({ cancelPending, ...key }) =>
      // Not even the log says who it was.
      byHand(
        app,
        { storeId: key.storeId, action: 'erasePlayer', subject: (erased: ErasedPlayer) => erased.pseudonym },
        (tx) => erasePlayer(tx, { ...key, cancelPending }),
      ),
    ban: ({ reason, until, ...key }) =>
      change(key, 'banPlayer', (tx) => banPlayer(tx, { ...key, reason, until, by: 'command line' })),
    liftBan: (key) => change(key, 'liftBan', (tx) => liftBan(tx, key)),
  }
}

export function remotePlayers({ manage, storeId: storeOf }: RemoteStore): PlayerDesk {
  const whole = async ({ storeId, gameUserId }: PlayerKey) => ({ storeId: await storeOf(storeId), gameUserId })
  return {
    async list({ storeId: named, search, most }) {
      const storeId = await storeOf(named)
      const found = manage.listPlayers.each({ storeId, limit: Math.min(most, 200), ...(search && { search }) })
      return (await upTo(most, found)).map(figuresToShown)
    },
    show: async (key) => wireToShown(await manage.getPlayer(await whole(key))),
    export: async (key) => manage.exportPlayer(await whole(key)),
    erase: async ({ cancelPending, ...key }) => manage.erasePlayer({ ...(await whole(key)), cancelPending }),
    ban: async ({ reason, until, ...key }) =>
      banToShown(
        await manage.banPlayer({ ...(await whole(key)), reason, until: until === null ? null : until.toISOString() }),
      ),
    liftBan: async (key) => banToShown(await manage.liftBan(await whole(key))),
  }
}

function playerToShown({ checkouts, entitlements, ...player }: Player): ShownPlayer {
  return {
    ...player,
    checkouts: checkouts.map((checkout) => ({ ...checkout, id: formatId('chk', checkout.id) })),
    entitlements: entitlements.map((held) => ({
      ...held,
      id: formatId('ent', held.id),
      productId: formatId('prd', held.productId),
    })),
  }
}

function figuresToShown(player: Manage.PlayerRow): PlayerRow {
  return { ...player, firstSeenAt: readDate(player.firstSeenAt), lastPaidAt: readDate(player.lastPaidAt) }
}

function banToShown(ban: Manage.Ban): Ban {
  return {
    ...ban,
    until: readDate(ban.until),
    createdAt: readDate(ban.createdAt),
    liftedAt: readDate(ban.liftedAt),
  }
}

function wireToShown({ checkouts, entitlements, commands, ban, ...statistics }: Manage.PlayerDetails): ShownPlayer {
  return {
    ...figuresToShown(statistics),
    checkouts: checkouts.map((checkout) => ({
      ...checkout,
      createdAt: readDate(checkout.createdAt),
      paidAt: readDate(checkout.paidAt),
      refundedAt: readDate(checkout.refundedAt),
      disputedAt: readDate(checkout.disputedAt),
    })),
    entitlements: entitlements.map((held) => ({
      ...held,
      until: readDate(held.until),
      endedAt: readDate(held.endedAt),
    })),
    commands,
    ban: ban && banToShown(ban),
  }
}
