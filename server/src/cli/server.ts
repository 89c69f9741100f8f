import { Command, Option } from 'commander'
import { inStore } from '../db/database.ts'
import { addGameServer } from '../delivery/add-game-server.ts'
import { importServerKey, issueServerKey } from '../game-servers/add-server-key.ts'
import { PROFILES, type Profile } from '../game-servers/game-server.ts'
import { listGameServers } from '../game-servers/list-game-servers.ts'
import { revokeServerKeys, type WhichKeys } from '../game-servers/revoke-server-keys.ts'
import { setDefaultServer } from '../game-servers/set-default-server.ts'
import { storeOfServer } from '../game-servers/store-of-server.ts'
import { AppError } from '../errors.ts'
import { formatId, type GameServerId, type ServerKeyId, type StoreId } from '../ids.ts'
import { moment, print, table } from './print.ts'
import { readKeyId, readServerId, readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

export function serverCommand(): Command {
  const command = new Command('server').description('game servers and their keys')
  for (const subcommand of [
    createCommand(),
    listCommand(),
    rotateCommand(),
    revokeCommand(),
    importCommand(),
    defaultCommand(),
  ]) {
    command.addCommand(subcommand)
  }
  return command
}

function createCommand(): Command {
  return new Command('create')
    .description('create a game server; its key is shown once, here')
    .requiredOption('--store <id>', 'store it belongs to', readStoreId)
    .requiredOption('--name <text>', 'a name for you, like lobby')
    .option('--game <text>', 'what it runs, like fivem')
    .addOption(
      new Option('--profile <name>', 'how the queue is shown to its client').choices(PROFILES).default('standard'),
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server create --store sto_… --name lobby --game fivem --profile fivem',
    )
    .action(
      async ({
        store,
        name,
        game,
        profile,
        json,
      }: Json & { store: StoreId; name: string; game?: string; profile: Profile }) => {
        const made = await withDatabase(({ app }, { cell }) =>
          addGameServer(app, { storeId: store, name, game: game ?? null, profile, cell }),
        )
        const shown = {
          id: formatId('srv', made.id),
          key: made.key,
          keyId: formatId('key', made.keyId),
          takenOver: made.takenOver,
        }
        print(json, shown, () => `Created the server ${shown.id}.\nIts key, shown only now:\n\n  ${shown.key}\n`)
      },
    )
}

function listCommand(): Command {
  return new Command('list')
    .description('list the servers of a store and their keys')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster server list --store sto_…')
    .action(async ({ store, json }: Json & { store: StoreId }) => {
      const servers = await withDatabase(({ app }) => listGameServers(app, store))
      const shown = servers.map(({ id, is_default, last_seen_at, keys, ...server }) => ({
        id: formatId('srv', id),
        ...server,
        isDefault: is_default === true,
        lastSeenAt: last_seen_at,
        keys: keys.map((key) => ({
          id: formatId('key', key.id),
          hint: key.hint,
          source: key.source,
          createdAt: key.created_at,
          revokedAt: key.revoked_at,
        })),
      }))
      print(json, { servers: shown }, () =>
        table(
          ['server', 'name', 'profile', 'default', 'last seen', 'key', 'ends in', 'state'],
          shown.flatMap((server) =>
            server.keys.map((key) => [
              server.id,
              server.name,
              server.profile,
              server.isDefault ? 'yes' : '',
              moment(server.lastSeenAt),
              key.id,
              key.hint,
              key.revokedAt ? 'revoked' : 'active',
            ]),
          ),
        ),
      )
    })
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

function defaultCommand(): Command {
  return new Command('set-default')
    .description('send what names no server to this one from now on')
    .requiredOption('--server <id>', 'server', readServerId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster server set-default --server srv_…')
    .action(async ({ server, json }: Json & { server: GameServerId }) => {
      await withDatabase(async ({ app, reader }) =>
        setDefaultServer(app, { storeId: await storeOfServer(reader, server), serverId: server }),
      )
      print(json, { id: formatId('srv', server) }, () => 'It is the default server now.')
    })
}
