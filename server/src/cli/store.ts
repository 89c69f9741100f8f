import { Command } from 'commander'
import { formatId, type StoreId } from '../ids.ts'
import { createStore } from '../stores/create-store.ts'
import { advanceClock } from '../test-mode/advance-clock.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { byHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { readDuration } from './read-duration.ts'
import { readStoreId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { withDatabase } from './with-database.ts'

type Create = {
  name: string
  url: string
  plan: string
  currency: string
  expires?: Date
  test?: boolean
  json?: boolean
}

export function storeCommand(): Command {
  const command = new Command('store').description('create and list stores')
  command
    .command('create')
    .description('create a store')
    .requiredOption('--name <text>', 'name that players see')
    .requiredOption('--url <host>', 'host name of the store, like vale.example')
    .option('--plan <text>', 'subscription plan', 'BASIC')
    .requiredOption('--currency <code>', 'three letters, like BRL')
    .option('--expires <moment>', 'end of the subscription, like 2027-01-31T00:00:00.000Z', readMoment)
    .option('--test', 'a store for trying out: play money, and a clock that can be moved ahead')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster store create --name "Vale ⚔ Store" --url vale.example --plan BASIC --currency BRL',
    )
    .action(async ({ json, expires, test, ...store }: Create) => {
      const mode = test === true ? 'test' : 'live'
      const { id, url } = await withDatabase(({ app }) =>
        createStore(app, { ...store, expiresAt: expires ?? null, mode }),
      )
      const text = formatId('sto', id)
      print(
        json,
        { id: text, name: store.name, url },
        () => `Created the store ${text}.\nNext: npx quartermaster server create --store ${text} --name lobby`,
      )
    })
  command.addCommand(listCommand())
  command.addCommand(advanceCommand())
  return command
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
  return new Command('advance')
    .description('move the clock of a test store ahead, to see today what would happen later')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--by <iso>', 'how far, like P30D or PT15M', readDuration)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster store advance --store sto_… --by P30D')
    .action(async ({ store, by, json }: { store: StoreId; by: number; json?: boolean }) => {
      const { now } = await withDatabase(({ app }) => {
        const deed = {
          storeId: store,
          action: 'advanceClock',
          subject: formatId('sto', store),
          details: { seconds: by },
        }
        return byHand(app, deed, (tx) => advanceClock(tx, { storeId: store, seconds: by }))
      })
      print(json, { storeId: formatId('sto', store), now }, () => `In this store it is now ${moment(now)}.`)
    })
}
