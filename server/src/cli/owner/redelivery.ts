import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { addCommand } from '../add-command.ts'
import { collect, parseIdOf, parseTime } from '../parse-option.ts'
import { formatTable, formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { take } from './store-client.ts'

type Start = {
  product?: string[]
  server?: string[]
  player?: string[]
  since?: string
  until?: string
  wipedAt?: string
  dryRun?: boolean
}

const RECENT = 10

export function addRedeliveryCommands(program: Command): void {
  const group = program
    .command('redelivery')
    .description('deliver again everything that players still own, for example after a wipe')
  addStart(group)

  const status = addCommand(
    group,
    'status',
    `show the progress of a redelivery, or list the last ${RECENT}`,
    '--store sto_… --redelivery rdl_…',
  ).option('--redelivery <id>', 'the redelivery', parseIdOf('rdl'))
  callStoreApi<{ redelivery?: string }>(status, async ({ manage, storeId }, { redelivery: redeliveryId }) => {
    if (redeliveryId !== undefined) {
      const found = await manage.getRedelivery({ storeId, redeliveryId })
      const times = `started ${formatTime(found.createdAt)}, finished ${formatTime(found.finishedAt)}`
      return { json: found, text: `${found.id}: ${found.state}, ${times}\n${describeCounts(found.counts)}` }
    }
    return listOutput(
      await take(RECENT, manage.listRedeliveries.each({ storeId })),
      {
        redelivery: ({ id }) => id,
        state: ({ state }) => state,
        started: ({ createdAt }) => formatTime(createdAt),
        finished: ({ finishedAt }) => formatTime(finishedAt),
        by: ({ createdBy }) => createdBy,
      },
      'No redeliveries.',
    )
  })

  const stop = addCommand(
    group,
    'stop',
    'stop a redelivery; deliveries that are already queued stay in the queue',
    '--store sto_… --redelivery rdl_…',
  ).requiredOption('--redelivery <id>', 'the redelivery', parseIdOf('rdl'))
  callStoreApi<{ redelivery: string }>(stop, async ({ manage, storeId }, { redelivery: redeliveryId }) => {
    const stopped = await manage.stopRedelivery({ storeId, redeliveryId })
    const text = stopped.state === 'stopped' ? 'Stopped. Queued deliveries stay in the queue.' : 'It was already done.'
    return { json: stopped, text }
  })
}

function addStart(group: Command): void {
  const command = addCommand(
    group,
    'start',
    'queue again everything that players still own; running servers do it in the background',
    '--store sto_… --server srv_… --dry-run',
  )
    .option('--product <id>', 'only this product; can be repeated', collect(parseIdOf('prd')))
    .option('--server <id>', 'only on this game server; can be repeated', collect(parseIdOf('srv')))
    .option('--player <id>', 'only for this player; can be repeated', collect(String))
    .option('--since <time>', 'only what was bought at this time or later', parseTime)
    .option('--until <time>', 'only what was bought before this time', parseTime)
    .option('--wiped-at <time>', 'when the wipe was; deliveries after it are left out (default: now)', parseTime)
    .option('--dry-run', 'only count what would be delivered')
  callStoreApi<Start>(command, async ({ manage, storeId }, { dryRun, ...options }) => {
    const selection = { storeId, ...toSelection(options) }
    if (dryRun === true) {
      const counts = await manage.previewRedelivery(selection)
      return { json: counts, text: `This would be delivered:\n${describeCounts(counts)}` }
    }
    const started = await manage.startRedelivery(selection)
    const next = `npx quartermaster redelivery status --store ${storeId} --redelivery ${started.id}`
    return { json: started, text: `Started ${started.id}. To see its progress: ${next}` }
  })
}

function toSelection({ product, server, player, since, until, wipedAt }: Start) {
  return {
    ...(product && { productIds: product }),
    ...(server && { serverIds: server }),
    ...(player && { gameUserIds: player }),
    ...(since && { purchasedFrom: since }),
    ...(until && { purchasedUntil: until }),
    ...(wipedAt && { wipedAt }),
  }
}

function describeCounts({ deliveries, entitlements, players, skipped, breakdown }: Manage.RedeliveryCounts): string {
  const owned = entitlements === null ? '' : ` for ${entitlements} entitlements of ${players} players`
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  const table = formatTable(breakdown, {
    product: ({ productId }) => productId,
    server: ({ serverId }) => serverId,
    outcome: ({ outcome }) => outcome,
    count: ({ count }) => count,
  })
  return `${deliveries} deliveries${owned}. Skipped: ${reasons.join(', ')}.\n${table}`
}
