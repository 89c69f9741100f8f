import { Command } from 'commander'
import { AppError } from '../errors.ts'
import type { WhichKeys } from '../game-servers/revoke-server-keys.ts'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'
import type { ServerKey } from './desk/server-desk.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { print } from './print.ts'
import { readKeyId, readServerId, readStoreId } from './read-id.ts'

export type OnServer = { server: GameServerId; store?: StoreId; remote?: Remote; json?: boolean }
type Revoke = OnServer & { key?: ServerKeyId; old?: boolean; all?: boolean }

export function keyCommands(): Command[] {
  return [rotateCommand(), revokeCommand(), importCommand()]
}

/** The options of a command that is about one server. */
export function onServer(command: Command): Command {
  return remotely(command)
    .requiredOption('--server <id>', 'server', readServerId)
    .option('--store <id>', 'its store; needed with --remote when you have several', readStoreId)
    .option('--json', 'print one JSON object')
}

export function keyOf({ server, store }: OnServer): ServerKey {
  return { serverId: server, ...(store && { storeId: store }) }
}

function rotateCommand(): Command {
  const command = new Command('rotate-key')
    .description('issue a new key; older ones go on working until they are revoked')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server rotate-key --server srv_…\n  npx quartermaster server revoke-key --server srv_… --old   (once the new one is in use)',
    )
  return onServer(command).action(async (options: OnServer) => {
    const { keyId, key } = await withDesk(options.remote, (desk) => desk.servers.rotateKey(keyOf(options)))
    print(options.json, { keyId, key }, () => `The new key, shown only now:\n\n  ${key}\n`)
  })
}

function revokeCommand(): Command {
  const command = new Command('revoke-key')
    .description('revoke keys of a server: one, all but the newest, or all')
    .option('--key <id>', 'this key', readKeyId)
    .option('--old', 'all but the newest')
    .option('--all', 'all of them')
    .addHelpText('after', '\nExample:\n  npx quartermaster server revoke-key --server srv_… --key key_…')
  return onServer(command).action(async ({ key, old, all, ...options }: Revoke) => {
    const which = whichKeys({ ...(key && { key }), old: old === true, all: all === true })
    const revoked = await withDesk(options.remote, (desk) => desk.servers.revokeKeys({ ...keyOf(options), which }))
    print(options.json, { revoked }, () =>
      revoked.length === 0 ? 'There was nothing to revoke.' : `Revoked ${revoked.join(', ')}.`,
    )
  })
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
  const command = new Command('import-key')
    .description('let a server keep the key it has from another platform')
    .requiredOption('--key <text>', 'the key as the server sends it')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server import-key --server srv_… --key 3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11',
    )
  return onServer(command).action(async ({ key, ...options }: OnServer & { key: string }) => {
    const { keyId } = await withDesk(options.remote, (desk) => desk.servers.importKey({ ...keyOf(options), key }))
    print(options.json, { keyId }, () => `Imported as ${keyId}.`)
  })
}
