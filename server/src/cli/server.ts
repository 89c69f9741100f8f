import { Command, Option } from 'commander'
import { addGameServer } from '../delivery/add-game-server.ts'
import { PROFILES, type Profile } from '../game-servers/game-server.ts'
import { listGameServers } from '../game-servers/list-game-servers.ts'
import { setDefaultServer } from '../game-servers/set-default-server.ts'
import { storeOfServer } from '../game-servers/store-of-server.ts'
import { formatId, type GameServerId, type StoreId } from '../ids.ts'
import { moment, print, table } from './print.ts'
import { readServerId, readStoreId } from './read-id.ts'
import { keyCommands } from './server-keys.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

export function serverCommand(): Command {
  const command = new Command('server').description('game servers and their keys')
  for (const subcommand of [createCommand(), listCommand(), defaultCommand(), ...keyCommands()]) {
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
        print(
          json,
          shown,
          () =>
            `Created the server ${shown.id}.\nIts key, shown only now:\n\n  ${shown.key}\n\nNext, where the game runs: npx quartermaster-agent setup, or the mod of your game (docs/connect)`,
        )
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
