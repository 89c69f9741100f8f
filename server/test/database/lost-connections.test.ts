import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { openPool } from '../../src/db/open-pool.ts'
import { PreparingClient } from '../../src/db/preparing-client.ts'
import { isDatabaseUnavailable } from '../../src/db/retry-while-unavailable.ts'
import { readArrivalCursor, readArrivals } from '../../src/delivery/waiting/read-arrivals.ts'
import { readFeedChanges, readFeedCursor } from '../../src/feed/read-feed-changes.ts'
import { migrate } from '../../src/setup/migrate.ts'

const ANSWER_TIMEOUT_MS = 500
/** These start a PostgreSQL of their own. */
const CLUSTER_TIMEOUT_MS = 180_000

test('a connection that stays open but does not answer is closed and replaced', async () => {
  const proxy = await startProxy(inject('clusterUrl'))
  const options = { Client: PreparingClient, max: 1, answerTimeoutMs: ANSWER_TIMEOUT_MS }
  const pool = openPool({ connectionString: proxy.url, ...options })
  onTestFinished(() => pool.end())
  const ask = async () => (await pool.query<{ one: number }>('select $1::integer as one', [1])).rows

  await expect(ask()).resolves.toEqual([{ one: 1 }])
  proxy.freeze()
  const error: unknown = await ask().catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  await expect(ask()).resolves.toEqual([{ one: 1 }])
})

test('a connection that was idle for longer than an answer may take is used again', async () => {
  const pool = openPool({
    connectionString: inject('clusterUrl'),
    Client: PreparingClient,
    max: 1,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  })
  onTestFinished(() => pool.end())
  const readPid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

  const pid = await readPid()
  const other = new pg.Client({ connectionString: inject('clusterUrl') })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('select pg_sleep($1)', [(ANSWER_TIMEOUT_MS * 1.5) / 1_000])
  expect(await readPid()).toBe(pid)
})

test(
  'a standby is not used until it is promoted, except to read reports',
  async () => {
    const cluster = await startTestCluster()
    const admin = (text: string) => queryOnce(cluster.url, text)
    for (const name of ['app', 'gateway', 'reader', 'accounts']) await admin(`create role quartermaster_${name}`)
    await cluster.kill()
    await writeFile(join(cluster.dir, 'standby.signal'), '')
    await cluster.start()
    const database = openDatabase({ url: cluster.url, poolSize: 1 })
    onTestFinished(() => database.close())
    const ask = (
      db: typeof database.app | typeof database.gateway | typeof database.accounts | typeof database.reader,
    ) => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)

    for (const db of [database.app, database.callbacks, database.gateway, database.accounts]) {
      const error: unknown = await ask(db).catch((reason: unknown) => reason)
      expect(isDatabaseUnavailable(error), String(error)).toBe(true)
    }
    expect(await ask(database.reader)).toEqual([{ one: 1 }])
    await admin('select pg_promote()')
    expect(await ask(database.gateway)).toEqual([{ one: 1 }])
  },
  CLUSTER_TIMEOUT_MS,
)

test(
  'after a crash of PostgreSQL transaction ids repeat, so arrivals are unknown and feeds are read again',
  async () => {
    // What was not committed stays in memory, and is lost with it.
    const cluster = await startTestCluster({ settings: { wal_writer_delay: '10s' } })
    const url = await createDatabase(cluster)
    await migrate(url)
    const database = openDatabase({ url, poolSize: 2 })
    onTestFinished(() => database.close())
    const readId = async () => {
      const [row] = await queryOnce<{ id: string }>(url, 'select pg_current_xact_id()::text as id')
      return BigInt(row?.id ?? 0)
    }

    const id = await readId()
    const arrivals = await readArrivalCursor(database.gateway)
    const feed = await readFeedCursor(database.reader)
    expect((await readArrivals(database.gateway, arrivals)).servers).toEqual([])
    await cluster.kill()
    await cluster.start()
    expect(await readId()).toBeLessThanOrEqual(id)
    const again = () => readArrivals(database.gateway, arrivals)
    expect((await again().catch(again)).servers).toBeNull()
    const readFeed = () => readFeedChanges(database.reader, { since: feed, storeIds: [] })
    expect((await readFeed().catch(readFeed)).isComplete).toBe(false)
  },
  CLUSTER_TIMEOUT_MS,
)

async function startTestCluster(options: ClusterOptions = {}) {
  const cluster = await startCluster(options)
  onTestFinished(() => cluster.stop())
  return cluster
}

async function queryOnce<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Forwards bytes to a database. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname)
    socket.pipe(database).pipe(socket)
    for (const each of [socket, database]) {
      each.on('error', () => undefined)
      sockets.add(each)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Connections stay open, and carry nothing more. */
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
