import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, glob, mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { extractVersion, findPreviousRelease } from '../e2e/kit/earlier-version.ts'
import { withCleanUp } from '../e2e/kit/run-harness.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** What old processes do during an upgrade: they sell, take payments, dispatch, report, sign people in and are managed. */
const TESTS = [
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

const base = values.base ?? (await findPreviousRelease())
await withCleanUp(async (defer) => {
  const folder = await extractVersion(defer, base)
  const files = await copySql(folder)
  console.log(`The code of ${base} runs on the SQL of this checkout (${files} files).`)
  process.exitCode = await runTests(folder)
})

/** Also removes SQL files that exist in the old version only. Returns the number of files. */
async function copySql(folder: string): Promise<number> {
  for await (const file of glob('server/{migrations,src}/**/*.sql', { cwd: folder })) await rm(join(folder, file))
  let count = 0
  for await (const file of glob('server/{migrations,src}/**/*.sql', { cwd: ROOT })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(ROOT, file), join(folder, file))
    count++
  }
  return count
}

async function runTests(folder: string): Promise<number> {
  const tests = positionals.length > 0 ? positionals : TESTS
  const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', `--exclude=${EXCLUDED}`]
  args.push(...tests.map((name) => `server/test/${name}`))
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}
