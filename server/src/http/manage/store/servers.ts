import { ListQuery } from '@quartermaster/contract/manage'
import {
  CreatedServer,
  CreateServerBody,
  GameServer,
  GameServerPage,
  UpdateServerBody,
} from '@quartermaster/contract/manage-servers'
import type { Tx } from '../../../db/database.ts'
import { addGameServer } from '../../../delivery/add-game-server.ts'
import { countPending } from '../../../delivery/read/count-pending.ts'
import { type GameServerDetails, listGameServers, showGameServer } from '../../../game-servers/list-game-servers.ts'
import { setDefaultServer } from '../../../game-servers/set-default-server.ts'
import { updateGameServer } from '../../../game-servers/update-game-server.ts'
import { formatId, type GameServerId, parseId, type StoreId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'

const SERVERS = '/stores/:storeId/servers'
const SERVER = `${SERVERS}/:serverId` as const

export function serverRoutes({ parts, store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: SERVERS,
      operationId: 'listServers',
      summary: 'List game servers',
      description: 'Oldest first, with their keys.',
      permission: 'servers:read',
      query: ListQuery,
      response: GameServerPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<GameServerId>('srv', key))
      const rows = await listGameServers(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      const pending = await countPending(tx, { storeId, serverIds: rows.map(({ id }) => id) })
      return toPage(rows, query, {
        toItem: (server) => serverToWire(server, pending.get(server.id) ?? 0),
        keyOf: ({ id }) => formatId('srv', id),
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: SERVERS,
      operationId: 'createServer',
      summary: 'Create a game server',
      description:
        'Also creates its first key. The first server of a store takes over the deliveries that had no server.',
      permission: 'servers:write',
      requiresRecentAuthentication: true,
      body: CreateServerBody,
      response: CreatedServer,
      status: 201,
      isSecret: true,
    },
    async ({ tx, storeId, body }) => {
      const { name, game = null, profile = 'standard', allowedAddresses } = body
      const server = await addGameServer(tx, { storeId, name, game, profile, cell: parts.cell })
      if (allowedAddresses) await updateGameServer(tx, { storeId, serverId: server.id, allowedAddresses })
      return {
        id: formatId('srv', server.id),
        keyId: formatId('key', server.keyId),
        key: server.key,
        takenOverDeliveries: server.takenOverDeliveries,
      }
    },
  )
  store.route(
    {
      method: 'GET',
      url: SERVER,
      operationId: 'getServer',
      summary: 'Get a game server',
      permission: 'servers:read',
      response: GameServer,
    },
    async ({ tx, storeId, params }) => readServer(tx, { storeId, serverId: params.serverId }),
  )
  store.route(
    {
      method: 'PATCH',
      url: SERVER,
      operationId: 'updateServer',
      summary: 'Update a game server',
      description:
        'With `allowedAddresses`, the keys of the server are rejected everywhere else, and the store is notified. Every process applies a change within a minute.',
      permission: 'servers:write',
      body: UpdateServerBody,
      response: GameServer,
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { serverId } = params
      const { allowedAddresses } = body
      note({ details: { changed: Object.keys(body), ...(allowedAddresses && { allowedAddresses }) } })
      await updateGameServer(tx, { ...body, ...expectVersion, storeId, serverId })
      return readServer(tx, { storeId, serverId })
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${SERVER}/make-default`,
      operationId: 'setDefaultServer',
      summary: 'Make a game server the default',
      description: 'Products that name no server are delivered to the default server from now on.',
      permission: 'servers:write',
      response: GameServer,
    },
    async ({ tx, storeId, params }) => {
      const { serverId } = params
      await setDefaultServer(tx, { storeId, serverId })
      return readServer(tx, { storeId, serverId })
    },
  )
}

async function readServer(tx: Tx, { storeId, serverId }: { storeId: StoreId; serverId: GameServerId }) {
  const server = await showGameServer(tx, { storeId, serverId })
  const pending = await countPending(tx, { storeId, serverIds: [serverId] })
  return serverToWire(server, pending.get(serverId) ?? 0)
}

function serverToWire(server: GameServerDetails, pendingDeliveries: number) {
  return {
    id: formatId('srv', server.id),
    name: server.name,
    game: server.game,
    profile: server.profile,
    isDefault: server.isDefault,
    port: server.port,
    registeredFrom: server.registeredFrom,
    allowedAddresses: server.allowedAddresses,
    lastSeenAt: toNullableTimestamp(server.lastSeenAt),
    pendingDeliveries,
    keys: server.keys.map((key) => ({
      id: formatId('key', key.id),
      hint: key.hint,
      source: key.source,
      createdAt: toTimestamp(key.createdAt),
      revokedAt: toNullableTimestamp(key.revokedAt),
      usedFrom: key.usedFrom.map((use) => ({
        ipAddress: use.address,
        firstSeenAt: toTimestamp(use.firstSeenAt),
        lastSeenAt: toTimestamp(use.lastSeenAt),
        rejectedAt: toNullableTimestamp(use.refusedAt),
      })),
    })),
    warnings: server.warnings.map(({ code, message, keyId, address, at }) => ({
      code,
      message,
      keyId: formatId('key', keyId),
      ipAddress: address,
      detectedAt: toTimestamp(at),
    })),
    createdAt: toTimestamp(server.createdAt),
    version: server.version,
  }
}
