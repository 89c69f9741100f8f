import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { KINDS, type Kind, planFaults } from './faults.ts'
import type { ConfigurationEdit } from './fill-template.ts'
import { type Fault, runTrial } from './run-trial.ts'
import { summarise } from './summarise.ts'

const options = readOptions({
  script: 'failover',
  about:
    'Starts three PostgreSQL machines and two nodes with the files of deploy/ha, and lets machines fail under load. Nothing that a\n' +
    'client was told may be lost or happen twice, and the service must be back in time. Needs root, and the Debian packages\n' +
    'postgresql-15, patroni, etcd-server and haproxy.',
  options: {
    faults: { type: 'number', help: 'how many faults', default: 60, short: 3 },
    only: { type: 'text', help: 'only this kind of fault', choices: KINDS },
    ttl: {
      type: 'number',
      help: 'the ttl of Patroni in seconds (default: that of deploy/ha, 8 with --short)',
      max: 300,
    },
  },
})

await runHarness(options, async (defer) => {
  const random = createRandom(options.seed)
  const kinds: readonly Kind[] = options.only === undefined ? KINDS : [options.only]
  const outcome = await runTrial({
    faults: planFaults(options.faults, kinds, random),
    edits: shortenTtl(options.ttl ?? (options.short ? 8 : undefined)),
    root: PROJECT_ROOT,
    folder: await createLogFolder(defer),
    random,
    onFault: describe,
  })
  return summarise(outcome)
})

/** Kept if the run fails. PostgreSQL runs as another user, who has to reach it. */
async function createLogFolder(defer: Defer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-failover-'))
  defer(async () => {
    if (process.exitCode === 0) await rm(folder, { recursive: true, force: true })
    else console.error(`The logs of all machines are in ${folder}`)
  })
  await chmod(folder, 0o755)
  return folder
}

/** A short run cannot wait for the ttl of `deploy/ha`. The other times follow the rule in patroni.yml. */
function shortenTtl(ttl: number | undefined): ConfigurationEdit[] {
  if (ttl === undefined) return []
  const edit = (find: string, by: string) => ({ file: 'patroni.yml', find, by })
  const retryTimeout = Math.max(Math.floor(ttl / 3), 1)
  return [
    edit('ttl: 20', `ttl: ${ttl}`),
    edit('retry_timeout: 6', `retry_timeout: ${retryTimeout}`),
    edit('loop_wait: 3', `loop_wait: ${Math.min(3, Math.max(ttl - 2 * retryTimeout, 1))}`),
  ]
}

function describe({ kind, start, end }: Fault): void {
  console.log(`${kind.padEnd(12)} healthy again after ${((end - start) / 1_000).toFixed(1)} s`)
}
