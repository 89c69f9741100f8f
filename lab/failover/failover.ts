import { readOptions } from '../../e2e/kit/options.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import { KINDS, planFaults } from './faults.ts'
import type { ConfigurationEdit } from './fill-template.ts'
import { createMachineFolder } from './machines.ts'
import { type Fault, type Outcome, runTrial } from './run-trial.ts'
import { summarise } from './summarise.ts'
import { findUnnoticed } from './try-mistakes.ts'
import { chooseMistakes } from './wrong-configurations.ts'

const options = readOptions({
  script: 'lab failover',
  about:
    'Starts three PostgreSQL machines and two nodes with the files of deploy/ha, and lets machines fail under load. Nothing that a\n' +
    'client was told may be lost or happen twice, and the service must be back in time. Needs root, and the Debian packages\n' +
    'postgresql-15, patroni, etcd-server and haproxy.',
  options: {
    faults: {
      type: 'number',
      help: 'how many faults; 0 with --mutants tries only the mistakes',
      default: 60,
      short: 3,
    },
    only: { type: 'text', help: `only these kinds, separated by commas: ${KINDS.join(', ')}` },
    mutants: {
      type: 'text',
      help: 'mistakes to notice: all, none, or a part of a name (default: all, none with --short)',
    },
    ttl: {
      type: 'number',
      help: 'the ttl of Patroni in seconds (default: that of deploy/ha, 8 with --short)',
      max: 300,
    },
  },
})

const SHORT_TTL = 8

await runHarness(options, async (defer) => {
  const random = createRandom(options.seed)
  console.log(`seed ${options.seed}`)
  const { figures, failures } =
    options.faults === 0
      ? { figures: {}, failures: [] }
      : summarise(await runFaults(defer, random), { isTimed: !options.short })
  const mistakes = chooseMistakes(options.mutants ?? (options.short ? 'none' : 'all'))
  const unnoticed = await findUnnoticed(mistakes, { random, edits: changeTtl(SHORT_TTL) })
  const caught = mistakes.length - unnoticed.length
  return {
    figures: { ...figures, ...(mistakes.length > 0 && { mutants: mistakes.length, caught }) },
    failures: [...failures, ...unnoticed.map((name) => `the harness did not notice: ${name}`)],
  }
})

async function runFaults(defer: Defer, random: Random): Promise<Outcome> {
  const only = options.only?.split(',')
  const kinds = only ? KINDS.filter((kind) => only.includes(kind)) : KINDS
  if (kinds.length < (only?.length ?? 0)) throw new Error(`--only ${options.only} contains an unknown kind`)
  return runTrial({
    faults: planFaults(options.faults, kinds, random),
    edits: changeTtl(options.ttl ?? (options.short ? SHORT_TTL : undefined)),
    root: PROJECT_ROOT,
    folder: await createMachineFolder(defer, { keep: () => process.exitCode !== 0 }),
    random,
    onFault: describe,
  })
}

/** A short run cannot wait for the ttl of `deploy/ha`. The other times follow the rule in patroni.yml. */
function changeTtl(ttl: number | undefined): ConfigurationEdit[] {
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
