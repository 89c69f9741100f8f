import { Command, Option } from 'commander'
import { AppError } from '../errors.ts'
import { PROFILES, type Profile } from '../game-servers/game-server.ts'
import { formatId } from '../ids.ts'
import { aboutStore, type InStore, withDesk, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { many } from './read-id.ts'
import { keyCommands, keyOf, type OnServer, onServer } from './server-keys.ts'

type Bind = OnServer & { address?: string[]; anywhere?: boolean }
type Create = InStore & { name: string; game?: string; profile: Profile }

export function serverCommand(): Command {
  const command = new Command('server').description('game servers and their keys')
  for (const subcommand of [createCommand(), listCommand(), defaultCommand(), bindCommand(), ...keyCommands()]) {
    command.addCommand(subcommand)
  }
  return command
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a game server; its key is shown once, here')
    .requiredOption('--name <text>', 'a name for you, like lobby')
    .option('--game <text>', 'what it runs, like fivem')
    .addOption(
      new Option('--profile <name>', 'how the queue is shown to its client').choices(PROFILES).default('standard'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster server create --store sto_… --name lobby --game fivem --profile fivem',
    )
  return aboutStore(command).action(async ({ name, game, profile, json, ...options }: Create) => {
    const { id, key, keyId, takenOverDeliveries } = await withStore(options, (desk, storeId) =>
      desk.servers.create({ storeId, name, game: game ?? null, profile }),
    )
    print(
      json,
      { id, key, keyId, takenOverDeliveries },
      () =>
        `Created the server ${id}.\nIts key, shown only now:\n\n  ${key}\n\nNext, where the game runs: npx quartermaster-agent setup, or the mod of your game (docs/connect)`,
    )
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the servers of a store and their keys')
    .addHelpText('after', '\nExample:\n  npx quartermaster server list --store sto_…')
  return aboutStore(command).action(async ({ json, ...options }: InStore) => {
    const shown = await withStore(options, (desk, storeId) => desk.servers.list(storeId))
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

function bindCommand(): Command {
  const command = new Command('bind')
    .description('let the keys of a server work from these addresses only')
    .option('--address <address>', 'address or range, like 203.0.113.7 or 10.0.0.0/8; may be repeated', many(String))
    .option('--anywhere', 'from everywhere again')
    .addHelpText('after', '\nExample:\n  npx quartermaster server bind --server srv_… --address 203.0.113.7')
  return onServer(command).action(async ({ address, anywhere, ...options }: Bind) => {
    if ((address === undefined) !== (anywhere === true)) {
      throw new AppError('invalid_request', 'Say where its keys work: --address <address>, or --anywhere')
    }
    const wanted = { ...keyOf(options), addresses: address ?? [] }
    const { addresses } = await withDesk(options.remote, (desk) => desk.servers.bind(wanted))
    print(options.json, { id: formatId('srv', options.server), addresses }, () =>
      addresses.length === 0
        ? 'Its keys work from everywhere.'
        : `Within a minute its keys work from nowhere but ${addresses.join(', ')}.`,
    )
  })
}
