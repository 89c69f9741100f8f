import {
  ImportedKey,
  ImportKeyBody,
  IssuedKey,
  RevokedKeys,
  RevokeKeysBody,
} from '@quartermaster/contract/manage-servers'
import { importServerKey, createServerKey } from '../../../game-servers/add-server-key.ts'
import { requireServer } from '../../../game-servers/require-server.ts'
import { revokeServerKeys } from '../../../game-servers/revoke-server-keys.ts'
import { formatId } from '../../../ids.ts'
import type { Surface } from '../surface.ts'

const KEYS = '/stores/:storeId/servers/:serverId/keys'

export function serverKeyRoutes({ parts, store, publish }: Surface): void {
  publish(IssuedKey, ImportedKey, RevokedKeys)

  store.route(
    {
      method: 'POST',
      url: KEYS,
      operationId: 'createServerKey',
      summary: 'Issue a new key',
      description: 'Older keys go on working until they are revoked, so that a server can change over.',
      permission: 'servers:write',
      answer: 'IssuedKey',
      status: 201,
      secret: true,
    },
    async ({ tx, storeId, params, note }) => {
      const { keyId, key } = await createServerKey(tx, { storeId, serverId: params.serverId, cell: parts.cell })
      note({ details: { keyId: formatId('key', keyId) } })
      return { id: formatId('key', keyId), key }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${KEYS}/import`,
      operationId: 'importServerKey',
      summary: 'Let a server keep the key it has from another platform',
      permission: 'servers:write',
      body: ImportKeyBody,
      answer: 'ImportedKey',
      status: 201,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { keyId } = await importServerKey(tx, { storeId, serverId: params.serverId, key: body.key })
      note({ details: { keyId: formatId('key', keyId) } })
      return { id: formatId('key', keyId) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${KEYS}/revoke`,
      operationId: 'revokeServerKeys',
      summary: 'Revoke all keys, or all but the newest',
      permission: 'servers:write',
      body: RevokeKeysBody,
      answer: 'RevokedKeys',
    },
    async ({ tx, storeId, params, body, note }) => {
      const { serverId } = params
      await requireServer(tx, { storeId, serverId })
      const keyIds = await revokeServerKeys(tx, { storeId, serverId, which: body.which })
      const revoked = keyIds.map((id) => formatId('key', id))
      note({ details: { revoked } })
      return { revoked }
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: `${KEYS}/:keyId`,
      operationId: 'revokeServerKey',
      summary: 'Revoke a key; it ends everywhere within a minute',
      permission: 'servers:write',
      answer: null,
    },
    async ({ tx, storeId, params }) => {
      const { serverId, keyId } = params
      await requireServer(tx, { storeId, serverId })
      await revokeServerKeys(tx, { storeId, serverId, which: { keyId } })
    },
  )
}
