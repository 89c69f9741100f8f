import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { addCommand } from '../add-command.ts'
import { parseIdOf } from '../parse-option.ts'
import { callStoreApi } from './owner-command.ts'

export type OnServer = { server: string }
type Revoke = OnServer & { key?: string; allButNewest?: boolean; all?: boolean }

/** A command about one game server. */
export function addServerCommand(group: Command, name: string, description: string, example: string): Command {
  return addCommand(group, name, description, `--server srv_… ${example}`) //
    .requiredOption('--server <id>', 'the game server', parseIdOf('srv'))
}

export function addServerKeyCommands(group: Command): void {
  const rotate = addServerCommand(
    group,
    'rotate-key',
    'create a new key; older keys keep working until you revoke them',
    '',
  )
  callStoreApi<OnServer>(
    rotate,
    async ({ manage, storeId }, { server: serverId }) => {
      const created = await manage.createServerKey({ storeId, serverId })
      const next = `npx quartermaster server revoke-key --server ${serverId} --all-but-newest`
      const text = `The new key, shown only now:\n\n  ${created.key}\n\nWhen the server uses it, revoke the old ones: ${next}`
      return { json: created, text }
    },
    'server',
  )

  const importKey = addServerCommand(
    group,
    'import-key',
    'accept the key that a server already has from another platform',
    '--key 3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11',
  ).requiredOption('--key <text>', 'the key as the server sends it')
  callStoreApi<OnServer & { key: string }>(
    importKey,
    async ({ manage, storeId }, { server: serverId, key }) => {
      const imported = await manage.importServerKey({ storeId, serverId, key })
      return { json: imported, text: `Imported as ${imported.id}.` }
    },
    'server',
  )

  addRevoke(group)
}

function addRevoke(group: Command): void {
  const command = addServerCommand(group, 'revoke-key', 'revoke keys of a server', '--key key_…')
    .option('--key <id>', 'revoke this key', parseIdOf('key'))
    .option('--all-but-newest', 'revoke all keys but the newest')
    .option('--all', 'revoke all keys')
  callStoreApi<Revoke>(
    command,
    async ({ manage, storeId }, { server: serverId, key: keyId, allButNewest, all }) => {
      if (Number(keyId !== undefined) + Number(allButNewest === true) + Number(all === true) !== 1) {
        throw new AppError(
          'invalid_request',
          'Choose which keys to revoke: --key <id>, --all-but-newest or --all. `quartermaster server list` shows their ids.',
        )
      }
      const server = { storeId, serverId }
      if (keyId === undefined) {
        const { keyIds } = await manage.revokeServerKeys({ ...server, keepNewest: allButNewest === true })
        return toOutput(keyIds)
      }
      const { keys } = await manage.getServer(server)
      await manage.revokeServerKey({ ...server, keyId })
      return toOutput(keys.some(({ id, revokedAt }) => id === keyId && revokedAt === null) ? [keyId] : [])
    },
    'server',
  )
}

function toOutput(revoked: string[]) {
  const text = revoked.length === 0 ? 'There was no active key to revoke.' : `Revoked ${revoked.join(', ')}.`
  return { json: { revoked }, text }
}
