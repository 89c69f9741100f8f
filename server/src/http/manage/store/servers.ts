import {
  GameServer,
  GameServerPage,
  NewServer,
  NewServerBody,
  ServerEdit,
} from '@quartermaster/contract/manage-servers'
import { LIST_QUERY } from '@quartermaster/contract/manage-store'
import { addGameServer } from '../../../delivery/add-game-server.ts'
import { type GameServerDetails, listGameServers, showGameServer } from '../../../game-servers/list-game-servers.ts'
import { setDefaultServer } from '../../../game-servers/set-default-server.ts'
import { updateGameServer } from '../../../game-servers/update-game-server.ts'
import { formatId, type GameServerId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'

const ONE = '/stores/:storeId/servers/:serverId'

export function serverRoutes({ parts, store, publish }: Surface): void {
  publish(GameServer, GameServerPage, NewServer)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/servers',
      operationId: 'listServers',
      summary: 'Game servers, oldest first, with their keys',
      permission: 'servers:read',
      query: LIST_QUERY,
      answer: 'GameServerPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<GameServerId>('srv', key))
      const rows = await listGameServers(tx, { storeId, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, { show: serverToWire, keyOf: ({ id }) => formatId('srv', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/servers',
      operationId: 'createServer',
      summary: 'Add a game server, with its first key',
      description: 'The first server of a store takes over what was sold before there was one.',
      permission: 'servers:write',
      body: NewServerBody,
      answer: 'NewServer',
      status: 201,
      secret: true,
    },
    async ({ tx, storeId, body }) => {
      const { name, game = null, profile = 'standard', allowedAddresses } = body
      const made = await addGameServer(tx, { storeId, name, game, profile, cell: parts.cell })
      if (allowedAddresses) await updateGameServer(tx, { storeId, serverId: made.id, allowedAddresses })
      return {
        id: formatId('srv', made.id),
        keyId: formatId('key', made.keyId),
        key: made.key,
        takenOverDeliveries: made.takenOverDeliveries,
      }
    },
  )
  store.route(
    {
      method: 'GET',
      url: ONE,
      operationId: 'getServer',
      summary: 'A game server',
      permission: 'servers:read',
      answer: 'GameServer',
    },
    async ({ tx, storeId, params }) => serverToWire(await showGameServer(tx, { storeId, serverId: params.serverId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: ONE,
      operationId: 'updateServer',
      summary: 'Change a game server, or bind it to addresses',
      description:
        'A key of a bound server is refused elsewhere as if it were wrong; you are warned. Every process knows within a minute.',
      permission: 'servers:write',
      body: ServerEdit,
      answer: 'GameServer',
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { serverId } = params
      const { allowedAddresses } = body
      note({ details: { changed: Object.keys(body), ...(allowedAddresses && { allowedAddresses }) } })
      await updateGameServer(tx, { storeId, serverId, ...body, ...expectVersion })
      return serverToWire(await showGameServer(tx, { storeId, serverId }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${ONE}/make-default`,
      operationId: 'setDefaultServer',
      summary: 'Send what names no server here from now on',
      permission: 'servers:write',
      answer: 'GameServer',
    },
    async ({ tx, storeId, params }) => {
      const { serverId } = params
      await setDefaultServer(tx, { storeId, serverId })
      return serverToWire(await showGameServer(tx, { storeId, serverId }))
    },
  )
}

function serverToWire({ id, lastSeenAt, createdAt, keys, warnings, ...rest }: GameServerDetails) {
  return {
    id: formatId('srv', id),
    ...rest,
    lastSeenAt: momentOrNull(lastSeenAt),
    keys: keys.map((key) => ({
      id: formatId('key', key.id),
      hint: key.hint,
      source: key.source,
      createdAt: moment(key.createdAt),
      revokedAt: momentOrNull(key.revokedAt),
      usedFrom: key.usedFrom.map(({ address, firstSeenAt, lastSeenAt: last, refusedAt }) => ({
        address,
        firstSeenAt: moment(firstSeenAt),
        lastSeenAt: moment(last),
        refusedAt: momentOrNull(refusedAt),
      })),
    })),
    warnings: warnings.map(({ keyId, at, ...warning }) => ({
      ...warning,
      keyId: formatId('key', keyId),
      at: moment(at),
    })),
    createdAt: moment(createdAt),
  }
}
