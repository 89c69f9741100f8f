import { Command } from 'commander'
import { formatId } from '../ids.ts'
import { aboutStore, type InStore, type Remote, remotely, withDesk, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readDuration } from './read-duration.ts'
import { readMoment } from './read-moment.ts'

type Create = {
  name: string
  url: string
  plan?: string
  currency: string
  expires?: Date
  test?: boolean
  remote?: Remote
  json?: boolean
}

export function storeCommand(): Command {
  const command = new Command('store').description('create and list stores')
  for (const subcommand of [createCommand(), listCommand(), advanceCommand()]) command.addCommand(subcommand)
  return command
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a store')
    .requiredOption('--name <text>', 'name that players see')
    .requiredOption('--url <host>', 'host name of the store, like vale.example')
    .option('--plan <text>', 'subscription plan (BASIC)')
    .requiredOption('--currency <code>', 'three letters, like BRL')
    .option('--expires <moment>', 'end of the subscription, like 2027-01-31T00:00:00.000Z', readMoment)
    .option('--test', 'a store for trying out: play money, and a clock that can be moved ahead')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster store create --name "Vale ⚔ Store" --url vale.example --plan BASIC --currency BRL',
    )
  return remotely(command).action(async ({ name, url, currency, plan, expires, test, remote, json }: Create) => {
    const wanted = {
      name,
      url,
      currency,
      mode: test === true ? ('test' as const) : ('live' as const),
      ...(plan !== undefined && { plan }),
      ...(expires && { expiresAt: expires }),
    }
    const made = await withDesk(remote, (desk) => desk.stores.create(wanted))
    print(
      json,
      { id: made.id, name, url: made.url },
      () => `Created the store ${made.id}.\nNext: npx quartermaster server create --store ${made.id} --name lobby`,
    )
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the newest stores')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster store list')
  return remotely(command).action(async ({ remote, json }: { remote?: Remote; json?: boolean }) => {
    const shown = await withDesk(remote, (desk) => desk.stores.list())
    print(json, { stores: shown }, () =>
      table(
        ['store', 'name', 'plan', 'url', 'currency', 'expires'],
        shown.map((store) => [store.id, store.name, store.plan, store.url, store.currency, moment(store.expires)]),
      ),
    )
  })
}

function advanceCommand(): Command {
  const command = new Command('advance')
    .description('move the clock of a test store ahead, to see today what would happen later')
    .requiredOption('--by <iso>', 'how far, like P30D or PT15M', readDuration)
    .addHelpText('after', '\nExample:\n  npx quartermaster store advance --store sto_… --by P30D')
  return aboutStore(command).action(async ({ by, json, ...options }: InStore & { by: number }) => {
    const shown = await withStore(options, async (desk, storeId) => {
      const { now } = await desk.stores.advance({ storeId, seconds: by })
      return { storeId: formatId('sto', storeId), now }
    })
    print(json, shown, () => `In this store it is now ${moment(shown.now)}.`)
  })
}
