import { Command } from 'commander'
import { inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { importServerKey, issueServerKey } from '../game-servers/add-server-key.ts'
import { revokeServerKeys, type WhichKeys } from '../game-servers/revoke-server-keys.ts'
import { storeOfServer } from '../game-servers/store-of-server.ts'
import { formatId, type GameServerId, type ServerKeyId } from '../ids.ts'
import { print } from './print.ts'
import { readKeyId, readServerId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

export function keyCommands(): Command[] {
  return [rotateCommand(), revokeCommand(), importCommand()]
}

function rotateCommand(): Command {
  return new Command('rotate-key')
    .description('issue a new key; older ones go on working until they are revoked')
    .requiredOption('--server <id>', 'server', readServerId)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server rotate-key --server srv_…\n  npx quartermaster server revoke-key --server srv_… --old   (once the new one is in use)',
    )
    .action(async ({ server, json }: Json & { server: GameServerId }) => {
      const { keyId, key } = await withDatabase(async ({ app, reader }, { cell }) => {
        const storeId = await storeOfServer(reader, server)
        return inStore(app, storeId, (tx) => issueServerKey(tx, { storeId, serverId: server, cell }))
      })
      print(json, { keyId: formatId('key', keyId), key }, () => `The new key, shown only now:\n\n  ${key}\n`)
    })
}

function revokeCommand(): Command {
  return new Command('revoke-key')
    .description('revoke keys of a server: one, all but the newest, or all')
    .requiredOption('--server <id>', 'server', readServerId)
    .option('--key <id>', 'this key', readKeyId)
    .option('--old', 'all but the newest')
    .option('--all', 'all of them')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster server revoke-key --server srv_… --key key_…')
    .action(
      async ({
        server,
        key,
        old,
        all,
        json,
      }: Json & { server: GameServerId; key?: ServerKeyId; old?: boolean; all?: boolean }) => {
        const which = whichKeys({ ...(key && { key }), old: old === true, all: all === true })
        const revoked = await withDatabase(async ({ app, reader }) =>
          revokeServerKeys(app, { storeId: await storeOfServer(reader, server), serverId: server, which }),
        )
        const shown = revoked.map((id) => formatId('key', id))
        print(json, { revoked: shown }, () =>
          shown.length === 0 ? 'There was nothing to revoke.' : `Revoked ${shown.join(', ')}.`,
        )
      },
    )
}

function whichKeys({ key, old, all }: { key?: ServerKeyId; old: boolean; all: boolean }): WhichKeys {
  if (Number(key !== undefined) + Number(old) + Number(all) !== 1) {
    throw new AppError(
      'invalid_request',
      'Say which keys: --key <id>, --old (all but the newest) or --all. `quartermaster server list` shows them',
    )
  }
  return key !== undefined ? { keyId: key } : old ? 'all-but-newest' : 'all'
}

function importCommand(): Command {
  return new Command('import-key')
    .description('let a server keep the key it has from another platform')
    .requiredOption('--server <id>', 'server', readServerId)
    .requiredOption('--key <text>', 'the key as the server sends it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server import-key --server srv_… --key 3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11',
    )
    .action(async ({ server, key, json }: Json & { server: GameServerId; key: string }) => {
      const { keyId } = await withDatabase(async ({ app, reader }) => {
        const storeId = await storeOfServer(reader, server)
        return inStore(app, storeId, (tx) => importServerKey(tx, { storeId, serverId: server, key }))
      })
      print(json, { keyId: formatId('key', keyId) }, () => `Imported as ${formatId('key', keyId)}.`)
    })
}
