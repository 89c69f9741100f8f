import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { GatewayDb, Tables } from '../server/src/db/database.ts'
import { listReady } from '../server/src/delivery/queue/list-ready.ts'
import { markProcessed } from '../server/src/delivery/ledger/mark-processed.ts'
import { authenticateServer, type Caller } from '../server/src/game-servers/authenticate-server.ts'
import type { DeliveryId } from '../server/src/ids.ts'
import { type History, keyOf } from './build-history.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops': number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

export type Plans = { planNodes: string[]; emptyPollBuffers: number; reportRelations: string[][]; faults: string[] }

/** Root, a branch or two and a leaf of the one index, whatever has been sold so far. */
const MOST_BUFFERS = 6
/** What waits, and what rests after a failure: the second is nearly always empty, and looked into where something waits. */
const INDEXES = ['pending_by_server', 'pending_retrying']
const MONTH = /^delivery_ledger_\d{4}_\d{2}$/

/** How the database goes about a poll and a report, asked as the role that the product asks as. */
export async function readPlans(url: string, history: History): Promise<Plans> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c role=quartermaster_gateway' })
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const gateway = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
  }) as GatewayDb
  const explain = async (sql: string, parameters: readonly unknown[], options: string): Promise<Node> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json${options}) ${sql}`, [
      ...parameters,
    ])
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('no plan came back')
    return plan
  }
  try {
    const idle = await callerOf(gateway, history.stores)
    statements.length = 0
    await listReady(gateway, [idle], { limit: 17, contentBytes: 4_096 })
    const [poll] = statements
    if (!poll) throw new Error('a poll sent no statement')
    const pollPlan = await explain(poll.sql, poll.parameters, ', analyze, buffers, timing off')

    // A delivery of another server is found in neither table, so the report runs its statements and changes no row.
    const deliveryId = await finishedIn(pool, history)
    statements.length = 0
    await markProcessed(gateway, { ...idle, deliveryId })
    const reportPlans: Node[] = []
    for (const { sql, parameters } of statements.splice(0))
      reportPlans.push(await explain(sql, parameters, ', analyze'))
    return judge(pollPlan, reportPlans)
  } finally {
    await gateway.destroy()
  }
}

function judge(pollPlan: Node, reportPlans: Node[]): Plans {
  const faults: string[] = []
  const nodes = flatten(pollPlan)
  const planNodes = nodes.map((node) =>
    [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' '),
  )
  const emptyPollBuffers = (pollPlan['Shared Hit Blocks'] ?? 0) + (pollPlan['Shared Read Blocks'] ?? 0)
  if (nodes.some((node) => (node['Relation Name'] ?? 'pending_deliveries') !== 'pending_deliveries'))
    faults.push('a poll reads another table than pending_deliveries')
  if (nodes.some((node) => !INDEXES.includes(node['Index Name'] ?? 'pending_by_server')))
    faults.push(`a poll uses another index than ${INDEXES.join(' and ')}`)
  if (!nodes.some((node) => node['Index Name'] === 'pending_by_server'))
    faults.push('a poll does not use the index pending_by_server')
  if (nodes.some((node) => node['Node Type'] === 'Seq Scan')) faults.push('a poll reads a table from end to end')
  if (emptyPollBuffers > MOST_BUFFERS)
    faults.push(`an empty poll touches ${emptyPollBuffers} buffers, more than ${MOST_BUFFERS}`)

  const reportRelations = reportPlans.map((plan) => [
    ...new Set(flatten(plan).flatMap((node) => (node['Actual Loops'] > 0 ? (node['Relation Name'] ?? []) : []))),
  ])
  // The first statement writes through the ledger's router, which opens the one month it needs; the others look into it.
  reportRelations.forEach((relations, i) => {
    const months = relations.filter((name) => MONTH.test(name)).length
    if (months !== (i === 0 ? 0 : 1)) faults.push(`statement ${i + 1} of a report reads ${months} months of the ledger`)
    if (relations.includes('delivery_ledger_default')) faults.push(`statement ${i + 1} of a report looks into the rest`)
  })
  if (reportRelations.length !== 2) faults.push(`a report has ${reportRelations.length} statements; this check knows 2`)
  return { planNodes, emptyPollBuffers, reportRelations, faults }
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

async function callerOf(gateway: GatewayDb, store: number): Promise<Caller> {
  const caller = await authenticateServer(gateway, keyOf(store))
  if (!caller) throw new Error(`store ${store} was not built`)
  return caller
}

async function finishedIn(pool: pg.Pool, { months }: History): Promise<DeliveryId> {
  const { rows } = await pool.query<{ id: DeliveryId }>(
    `select id from delivery_ledger where id >= first_id_at(now() - make_interval(months => $1)) limit 1`,
    [Math.ceil(months / 2)],
  )
  if (!rows[0]) throw new Error('no finished command was built')
  return rows[0].id
}
