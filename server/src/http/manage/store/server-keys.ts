import {
  CreatedServerKey,
  ImportedServerKey,
  ImportServerKeyBody,
  RevokedServerKeys,
  RevokeServerKeysBody,
} from '@quartermaster/contract/manage-servers'
import { createServerKey, importServerKey } from '../../../game-servers/add-server-key.ts'
import { requireServer } from '../../../game-servers/require-server.ts'
import { revokeServerKeys } from '../../../game-servers/revoke-server-keys.ts'
import { formatId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'

const KEYS = '/stores/:storeId/servers/:serverId/keys'

export function serverKeyRoutes({ parts, store }: ManageApi): void {
  store.route(
    {
      method: 'POST',
      url: KEYS,
      operationId: 'createServerKey',
      summary: 'Create a server key',
      description: 'Older keys keep working until they are revoked, so that you can replace a key without downtime.',
      permission: 'servers:write',
      requiresRecentAuthentication: true,
      response: CreatedServerKey,
      status: 201,
      isSecret: true,
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
      summary: 'Import a server key',
      description: 'A game server can keep the key that it has from another platform.',
      permission: 'servers:write',
      requiresRecentAuthentication: true,
      body: ImportServerKeyBody,
      response: ImportedServerKey,
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
      summary: 'Revoke all server keys, or all except the newest',
      permission: 'servers:write',
      body: RevokeServerKeysBody,
      response: RevokedServerKeys,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { serverId } = params
      await requireServer(tx, { storeId, serverId })
      const which = body.keepNewest ? 'all-but-newest' : 'all'
      const keyIds = (await revokeServerKeys(tx, { storeId, serverId, which })).map((id) => formatId('key', id))
      note({ details: { keyIds } })
      return { keyIds }
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: `${KEYS}/:keyId`,
      operationId: 'revokeServerKey',
      summary: 'Revoke a server key',
      description: 'Every process rejects the key within a minute.',
      permission: 'servers:write',
      response: null,
    },
    async ({ tx, storeId, params }) => {
      const { serverId, keyId } = params
      await requireServer(tx, { storeId, serverId })
      await revokeServerKeys(tx, { storeId, serverId, which: { keyId } })
    },
  )
}
