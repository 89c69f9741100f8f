import type { Command } from 'commander'
import { GAMES } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import { PROFILES, type Profile } from '../../game-servers/profiles/profile.ts'
import { addCommand, choice } from '../add-command.ts'
import { collect } from '../parse-option.ts'
import { formatTable, formatTime } from '../print.ts'
import { findSimilar } from '../../find-similar.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'
import { addServerCommand, addServerKeyCommands, type OnServer } from './server-keys.ts'

type Create = { name: string; game?: string; profile: Profile }
type Bind = OnServer & { address?: string[]; anywhere?: boolean }

export function addServerCommands(program: Command): void {
  const group = program.command('server').description('manage game servers and their keys')
  addCreate(group)
  addList(group)

  const setDefault = addServerCommand(group, 'set-default', 'deliver products that name no server to this server', '')
  callStoreApi<OnServer>(
    setDefault,
    async ({ manage, storeId }, { server: serverId }) => ({
      json: await manage.setDefaultServer({ storeId, serverId }),
      text: 'This is now the default server.',
    }),
    'server',
  )

  addBind(group)
  addServerKeyCommands(group)
}

function addCreate(group: Command): void {
  const command = addCommand(
    group,
    'create',
    'create a game server and its first key, which is shown only once',
    '--store sto_… --name lobby --game fivem --profile fivem',
  )
    .requiredOption('--name <text>', 'a name for the staff of the store, such as lobby')
    .option('--game <text>', 'the game that it runs, such as fivem')
    .addOption(choice('--profile <name>', 'how the queue is presented to its client', PROFILES).default('standard'))
  callStoreApi<Create>(command, async ({ manage, storeId }, { name, game, profile }) => {
    const created = await manage.createServer({ storeId, name, game: game ?? null, profile })
    if (game !== undefined) warnAboutGame(game)
    return {
      json: created,
      text:
        `Created the server ${created.id}.\nIts key, shown only now:\n\n  ${created.key}\n\n` +
        'Next, on the machine of the game: ./quartermaster-agent setup (the executable of a release), or install the mod of your game (docs/connect)',
    }
  })
}

/** Any text is allowed, because there are more games than we know. */
function warnAboutGame(game: string): void {
  const similar = findSimilar(game, GAMES)
  if (similar !== undefined) console.error(`warning: "${game}" is not a known game. Did you mean ${similar}?`)
}

function addList(group: Command): void {
  const command = addCommand(group, 'list', 'list the game servers of a store and their keys', '--store sto_…')
  callStoreApi(command, async ({ manage, storeId }) => {
    const items = await readAll(manage.listServers.each({ storeId, limit: 200 }))
    const rows = items.flatMap(({ keys, ...server }) => keys.map((key) => ({ server, key })))
    const text = formatTable(rows, {
      server: ({ server }) => server.id,
      name: ({ server }) => server.name,
      profile: ({ server }) => server.profile,
      default: ({ server }) => (server.isDefault ? 'yes' : ''),
      'last seen': ({ server }) => formatTime(server.lastSeenAt),
      key: ({ key }) => key.id,
      'ends in': ({ key }) => key.hint,
      state: ({ key }) => (key.revokedAt === null ? 'active' : 'revoked'),
    })
    return { json: { items }, text: items.length === 0 ? 'This store has no game servers yet.' : text }
  })
}

function addBind(group: Command): void {
  const command = addServerCommand(
    group,
    'bind',
    'accept the keys of a server only from some addresses',
    '--address 203.0.113.7',
  )
    .option(
      '--address <address>',
      'an address or a range, such as 203.0.113.7 or 10.0.0.0/8; can be repeated',
      collect(String),
    )
    .option('--anywhere', 'accept them from every address again')
  callStoreApi<Bind>(
    command,
    async ({ manage, storeId }, { server: serverId, address, anywhere }) => {
      if ((address === undefined) !== (anywhere === true)) {
        throw new AppError(
          'invalid_request',
          'Choose from where the keys are accepted: --address <address>, or --anywhere.',
        )
      }
      const server = await manage.updateServer({ storeId, serverId, allowedAddresses: address ?? [] }, { ifMatch: '*' })
      const addresses = server.allowedAddresses.join(', ')
      return {
        json: server,
        text:
          addresses === ''
            ? 'The keys of this server are accepted from every address.'
            : `Within a minute the keys of this server are accepted only from ${addresses}.`,
      }
    },
    'server',
  )
}
