import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from '../../src/setup/check-database.ts'
import { migrate } from '../../src/setup/migrate.ts'
import { insertStoreRows } from '../insert-store-rows.ts'
import { type Ran, runCommand } from '../run-command.ts'
import { startStore } from '../start-store.ts'
import { query, readAllRows, startOwnedCluster } from './owned-clusters.ts'

const source = await startOwnedCluster('store_owner', 15, { archive_mode: 'on', archive_timeout: '60s' })
await migrate(await source.createEmptyDatabase('template_owned'))
const store = await startStore({ clusterUrl: source.cluster.url, template: 'template_owned' })
const sourceUrl = new URL(store.databaseUrl)
sourceUrl.username = 'store_owner'
await query(source.cluster.url, `alter database ${sourceUrl.pathname.slice(1)} owner to store_owner`)

const folder = await mkdtemp(join(tmpdir(), 'quartermaster-backup-'))
afterAll(() => rm(folder, { recursive: true }))
const PATH = `${source.cluster.binDir}:${process.env['PATH'] ?? ''}`
const complete = join(folder, 'complete.backup')

const run = (args: string[], databaseUrl: string, path = PATH) =>
  runCommand(args, { DATABASE_URL: databaseUrl, PATH: path })
const backup = (file: string, path?: string) => run(['backup', '--to', file], sourceUrl.href, path)
const restore = (file: string, databaseUrl: string) => run(['restore', '--from', file], databaseUrl)

let written: Ran | undefined

beforeAll(async () => {
  await insertStoreRows(store)
  written = await backup(complete)
})

test('a backup counts its rows and says that SECRET_KEYS is not in it', () => {
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written?.stdout).toMatch(/^Wrote [1-9]\d* rows of [1-9]\d* tables/)
  expect(written?.stdout).toContain('SECRET_KEYS is not in the backup')
})

test.for([15, 18] as const)(
  'an owner who is not a superuser restores every row into a fresh cluster of PostgreSQL %i',
  async (major) => {
    const target = await startOwnedCluster('other_owner', major)
    const url = await target.createEmptyDatabase()
    const { code, stdout, stderr } = await restore(complete, url)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Nothing is lost or doubled.')
    const expected = await readAllRows(source.cluster, sourceUrl.href)
    const found = await readAllRows(target.cluster, url)
    for (const [table, rows] of Object.entries(expected)) expect(found[table], table).toEqual(rows)
    expect((await checkDatabase(url, { now: () => new Date() })).filter(({ ok }) => !ok)).toEqual([])
  },
)

test('a table without rights for the backup, as an older version left it, is in the backup', async () => {
  await query(
    sourceUrl.href,
    `create table forgotten (id integer); insert into forgotten values (1), (2);
     alter table forgotten enable row level security, force row level security;
     create policy own_store on forgotten to quartermaster_app using (true)`,
  )
  const file = join(folder, 'forgotten.backup')
  expect((await backup(file)).code).toBe(0)
  const url = await source.createEmptyDatabase()
  expect((await restore(file, url)).code).toBe(0)
  expect((await readAllRows(source.cluster, url))['forgotten']).toEqual(['(1)', '(2)'])
  await query(sourceUrl.href, 'drop table forgotten')
})

test('only the user of the process can read the file', async () => {
  expect((await stat(complete)).mode & 0o777).toBe(0o600)
})

/** A program that answers `--version` and otherwise runs a script. */
async function fakeProgram(name: string, version: string, script: string): Promise<string> {
  const dir = await mkdtemp(join(folder, 'bin-'))
  const text = `#!/bin/sh\n[ "$1" = --version ] && echo "${name} (PostgreSQL) ${version}" && exit 0\n${script}\n`
  await writeFile(join(dir, name), text)
  await chmod(join(dir, name), 0o755)
  return `${dir}:${PATH}`
}

test('a pg_dump that fails halfway leaves no file', async () => {
  const script =
    'for a in "$@"; do case $a in --file=*) echo half > "${a#--file=}";; esac; done; echo lost connection >&2; exit 1'
  const file = join(folder, 'half.backup')
  const { code, stderr } = await backup(file, await fakeProgram('pg_dump', '15.1', script))
  expect(code).toBe(1)
  expect(stderr).toContain('pg_dump failed: lost connection')
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([])
})

test('a pg_dump that silently leaves out rows leaves no file', async () => {
  const real = join(source.cluster.binDir, 'pg_dump')
  const path = await fakeProgram('pg_dump', '15.1', `exec ${real} --exclude-table-data=checkouts "$@"`)
  const { code, stderr } = await backup(join(folder, 'less.backup'), path)
  expect(code).toBe(1)
  expect(stderr).toMatch(/not complete: public\.checkouts has no rows instead of [1-9]/)
  expect((await readdir(folder)).filter((name) => name.startsWith('less'))).toEqual([])
})

test('a missing or older pg_dump is named with what to install', async () => {
  const missing = await backup(join(folder, 'x'), await mkdtemp(join(folder, 'empty-')))
  expect(missing.stderr).toContain('pg_dump is not installed. Install the client programs of PostgreSQL 15')
  const older = await backup(join(folder, 'x'), await fakeProgram('pg_dump', '14.9', 'exit 1'))
  expect(older.stderr).toContain('pg_dump is version 14, but the database server is version 15')
})

test('an existing file is never overwritten', async () => {
  const before = await readFile(complete)
  expect((await backup(complete)).stderr).toContain('exists already')
  expect((await readFile(complete)).equals(before)).toBe(true)
})

test.for([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_000), 'is not a complete backup'],
  ['empty', () => Buffer.alloc(0), 'is not a complete backup'],
  ['changed', (bytes: Buffer) => Buffer.from(bytes).fill('x', 9_000, 9_001), 'is damaged: its checksum is wrong'],
  [
    'from a newer version',
    (bytes: Buffer) =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace('"0001_db"', '"9999_x"')
          .replace(/:0+(\d+)\n$/, (_, n: string) => `:${String(Number(n) - 1).padStart(10, '0')}\n`),
        'latin1',
      ),
    'does not have the migration 9999_x',
  ],
] as const)('a file that is %s is refused, and the database stays empty', async ([, change, reason], { task }) => {
  const file = join(folder, `wrong-${task.id}.backup`)
  await writeFile(file, change(await readFile(complete)))
  const url = await source.createEmptyDatabase()
  const { code, stderr } = await restore(file, url)
  expect(code).toBe(1)
  expect(stderr).toContain(reason)
  expect(await query(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})

test('a database with tables is refused', async () => {
  const { code, stderr } = await restore(complete, sourceUrl.href)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') as string })
})

test('tables that were restored before the roles existed: doctor and migrate name the way out', async () => {
  const target = await startOwnedCluster('other_owner', 15)
  const url = await target.createEmptyDatabase()
  restoreWithoutRoles(target.cluster.binDir, url)
  const doctor = await run(['doctor'], url)
  expect(doctor.stdout).toContain('rights are lost')
  expect((await run(['migrate'], url)).stderr).toContain('create an empty database and restore into it again')
  // Now the roles exist, and a plain pg_restore has no errors.
  const again = await target.createEmptyDatabase()
  expect(restoreWithoutRoles(target.cluster.binDir, again)).toBe(0)
  expect((await run(['doctor'], again)).stdout).toMatch(/✓ roles [^]*✓ policies /)
})

function restoreWithoutRoles(binDir: string, url: string): number | null {
  const args = ['--no-owner', '--schema=public', `--dbname=${url}`, complete]
  return spawnSync(join(binDir, 'pg_restore'), args).status
}

type Findings = Record<string, { ok: boolean; found: string; advice: string }>

async function examine(...options: string[]): Promise<{ code: number | null; findings: Findings }> {
  const { code, stdout } = await run(['backup', 'doctor', '--json', ...options], sourceUrl.href)
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; ok: boolean; found: string; advice: string }[]
  }
  return { code, findings: Object.fromEntries(findings.map((finding) => [finding.check, finding])) }
}

/** Archives one more segment, or fails to. */
async function archiveWith(command: 'true' | 'false', counter: 'archived_count' | 'failed_count'): Promise<void> {
  const count = async () =>
    Number(
      (await query<{ count: string }>(source.cluster.url, `select ${counter} as count from pg_stat_archiver`))[0]
        ?.count,
    )
  await query(source.cluster.url, `alter system set archive_command = '${command}'`)
  await query(source.cluster.url, 'select pg_reload_conf()')
  const before = await count()
  await query(source.cluster.url, 'create table if not exists written as select 1')
  await query(source.cluster.url, 'drop table written')
  await query(source.cluster.url, 'select pg_switch_wal()')
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before)
}

test('backup doctor knows the last file, whether WAL is archived, and when a restore was tested', async () => {
  await archiveWith('true', 'archived_count')
  const untested = await examine('--folder', folder)
  expect(untested.code).toBe(1)
  expect(untested.findings['restore tested']).toMatchObject({ ok: false, found: 'never' })
  expect(untested.findings['backup file']).toMatchObject({
    ok: true,
    found: expect.stringContaining('.backup') as string,
  })
  expect(untested.findings['WAL archiving']).toMatchObject({
    ok: true,
    found: expect.stringContaining('works') as string,
  })

  expect((await run(['backup', 'tested'], sourceUrl.href)).code).toBe(0)
  expect((await examine('--folder', folder)).code).toBe(0)
  const old = await examine('--folder', folder, '--max-backup-age', 'PT1S')
  expect(old.findings['backup file']).toMatchObject({
    ok: false,
    advice: expect.stringContaining('every day') as string,
  })

  await archiveWith('false', 'failed_count')
  const failing = await examine('--folder', folder)
  expect(failing.code).toBe(1)
  expect(failing.findings['WAL archiving']).toMatchObject({
    ok: false,
    advice: expect.stringContaining('disk fills') as string,
  })
  expect((await run(['doctor'], sourceUrl.href)).stdout).toContain('✗ WAL archiving')
  await archiveWith('true', 'archived_count')
})

test('backup doctor reads what pgBackRest says, also from another machine', async () => {
  const info = join(folder, 'info.json')
  const write = (status: object, stops: number[]) =>
    writeFile(
      info,
      JSON.stringify([
        {
          name: 'quartermaster',
          status,
          backup: stops.map((stop) => ({ label: `F${stop}`, error: false, timestamp: { stop } })),
        },
      ]),
    )
  const now = Math.floor(Date.now() / 1_000)
  const read = async (...more: string[]) => (await examine('--info', info, ...more)).findings['pgBackRest']
  await write({ code: 0, message: 'ok' }, [now - 200_000, now - 7_300])
  expect(await read()).toMatchObject({ ok: true, found: `F${now - 7_300}, 2 hours ago` })
  expect(await read('--max-backup-age', 'PT1H')).toMatchObject({ ok: false })
  expect(await read('--stanza', 'main')).toMatchObject({
    ok: false,
    advice: expect.stringContaining('does not exist') as string,
  })
  await write({ code: 2, message: 'no valid backups' }, [])
  expect(await read()).toMatchObject({ ok: false, found: 'no backup' })
})
