import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { ENTRIES, type Entry, HALVES } from './entries.ts'
import { currentCommit, readRecords, writeRecord } from './records.ts'

const ROOT = resolve(import.meta.dirname, '..')
const USAGE = `npm run lab                   list all entries, with their last result
npm run lab NAME -- [options] run one entry; --help lists its options
npm run lab night | week      run what is due every night, or every week
npm run lab all               run everything

A run of several entries skips those that have already passed on this commit, so it can be stopped and started again.
Without options, an entry stores its figures in lab/figures.json when it ends.`

// Entries start what is published.
process.env['QUARTERMASTER_SERVER'] ??= resolve(ROOT, 'server/dist/server/bin/quartermaster.mjs')

// A signal ends the entry, which then stops what it has started.
let isStopped = false
let current: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
    current?.kill(signal)
  })
}

const [wanted, ...given] = process.argv.slice(2).filter((argument) => argument !== '--')
if (wanted === undefined || wanted === '--help') printList()
else if (wanted === 'all') await runDue(ENTRIES)
else if (wanted === 'night' || wanted === 'week') await runDue(HALVES[wanted])
else if (wanted === 'names') console.log(JSON.stringify(namesOf(given[0])))
else await runOne(wanted)

function printList(): void {
  const records = readRecords()
  for (const [half, entries] of Object.entries(HALVES)) {
    console.log(`\n${half}`)
    for (const { name, about } of entries) {
      const record = records[name]
      const result = record ? `${record.ok ? 'passed' : 'FAILED'} ${record.date}, ${record.seconds} s` : 'never run'
      console.log(`  ${name.padEnd(16)} ${about.padEnd(64)} ${result}`)
    }
  }
  console.log(`\n${USAGE}`)
}

/** For a machine per entry. */
function namesOf(half: string | undefined): string[] {
  const entries = half === 'night' || half === 'week' ? HALVES[half] : ENTRIES
  return entries.map(({ name }) => name)
}

async function runOne(name: string): Promise<void> {
  const entry = ENTRIES.find((each) => each.name === name)
  if (!entry) {
    console.error(`The lab has no entry "${name}".\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  prepare([entry])
  const ok = await run(entry, given)
  process.exitCode = ok ? 0 : 1
}

async function runDue(entries: Entry[]): Promise<void> {
  const commit = currentCommit()
  const records = readRecords()
  const due = entries.filter(({ name }) => !(records[name]?.ok === true && records[name].commit === commit))
  prepare(due)
  const failed: string[] = []
  let passed = 0
  for (const [index, entry] of due.entries()) {
    if (isStopped) break
    console.log(`\n== ${entry.name} (${index + 1} of ${due.length})`)
    if (await run(entry, [])) passed += 1
    else failed.push(entry.name)
  }
  if (failed.length > 0) console.error(`Broken promises: ${failed.join(', ')}`)
  if (isStopped) console.error('Stopped. The same command runs the rest.')
  console.log(`\n${passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 || isStopped ? 1 : 0
}

/** Builds the server, and installs the Debian packages that the gate does not need. */
function prepare(entries: Entry[]): void {
  const packages = [...new Set(entries.flatMap((entry) => entry.packages ?? []))]
  if (packages.length > 0) mustRun('bash', ['scripts/install-packages.sh', ...packages])
  mustRun('npm', ['run', '--silent', 'build:packages', '--', 'server'])
}

function mustRun(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${status}`)
}

async function run({ name, program, args = [] }: Entry, options: string[]): Promise<boolean> {
  const startedAt = Date.now()
  const child = spawn(process.execPath, [program, ...args, ...options, '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  current = child
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    process.stdout.write(bytes)
    output = (output + bytes.toString()).slice(-1_000_000)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  const figures = parseFigures(output)
  // Another form than the usual one would be compared with it later.
  if (figures && options.length === 0) {
    writeRecord(name, { seconds: Math.round((Date.now() - startedAt) / 1_000), ok: status === 0, figures })
  }
  return status === 0
}

/** The last line is one JSON object, also if a promise was broken. A harness that crashed prints none. */
function parseFigures(output: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  } catch {
    return undefined
  }
}
