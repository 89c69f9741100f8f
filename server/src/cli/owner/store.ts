import { type Command, InvalidArgumentError } from 'commander'
import type { Manage, ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import { addCommand, choice } from '../add-command.ts'
import { orNone, parseCount, parseLimit, parseSeconds, parseTime } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callApi, callStoreApi, type Remote } from './owner-command.ts'
import { readAll, type StoreClient } from './store-client.ts'

type Create = {
  name: string
  url: string
  currency: string
  test?: boolean
  plan?: string
  expires?: string
  remote?: Remote
}

const DEFAULT_PLAN = 'BASIC'

export function addStoreCommands(program: Command): void {
  const group = program.command('store').description('create, change and list stores')
  addCreate(group)
  addUpdate(group)

  const list = addCommand(group, 'list', 'list stores, newest first', '') //
    .option('--limit <n>', 'how many stores to show', parseLimit, 100)
  callApi<{ limit: number }>(list, async ({ listStores }, { limit }) => {
    const stores = (await readAll(listStores())).toReversed().slice(0, limit)
    return listOutput(
      stores,
      {
        store: ({ id }) => id,
        name: ({ name }) => name,
        plan: ({ plan }) => plan,
        url: ({ url }) => url,
        currency: ({ currency }) => currency,
        expires: ({ expiresAt }) => formatTime(expiresAt),
      },
      'There are no stores yet.',
    )
  })

  const advance = addCommand(group, 'advance', 'move the clock of a test store ahead', '--store sto_… --by P30D') //
    .requiredOption('--by <duration>', 'how far, such as P30D or PT15M', parseSeconds)
  callStoreApi<{ by: number }>(advance, async ({ manage, storeId }, { by }) => {
    const clock = await manage.advanceClock({ storeId, seconds: by })
    return { json: clock, text: `The clock of this store now shows ${formatTime(clock.now)}.` }
  })
}

function addCreate(group: Command): void {
  const command = addCommand(
    group,
    'create',
    'create a store',
    '--name "Vale Store" --url vale.example --currency BRL',
    '--name "Trying out" --url test.vale.example --currency BRL --test',
  )
    .requiredOption('--name <text>', 'the name that players see')
    .requiredOption('--url <host>', 'the host name of the store, such as vale.example')
    .requiredOption('--currency <code>', 'the currency of all prices, such as BRL')
    .option('--test', 'create a test store, with play money and a clock that can be moved ahead')
    .option('--plan <text>', `the plan of the store (default: ${DEFAULT_PLAN}); not with --remote`)
    .option('--expires <time>', 'when the plan expires, such as 2027-01-31; not with --remote', parseTime)
  callApi<Create>(command, async (client, options) => {
    const store = await createStore(client, options)
    const next = `npx quartermaster server create --store ${store.id} --name lobby`
    return { json: store, text: `Created the store ${store.id}.\nNext: ${next}` }
  })
}

type Update = {
  name?: string
  url?: string
  secondFactor?: 'required' | 'optional'
  tax?: Manage.Store['taxRates']
  graceDays?: number
  plan?: string
  expires?: string
  remote?: Remote
}

function addUpdate(group: Command): void {
  const command = addCommand(
    group,
    'update',
    'change a store; options that you omit do not change it',
    '--store sto_… --second-factor required',
  )
    .option('--name <text>', 'the name that players see')
    .option('--url <host>', 'the host name of the store')
    .addOption(
      choice('--second-factor <rule>', 'whether staff without an authenticator app can open the store', [
        'required',
        'optional',
      ]),
    )
    .option('--tax <rates>', 'the tax that prices include, such as DE=19,AT=20; "none" means no rates', parseTaxRates)
    .option('--grace-days <number>', 'how long subscribers keep the goods after a failed renewal, 1 to 30', parseCount)
    .option('--plan <text>', 'the plan of the store; not with --remote')
    .option('--expires <time>', 'when the plan expires, or "none"; not with --remote', orNone(parseTime))
  callStoreApi<Update>(command, async ({ manage, storeId }, options) => {
    const { name, url, secondFactor, tax, graceDays } = options
    if (hasPlan(options)) await changePlan(manage, storeId, options)
    const changes = {
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(tax && { taxRates: tax }),
      ...(graceDays !== undefined && { graceDays }),
      ...(secondFactor && { requiresSecondFactor: secondFactor === 'required' }),
    }
    const store = await manage.updateStore({ storeId, ...changes }, { ifMatch: '*' })
    const rule = store.requiresSecondFactor ? 'required' : 'optional'
    return { json: store, text: `Saved the store ${store.id}: ${store.name}, ${store.url}. Second factor: ${rule}.` }
  })
}

/** A plan has an expiry, so what was not given is read first. */
async function changePlan(manage: ManageClient, storeId: string, { plan, expires }: Update): Promise<void> {
  const store = await manage.getStore({ storeId })
  const expiresAt = expires === 'none' ? null : (expires ?? store.expiresAt)
  await manage.setStorePlan({ storeId, plan: plan ?? store.plan, expiresAt }, { ifMatch: '*' })
}

async function createStore({ manage }: StoreClient, options: Create): Promise<Manage.Store> {
  const { name, url, currency, test, plan, expires } = options
  const isPlanned = hasPlan(options)
  const store = await manage.createStore({ name, url, currency, mode: test ? 'test' : 'live' })
  if (!isPlanned) return store
  const wanted = { storeId: store.id, plan: plan ?? DEFAULT_PLAN, expiresAt: expires ?? null }
  return manage.setStorePlan(wanted, { ifMatch: '*' })
}

/** Call it before anything is changed: a plan is refused with --remote. */
function hasPlan({ plan, expires, remote }: Pick<Update, 'plan' | 'expires' | 'remote'>): boolean {
  const isGiven = plan !== undefined || expires !== undefined
  if (!isGiven || remote === undefined) return isGiven
  throw new AppError(
    'invalid_request',
    '--plan and --expires work only on the machine of the platform, without --remote.',
  )
}

/** `DE=19,AT=20.5` in percent. */
function parseTaxRates(text: string): Manage.Store['taxRates'] {
  if (text === 'none') return []
  return text.split(',').map((part) => {
    const [, country, percent] = /^\s*([A-Z]{2})\s*=\s*(\d{1,3}(?:\.\d{1,2})?)\s*$/.exec(part) ?? []
    if (country === undefined) throw new InvalidArgumentError('Write it as DE=19,AT=20, or "none".')
    return { country, rate: Math.round(Number(percent) * 100) }
  })
}
