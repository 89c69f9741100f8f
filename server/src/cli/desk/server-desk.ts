import type { Manage } from '@quartermaster/sdk'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { addGameServer } from '../../delivery/add-game-server.ts'
import { importServerKey, createServerKey } from '../../game-servers/add-server-key.ts'
import type { Profile } from '../../game-servers/game-server.ts'
import { type GameServerDetails, listGameServers, showGameServer } from '../../game-servers/list-game-servers.ts'
import { revokeServerKeys, type WhichKeys } from '../../game-servers/revoke-server-keys.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'
import { storeOfServer } from '../../game-servers/store-of-server.ts'
import { updateGameServer } from '../../game-servers/update-game-server.ts'
import { formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** Operators may name a server alone. */
export type ServerKey = { serverId: GameServerId; storeId?: StoreId }

type ShownKey = Pick<GameServerDetails['keys'][number], 'hint' | 'source' | 'createdAt' | 'revokedAt'> & {
  id: string
  usedFrom: { address: string; firstSeenAt: Date; lastSeenAt: Date; refusedAt: Date | null }[]
}
type ShownServer = Omit<GameServerDetails, 'id' | 'keys' | 'warnings'> & {
  id: string
  keys: ShownKey[]
  warnings: string[]
}

export type ServerDesk = {
  list: (storeId: StoreId) => Promise<ShownServer[]>
  create: (server: { storeId: StoreId; name: string; game: string | null; profile: Profile }) => Promise<NewServer>
  setDefault: (key: ServerKey) => Promise<void>
  /** From where its keys work; none: from everywhere. */
  bind: (key: ServerKey & { addresses: string[] }) => Promise<{ addresses: string[] }>
  rotateKey: (key: ServerKey) => Promise<{ keyId: string; key: string }>
  importKey: (key: ServerKey & { key: string }) => Promise<{ keyId: string }>
  /** The keys that are revoked by it. */
  revokeKeys: (key: ServerKey & { which: WhichKeys }) => Promise<string[]>
}
type NewServer = { id: string; key: string; keyId: string; takenOverDeliveries: number }

const MOST = 1_000

export function localServers({ app, reader }: Database, { cell }: Config): ServerDesk {
  const whole = async ({ serverId, storeId }: ServerKey) => ({
    serverId,
    storeId: storeId ?? (await storeOfServer(reader, serverId)),
  })
  return {
    list: async (storeId) => (await listGameServers(app, { storeId, most: MOST })).map(detailsToShown),
    async create(server) {
      const deed = { storeId: server.storeId, action: 'createServer', subject: nameOf }
      const { id, keyId, ...made } = await byHand(app, deed, (tx) => addGameServer(tx, { ...server, cell }))
      return { id: formatId('srv', id), keyId: formatId('key', keyId), ...made }
    },
    async setDefault(key) {
      const server = await whole(key)
      await byHand(app, deedOn(server, 'setDefaultServer'), (tx) => setDefaultServer(tx, server))
    },
    async bind({ addresses, ...key }) {
      const server = await whole(key)
      const deed = { ...deedOn(server, 'updateServer'), details: { addresses } }
      return byHand(app, deed, async (tx) => {
        await updateGameServer(tx, { ...server, addresses })
        return { addresses: (await showGameServer(tx, server)).addresses }
      })
    },
    async rotateKey(named) {
      const server = await whole(named)
      const deed = deedOn(server, 'createServerKey')
      const { keyId, key } = await byHand(app, deed, (tx) => createServerKey(tx, { ...server, cell }))
      return { keyId: formatId('key', keyId), key }
    },
    async importKey({ key, ...named }) {
      const server = await whole(named)
      const deed = deedOn(server, 'importServerKey')
      const { keyId } = await byHand(app, deed, (tx) => importServerKey(tx, { ...server, key }))
      return { keyId: formatId('key', keyId) }
    },
    async revokeKeys({ which, ...key }) {
      const server = await whole(key)
      const deed = deedOn(server, 'revokeServerKeys')
      const revoked = await byHand(app, deed, (tx) => revokeServerKeys(tx, { ...server, which }))
      return revoked.map((id) => formatId('key', id))
    },
  }
}

type Whole = { storeId: StoreId; serverId: GameServerId }

const nameOf = ({ id }: { id: GameServerId }) => formatId('srv', id)

function deedOn({ storeId, serverId }: Whole, action: string) {
  return { storeId, action, subject: formatId('srv', serverId) }
}

export function remoteServers({ manage, storeId: storeOf }: RemoteStore): ServerDesk {
  const whole = async ({ serverId, storeId }: ServerKey) => ({
    serverId: formatId('srv', serverId),
    storeId: await storeOf(storeId),
  })
  return {
    async list(named) {
      const storeId = await storeOf(named)
      return (await upTo(MOST, manage.listServers.each({ storeId }))).map(wireToShown)
    },
    create: async ({ storeId, ...server }) => manage.createServer({ storeId: await storeOf(storeId), ...server }),
    async setDefault(key) {
      await manage.setDefaultServer(await whole(key))
    },
    async bind({ addresses, ...key }) {
      const bound = await manage.updateServer({ ...(await whole(key)), addresses }, { ifMatch: '*' })
      return { addresses: bound.addresses }
    },
    async rotateKey(named) {
      const { id, key } = await manage.createServerKey(await whole(named))
      return { keyId: id, key }
    },
    async importKey({ key, ...named }) {
      const { id } = await manage.importServerKey({ ...(await whole(named)), key })
      return { keyId: id }
    },
    async revokeKeys({ which, ...named }) {
      const server = await whole(named)
      if (typeof which === 'string') return (await manage.revokeServerKeys({ ...server, which })).revoked
      const keyId = formatId('key', which.keyId)
      const { keys } = await manage.getServer(server)
      await manage.revokeServerKey({ ...server, keyId })
      return keys.some(({ id, revokedAt }) => id === keyId && revokedAt === null) ? [keyId] : []
    },
  }
}

function detailsToShown({ id, keys, warnings, ...server }: GameServerDetails): ShownServer {
  return {
    id: formatId('srv', id),
    ...server,
    keys: keys.map((key) => ({
      ...key,
      id: formatId('key', key.id),
      usedFrom: key.usedFrom.map(({ address, firstSeenAt, lastSeenAt, refusedAt }) => ({
        address,
        firstSeenAt,
        lastSeenAt,
        refusedAt,
      })),
    })),
    warnings: warnings.map(({ message }) => message),
  }
}

function wireToShown({ keys, warnings, ...server }: Manage.GameServer): ShownServer {
  return {
    ...server,
    lastSeenAt: readDate(server.lastSeenAt),
    createdAt: readDate(server.createdAt),
    keys: keys.map((key) => ({
      ...key,
      createdAt: readDate(key.createdAt),
      revokedAt: readDate(key.revokedAt),
      usedFrom: key.usedFrom.map((use) => ({
        address: use.address,
        firstSeenAt: readDate(use.firstSeenAt),
        lastSeenAt: readDate(use.lastSeenAt),
        refusedAt: readDate(use.refusedAt),
      })),
    })),
    warnings: warnings.map(({ message }) => message),
  }
}
