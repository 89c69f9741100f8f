import { sql } from 'kysely'
import type { GatewayDb } from '../../server/src/db/database.ts'
import { markProcessed } from '../../server/src/delivery/ledger/mark-processed.ts'
import { listReady } from '../../server/src/delivery/queue/list-ready.ts'
import { authenticateServer } from '../../server/src/game-servers/authenticate-server.ts'
import type { DeliveryId } from '../../server/src/ids.ts'
import { type History, serverKey } from '../database/build-history.ts'
import { explain, openRecorder, type PlanNode, planNodes } from '../database/statement-recorder.ts'

/** The root, one or two branches and a leaf of one index, however much was sold. */
const MAX_BUFFERS = 6
/** The queue, and the retries that block later deliveries of the same player. The second is nearly always empty. */
const INDEXES = ['pending_by_server', 'pending_retrying']
const PARTITION = /^delivery_ledger_\d{4}_\d{2}$/

/** Explains a poll and a report with the role that the product uses for them. */
export async function checkPlans(url: string, { stores, months }: History) {
  const { db, record } = openRecorder(url, { role: 'quartermaster_gateway' })
  const gateway = db as GatewayDb
  async function explainAll(work: () => Promise<unknown>): Promise<PlanNode[]> {
    const statements = await record(work)
    return Array.fromAsync(statements, async (each) => (await explain(gateway, each, 'buffers, timing off')).Plan)
  }
  try {
    const caller = await authenticateServer(gateway, serverKey(stores))
    if (!caller) throw new Error(`Store ${stores} does not exist`)
    const [poll] = await explainAll(() => listReady(gateway, [caller], { limit: 17, contentBytes: 4_096 }))
    if (!poll) throw new Error('A poll sent no statement')
    // The delivery belongs to another server, so the report runs all its statements and changes nothing.
    const deliveryId = await findFinished(gateway, Math.ceil(months / 2))
    const report = checkReport(await explainAll(() => markProcessed(gateway, { ...caller, deliveryId })))
    const { failures, ...checked } = checkPoll(poll)
    return { ...checked, ...report, failures: [...failures, ...report.failures] }
  } finally {
    await gateway.destroy()
  }
}

function checkPoll(plan: PlanNode) {
  const failures: string[] = []
  const nodes = planNodes(plan)
  const emptyPollBuffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  if (nodes.some((node) => (node['Relation Name'] ?? 'pending_deliveries') !== 'pending_deliveries'))
    failures.push('a poll reads another table than pending_deliveries')
  if (nodes.some((node) => !INDEXES.includes(node['Index Name'] ?? 'pending_by_server')))
    failures.push(`a poll uses another index than ${INDEXES.join(' and ')}`)
  if (!nodes.some((node) => node['Index Name'] === 'pending_by_server'))
    failures.push('a poll does not use the index pending_by_server')
  if (nodes.some((node) => node['Node Type'] === 'Seq Scan')) failures.push('a poll uses a sequential scan')
  if (emptyPollBuffers > MAX_BUFFERS)
    failures.push(`an empty poll reads ${emptyPollBuffers} buffers, more than ${MAX_BUFFERS}`)
  const names = nodes.map((node) =>
    [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' '),
  )
  return { planNodes: names, emptyPollBuffers, failures }
}

/** The first statement writes through the partitioned table; the second reads the one month that the id names. */
function checkReport(plans: PlanNode[]) {
  const failures: string[] = []
  const reportRelations = plans.map((plan) => [
    ...new Set(planNodes(plan).flatMap((node) => (node['Actual Loops'] ? (node['Relation Name'] ?? []) : []))),
  ])
  for (const [i, relations] of reportRelations.entries()) {
    const partitions = relations.filter((name) => PARTITION.test(name)).length
    if (partitions !== (i === 0 ? 0 : 1))
      failures.push(`statement ${i + 1} of a report reads ${partitions} months of the ledger`)
    if (relations.includes('delivery_ledger_default'))
      failures.push(`statement ${i + 1} of a report reads the default partition`)
  }
  if (plans.length !== 2) failures.push(`a report has ${plans.length} statements; this check expects 2`)
  return { reportRelations, failures }
}

async function findFinished(db: GatewayDb, monthsAgo: number): Promise<DeliveryId> {
  const { rows } = await sql<{ id: DeliveryId }>`
    select id from delivery_ledger where id >= first_id_at(now() - make_interval(months => ${monthsAgo})) limit 1`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The database has no finished delivery')
  return rows[0].id
}
