import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Step = { name: string; command: string[]; counts?: 'vitest' }

const folder = mkdtempSync(join(tmpdir(), 'quartermaster-check-'))
const report = join(folder, 'vitest.json')

/** They read the tree and nothing else, so two of them run at a time. */
const READERS: Step[] = [
  { name: 'lint', command: ['npm', 'run', 'lint'] },
  { name: 'types', command: ['npm', 'run', 'types'] },
  { name: 'format', command: ['npm', 'run', 'format:check'] },
  { name: 'knip', command: ['npm', 'run', 'knip'] },
  { name: 'levels', command: ['npm', 'run', 'levels'] },
  { name: 'tree', command: ['npm', 'run', 'tree'] },
  { name: 'migrations', command: ['npm', 'run', 'migrations'] },
  { name: 'build', command: ['npm', 'run', 'build:packages', '--', 'server'] },
  { name: 'openapi', command: ['npm', 'run', 'openapi:changes'] },
  { name: 'sdk', command: ['npm', 'run', 'sdk:generate', '--', '--check'] },
  { name: 'reference', command: ['npm', 'run', 'themes:reference', '--', '--check'] },
]

/** The first failure ends the check, so what is cheap comes first. */
const TESTS: Step[] = [
  { name: 'schema', command: ['node', 'scripts/check-schema.ts'] },
  { name: 'statements', command: ['npm', 'run', 'statements'] },
  {
    name: 'tests',
    command: ['npm', 'run', 'test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    counts: 'vitest',
  },
]

const short = (name: string, script: string, ...more: string[]): Step => ({
  name,
  command: ['npm', 'run', script, '--', ...more, '--short', '--seed', '1'],
})

/** They wait a lot, so three of them run at a time. The long ones begin first. `npm run lab` runs their full forms. */
const HARNESSES: Step[] = [
  short('attacks', 'attacks'),
  short('roads', 'roads'),
  short('packages', 'packages'),
  short('walls', 'test:walls'),
  short('greed', 'greed'),
  short('dashboard', 'e2e:dashboard'),
  short('storefront', 'e2e:storefront'),
  short('crash', 'crash'),
  short('money', 'crash', '--profile', 'money'),
  short('shop crash', 'crash', '--profile', 'storefront'),
  short('agent', 'crash', '--profile', 'agent'),
  short('games', 'e2e:games'),
  short('once', 'idempotency'),
  short('manage', 'fuzz', '--profile', 'manage'),
  short('shop fuzz', 'fuzz', '--profile', 'storefront'),
  short('callbacks', 'fuzz', '--profile', 'callbacks'),
  short('fuzz', 'fuzz'),
  short('names', 'fuzz', '--profile', 'names'),
  short('fields', 'fuzz', '--profile', 'fields'),
  short('pricing', 'model:pricing'),
  short('subscriptions', 'model:subscriptions'),
]

// Harnesses start what is published.
process.env['QUARTERMASTER_SERVER'] ??= resolve(import.meta.dirname, '../server/dist/server/bin/quartermaster.mjs')
// Hundreds of servers and commands start; each needs half of the time if it finds the code compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled')

const begun = Date.now()
const total = { passed: 0, failed: 0 }
await runInLanes(2, READERS)
await runAll([...TESTS])
await runInLanes(3, HARNESSES)
rmSync(folder, { recursive: true })
// CI counts by this line, so it stands alone and comes last.
console.log(`in all ${secondsSince(begun)} s\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runInLanes(lanes: number, steps: Step[]): Promise<void> {
  const waiting = [...steps]
  await Promise.all(Array.from({ length: lanes }, () => runAll(waiting)))
}

async function runAll(steps: Step[]): Promise<void> {
  for (let step = steps.shift(); step && total.failed === 0; step = steps.shift()) {
    const { passed, failed } = await run(step)
    total.passed += passed
    total.failed += failed
  }
}

async function run({ name, command, counts }: Step): Promise<{ passed: number; failed: number }> {
  const [program = '', ...args] = command
  const started = Date.now()
  // Tests speak as they go; the other steps are only worth reading when they fail.
  const child = spawn(program, args, { stdio: counts ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => said.push(bytes))
  const [status] = (await once(child, 'close')) as [number | null]
  const ok = status === 0
  if (!ok) process.stdout.write(`${Buffer.concat(said).toString()}\n`)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${secondsSince(started).padStart(6)} s`)
  return counts ? vitestCounts(ok) : { passed: Number(ok), failed: Number(!ok) }
}

function secondsSince(moment: number): string {
  return ((Date.now() - moment) / 1000).toFixed(1)
}

/** A run can fail without a failing test, by its teardown or a file that does not load: that is one failure. */
function vitestCounts(ok: boolean): { passed: number; failed: number } {
  const result = readReport()
  const passed = result?.numPassedTests ?? 0
  const failed = result?.numFailedTests ?? 0
  if (ok && passed > 0) return { passed, failed }
  return { passed, failed: Math.max(failed, 1) }
}

function readReport(): { numPassedTests: number; numFailedTests: number } | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
