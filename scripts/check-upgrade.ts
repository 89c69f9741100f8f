import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, glob, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** What old processes do during an upgrade: they sell, take payments, dispatch, report, sign people in and are managed. */
const TESTS = [
  'life-of-a-purchase',
  'purchases-model',
  'expiry-on-time',
  'games-v1/queue',
  'games-v1/report',
  'games-v2',
  'payments/callbacks',
  'payments/refund-payment',
  'manage/catalog',
  'manage/deliveries',
  'manage/stored-responses',
  'manage/webhooks',
  'accounts',
  'redelivery',
]

/** It lists the constraints of its own schema, and new ones may be added. */
const EXCLUDED = 'server/test/accounts/constraints.test.ts'

const { values, positionals } = parseArgs({
  options: { base: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.help) {
  console.log(`Runs the tests of the previous release with its own code, on the tables and SQL functions of this checkout.

  npm run upgrade [-- --base COMMIT] [TEST…]

Without --base: the newest tag v*, or the commit before the newest migration if there is no release yet.`)
  process.exit(0)
}

const base = values.base ?? (await findRelease()) ?? (await findCommitBeforeNewestMigration())
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-upgrade-'))
try {
  await extract(base)
  const files = await copySql()
  await linkPackages()
  console.log(`The code of ${base} runs on the SQL of this checkout (${files} files).`)
  process.exitCode = await runTests()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function findRelease(): Promise<string | undefined> {
  return (await git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD')).split('\n')[0] || undefined
}

async function findCommitBeforeNewestMigration(): Promise<string> {
  const added = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'server/migrations')
  if (added === '') throw new Error('The history is too short to find a migration. Run `git fetch --unshallow`.')
  return git('rev-parse', '--short', `${added}^`)
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout.trim()
}

async function extract(commit: string): Promise<void> {
  const archive = join(folder, 'base.tar')
  await git('archive', '--output', archive, commit)
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}

/** Also removes SQL files that exist in the old version only. Returns the number of files. */
async function copySql(): Promise<number> {
  for await (const file of glob('server/{migrations,src}/**/*.sql', { cwd: folder })) await rm(join(folder, file))
  let count = 0
  for await (const file of glob('server/{migrations,src}/**/*.sql', { cwd: ROOT })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(ROOT, file), join(folder, file))
    count++
  }
  return count
}

/** The packages of this checkout, but the workspaces of the old version. */
async function linkPackages(): Promise<void> {
  const own = join(folder, 'node_modules', '@quartermaster')
  await mkdir(own, { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@quartermaster') await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of await readdir(join(ROOT, 'node_modules', '@quartermaster'))) {
    await symlink(join(folder, name), join(own, name))
  }
  for (const name of ['server', 'local-postgres', 'sdk', 'contract']) {
    const packages = join(ROOT, name, 'node_modules')
    if (existsSync(packages)) await symlink(packages, join(folder, name, 'node_modules'))
  }
}

async function runTests(): Promise<number> {
  const tests = positionals.length > 0 ? positionals : TESTS
  const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', `--exclude=${EXCLUDED}`]
  args.push(...tests.map((name) => `server/test/${name}`))
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}
