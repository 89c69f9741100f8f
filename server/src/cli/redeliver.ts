import { Command } from 'commander'
import { formatId, type GameServerId, type ProductId, type RedeliveryId } from '../ids.ts'
import type { Choice } from '../redelivery/redelivery.ts'
import type { ShownTally } from './desk/redelivery-desk.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { many, readProductId, readRedeliveryId, readServerId } from './read-id.ts'
import { readMoment } from './read-moment.ts'

type Start = InStore & {
  product?: ProductId[]
  server?: GameServerId[]
  player?: string[]
  since?: Date
  until?: Date
  wipedAt?: Date
  dryRun?: boolean
}
type Look = InStore & { redelivery?: RedeliveryId }
type Stop = InStore & { redelivery: RedeliveryId }

export function redeliverCommand(): Command {
  const command = new Command('redeliver').description('after a wipe: give again what players still own there')
  aboutStore(command.command('start', { isDefault: true }))
    .description('queue everything once more that is still owed; the servers that run do it')
    .option('--product <id>', 'only this product; may be repeated', many(readProductId))
    .option('--server <id>', 'only on this server; may be repeated', many(readServerId))
    .option('--player <text>', 'only for this player; may be repeated', many(String))
    .option('--since <moment>', 'only what was bought at this UTC moment or later', readMoment)
    .option('--until <moment>', 'only what was bought before this UTC moment', readMoment)
    .option('--wiped-at <moment>', 'when the wipe was: what was delivered since then is there (now)', readMoment)
    .option('--dry-run', 'only count what would be sent')
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver --store sto_… --server srv_… --dry-run')
    .action(start)
  aboutStore(command.command('status'))
    .description('how far a redelivery is; without one, the last ten of the store')
    .option('--redelivery <id>', 'redelivery', readRedeliveryId)
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver status --store sto_… --redelivery rdl_…')
    .action(status)
  aboutStore(command.command('stop'))
    .description('send no more of a redelivery; what was queued stays queued')
    .requiredOption('--redelivery <id>', 'redelivery', readRedeliveryId)
    .addHelpText('after', '\nExample:\n  npx quartermaster redeliver stop --store sto_… --redelivery rdl_…')
    .action(stop)
  return command
}

async function start({ dryRun, json, ...options }: Start): Promise<void> {
  const choice = choiceOf(options)
  if (dryRun === true) {
    const plan = await withStore(options, (desk, storeId) => desk.redeliveries.plan({ storeId, choice }))
    return print(json, plan, () => `Would send:\n${describe(plan)}`)
  }
  const { id, store } = await withStore(options, async (desk, storeId) => ({
    ...(await desk.redeliveries.start({ storeId, choice })),
    store: formatId('sto', storeId),
  }))
  print(
    json,
    { id, state: 'running' },
    () => `Started ${id}. See how far it is: npx quartermaster redeliver status --store ${store} --redelivery ${id}`,
  )
}

function choiceOf({ product, server, player, since, until, wipedAt }: Start): Choice {
  return {
    ...(product && { productIds: product }),
    ...(server && { serverIds: server }),
    ...(player && { gameUserIds: player }),
    ...(since && { purchasedFrom: since }),
    ...(until && { purchasedUntil: until }),
    ...(wipedAt && { wipedAt }),
  }
}

async function status({ redelivery: redeliveryId, json, ...options }: Look): Promise<void> {
  if (redeliveryId === undefined) {
    const rows = await withStore(options, (desk, storeId) => desk.redeliveries.list({ storeId, most: 10 }))
    return print(json, { redeliveries: rows }, () =>
      table(
        ['redelivery', 'state', 'started', 'finished', 'by'],
        rows.map((row) => [row.id, row.state, moment(row.createdAt), moment(row.finishedAt), row.createdBy]),
      ),
    )
  }
  const found = await withStore(options, (desk, storeId) => desk.redeliveries.show({ storeId, redeliveryId }))
  print(
    json,
    found,
    () =>
      `${found.id}: ${found.state}, started ${moment(found.createdAt)}, finished ${moment(found.finishedAt)}\n${describe(found)}`,
  )
}

async function stop({ redelivery: redeliveryId, json, ...options }: Stop): Promise<void> {
  const { state } = await withStore(options, (desk, storeId) => desk.redeliveries.stop({ storeId, redeliveryId }))
  print(json, { id: formatId('rdl', redeliveryId), state }, () =>
    state === 'stopped' ? 'Stopped. What was queued stays queued.' : 'It was done before.',
  )
}

function describe({ elements, entitlements, players, skipped, counts }: ShownTally): string {
  const of = entitlements === null ? '' : ` of ${entitlements} things that ${players} players own`
  const left = Object.entries(skipped).map(([why, items]) => `${items} ${why}`)
  return [
    `${elements} commands${of}. Left out: ${left.join(', ')}.`,
    table(
      ['product', 'server', 'outcome', 'count'],
      counts.map(({ productId, serverId, outcome, items }) => [productId, serverId, outcome, String(items)]),
    ),
  ].join('\n')
}
