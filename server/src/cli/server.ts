import { Command, Option } from 'commander'
import { PROFILES, type Profile } from '../game-servers/game-server.ts'
import { formatId, type StoreId } from '../ids.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readStoreId } from './read-id.ts'
import { keyCommands, keyOf, type OnServer, onServer } from './server-keys.ts'

type Options = { store: StoreId; remote?: Remote; json?: boolean }
type Create = Options & { name: string; game?: string; profile: Profile }

export function serverCommand(): Command {
  const command = new Command('server').description('game servers and their keys')
  for (const subcommand of [createCommand(), listCommand(), defaultCommand(), ...keyCommands()]) {
    command.addCommand(subcommand)
  }
  return command
}

function createCommand(): Command {
  const command = new Command('create')
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
  return remotely(command).action(async ({ store, name, game, profile, remote, json }: Create) => {
    const { id, key, keyId, takenOver } = await withDesk(remote, (desk) =>
      desk.servers.create({ storeId: store, name, game: game ?? null, profile }),
    )
    print(
      json,
      { id, key, keyId, takenOver },
      () =>
        `Created the server ${id}.\nIts key, shown only now:\n\n  ${key}\n\nNext, where the game runs: npx quartermaster-agent setup, or the mod of your game (docs/connect)`,
    )
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the servers of a store and their keys')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster server list --store sto_…')
  return remotely(command).action(async ({ store, remote, json }: Options) => {
    const shown = await withDesk(remote, (desk) => desk.servers.list(store))
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
  const command = new Command('set-default')
    .description('send what names no server to this one from now on')
    .addHelpText('after', '\nExample:\n  npx quartermaster server set-default --server srv_…')
  return onServer(command).action(async (options: OnServer) => {
    await withDesk(options.remote, (desk) => desk.servers.setDefault(keyOf(options)))
    print(options.json, { id: formatId('srv', options.server) }, () => 'It is the default server now.')
  })
}
