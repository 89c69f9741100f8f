import { Command } from 'commander'
import { inStore, type Tx } from '../db/database.ts'
import { formatId, type GameServerId, type ProductId, type RedeliveryId, type StoreId } from '../ids.ts'
import { listRedeliveries } from '../redeliveries/list-redeliveries.ts'
import { planRedelivery } from '../redeliveries/plan-redelivery.ts'
import type { Choice } from '../redeliveries/redelivery.ts'
import { showRedelivery } from '../redeliveries/show-redelivery.ts'
import { startRedelivery } from '../redeliveries/start-redelivery.ts'
import { stopRedelivery } from '../redeliveries/stop-redelivery.ts'
import type { Tally } from '../redeliveries/tally.ts'
import { noteByHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { many, readProductId, readRedeliveryId, readServerId, readStoreId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { withDatabase } from './with-database.ts'

type Start = {
  store: StoreId
  product?: ProductId[]
  server?: GameServerId[]
  player?: string[]
  since?: Date
  until?: Date
  wipedAt?: Date
  dryRun?: boolean
  json?: boolean
}
type Look = { store: StoreId; redelivery?: RedeliveryId; json?: boolean }
type Stop = { store: StoreId; redelivery: RedeliveryId; json?: boolean }

export function redeliverCommand(): Command {
  const command = new Command('redeliver').description('after a wipe: give again what players still own there')
  command
    .command('start', { isDefault: true })
    .description('queue everything once more that is still owed; the servers that run do it')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--product <id>', 'only this product; may be repeated', many(readProductId))
    .option('--server <id>', 'only on this server; may be repeated', many(readServerId))
    .option('--player <text>', 'only for this player; may be repeated', many(String))
    .option('--since <moment>', 'only what was bought at this UTC moment or later', readMoment)
    .option('--until <moment>', 'only what was bought before this UTC moment', readMoment)
    .option('--wiped-at <moment>', 'when the wipe was: what was delivered since then is there (now)', readMoment)
    .option('--dry-run', 'only count what would be sent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver --store sto_… --server srv_… --dry-run')
    .action(start)
  command
    .command('status')
    .description('how far a redelivery is; without one, the last ten of the store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--redelivery <id>', 'redelivery', readRedeliveryId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver status --store sto_… --redelivery rdl_…')
    .action(status)
  command
    .command('stop')
    .description('send no more of a redelivery; what was queued stays queued')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--redelivery <id>', 'redelivery', readRedeliveryId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver stop --store sto_… --redelivery rdl_…')
    .action(stop)
  return command
}

async function start(options: Start): Promise<void> {
  const { store: storeId, dryRun, json } = options
  const choice = choiceOf(options)
  if (dryRun === true) {
    const plan = await within(storeId, (tx) => planRedelivery(tx, { storeId, choice }))
    return print(json, toShown(plan), () => `Would send:\n${describe(plan)}`)
  }
  const id = await within(storeId, async (tx) => {
    const made = await startRedelivery(tx, { storeId, choice, by: 'command line' })
    await noteByHand(tx, { storeId, action: 'startRedelivery', subject: formatId('rdl', made) })
    return made
  })
  const shown = formatId('rdl', id)
  print(
    json,
    { id: shown, state: 'running' },
    () =>
      `Started ${shown}. See how far it is: npx quartermaster redeliver status --store ${formatId('sto', storeId)} --redelivery ${shown}`,
  )
}

function choiceOf({ product, server, player, since, until, wipedAt }: Start): Choice {
  return {
    ...(product && { productIds: product }),
    ...(server && { serverIds: server }),
    ...(player && { gameUserIds: player }),
    ...(since && { boughtFrom: since }),
    ...(until && { boughtUntil: until }),
    ...(wipedAt && { wipedAt }),
  }
}

async function status({ store: storeId, redelivery: redeliveryId, json }: Look): Promise<void> {
  if (redeliveryId === undefined) {
    const rows = await within(storeId, (tx) => listRedeliveries(tx, { storeId, most: 10 }))
    const cells = rows.map(({ id, state, createdAt, finishedAt, createdBy }) => ({
      id: formatId('rdl', id),
      state,
      createdAt,
      finishedAt,
      createdBy,
    }))
    return print(json, { redeliveries: cells }, () =>
      table(
        ['redelivery', 'state', 'started', 'finished', 'by'],
        cells.map((row) => [row.id, row.state, moment(row.createdAt), moment(row.finishedAt), row.createdBy]),
      ),
    )
  }
  const found = await within(storeId, (tx) => showRedelivery(tx, { storeId, redeliveryId }))
  const { state, createdAt, finishedAt } = found
  const shown = { id: formatId('rdl', redeliveryId), state, createdAt, finishedAt, ...toShown(found) }
  print(
    json,
    shown,
    () => `${shown.id}: ${state}, started ${moment(createdAt)}, finished ${moment(finishedAt)}\n${describe(found)}`,
  )
}

async function stop({ store: storeId, redelivery: redeliveryId, json }: Stop): Promise<void> {
  const state = await within(storeId, async (tx) => {
    const became = await stopRedelivery(tx, { storeId, redeliveryId })
    await noteByHand(tx, { storeId, action: 'stopRedelivery', subject: formatId('rdl', redeliveryId) })
    return became
  })
  print(json, { id: formatId('rdl', redeliveryId), state }, () =>
    state === 'stopped' ? 'Stopped. What was queued stays queued.' : 'It was done before.',
  )
}

function within<T>(storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(({ app }) => inStore(app, storeId, work))
}

function toShown({ elements, entitlements, players, leftOut, counts }: Tally) {
  return {
    elements,
    entitlements,
    players,
    leftOut,
    counts: counts.map(({ productId, serverId, ...count }) => ({
      productId: formatId('prd', productId),
      serverId: formatId('srv', serverId),
      ...count,
    })),
  }
}

function describe(tally: Tally): string {
  const { elements, leftOut, counts } = toShown(tally)
  const of = tally.entitlements === null ? '' : ` of ${tally.entitlements} things that ${tally.players} players own`
  const left = Object.entries(leftOut).map(([why, items]) => `${items} ${why}`)
  return [
    `${elements} commands${of}. Left out: ${left.join(', ')}.`,
    table(
      ['product', 'server', 'outcome', 'count'],
      counts.map(({ productId, serverId, outcome, items }) => [productId, serverId, outcome, String(items)]),
    ),
  ].join('\n')
}
