import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ClusterOptions, startCluster } from '../src/cluster.ts'
import { createDatabase, dropDatabase } from '../src/database.ts'

async function start(options: ClusterOptions) {
  const cluster = await startCluster({ settings: { shared_buffers: '16MB' }, ...options })
  onTestFinished(() => cluster.stop())
  return cluster
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const shared = await startCluster({ settings: { shared_buffers: '16MB' } })
afterAll(() => shared.stop())

test.each([15, 18] as const)(
  'version %i starts with durable settings, keeps committed rows after a crash, and stop() removes its data directory',
  async (major) => {
    const cluster = await start({ major })
    expect(cluster.version).toBe(major)
    const [row] = await query(
      cluster.url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
            current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses`,
    )
    expect(row).toEqual({ major, fsync: 'on', encoding: 'UTF8', addresses: '127.0.0.1' })

    const url = await createDatabase(cluster)
    await query(url, 'create table kept (n int); insert into kept select generate_series(1, 1000)')
    const busy = new pg.Client({ connectionString: url })
    busy.on('error', () => undefined)
    await busy.connect()
    const interrupted = busy.query('select pg_sleep(60)').catch((error: Error) => error.message)
    const before = cluster.pid()
    await cluster.kill()
    expect(await interrupted).toMatch(/terminated|ECONNRESET/)
    await cluster.start()
    expect(cluster.pid()).not.toBe(before)
    expect(await query(url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])

    await cluster.stop()
    expect(existsSync(cluster.dir)).toBe(false)
  },
)

test('a requested data directory stays after stop(), and the next cluster has its rows', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'quartermaster-test-'))
  const dir = join(parent, 'not', 'there', 'yet')
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  // mkdtemp creates a folder that only its owner can open, and the server may run as another user.
  await chmod(parent, 0o755)

  const first = await start({ dir })
  const url = await createDatabase(first, { name: 'store' })
  await query(url, 'create table kept as select 7 as n')
  await first.stop()

  const second = await start({ dir, port: first.port })
  expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
  await second.start()
  expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a clone has the rows of its template, and can be dropped while it is in use', async () => {
  const cluster = shared
  const template = await createDatabase(cluster, { name: 'first "template"' })
  await query(template, 'create table item as select 1 as n')

  const clone = await createDatabase(cluster, { template: 'first "template"' })
  const client = new pg.Client({ connectionString: clone })
  client.on('error', () => undefined)
  await client.connect()
  expect((await client.query('select n from item')).rows).toEqual([{ n: 1 }])

  await dropDatabase(cluster, clone)
  await dropDatabase(cluster, clone)
  await expect(query(clone, 'select 1')).rejects.toThrow('does not exist')
})

test('a cluster stops when the process that started it is killed', async () => {
  const script = `
    import { startCluster } from ${JSON.stringify(new URL('../src/cluster.ts', import.meta.url).href)}
    const cluster = await startCluster()
    console.log(cluster.url, cluster.dir)
    process.kill(process.pid, 'SIGKILL')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  await once(child, 'close')
  const [url = '', dir = ''] = printed.trim().split(' ')

  expect(dir).toContain('quartermaster-pg-')
  await vi.waitFor(() => expect(existsSync(dir)).toBe(false), { timeout: 10_000 })
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a requested port that is in use is an error, and no other port is used', async () => {
  await expect(startCluster({ port: shared.port })).rejects.toThrow('Address already in use')
})
