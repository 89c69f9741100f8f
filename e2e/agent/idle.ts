import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { type Ends, endAll } from '../kit/end-all.ts'
import { openIdleStore } from './idle-store.ts'
import { readUsage, type Usage } from './read-usage.ts'
import { startCountingConsole } from '../crash/agent/counting-console.ts'
import { startIdleAgent } from './start-idle-agent.ts'

const HELP = `Measures an agent that has nothing to do: its game has players, and the store holds deliveries for others who are not
there. Ends with 1 when it takes more than 80 MiB or 0.5 % of a core.

  npm run bench:agent -- [options]

  --elements N   deliveries that wait for players who are offline (1000)
  --seconds N    how long it is watched (30; short 8)
  --short        the form for the check
  --seed N       who of the players in the game comes and goes
  --json         ends with one JSON object on a line`

const MOST_MIB = 80
const MOST_PERCENT = 0.5
/** What happens once, at the beginning, is no idling. */
const WARM_UP_MS = 4_000

const { values: options } = parseArgs({
  options: {
    elements: { type: 'string', default: '1000' },
    seconds: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await idle()

async function idle(): Promise<number> {
  const elements = Number(options.elements)
  const seconds = Number(options.seconds ?? (options.short ? 8 : 30))
  const seed = Number(options.seed ?? randomInt(2 ** 31))
  console.log(`${elements} deliveries for players who are offline, ${seconds} s; seed ${seed}`)
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-idle-'))
  const ends: Ends = [() => rm(folder, { recursive: true, force: true })]
  try {
    const store = await openIdleStore(folder, elements)
    ends.unshift(() => store.end())
    const game = await startCountingConsole(createRandom(seed), 0)
    ends.unshift(() => game.stop())
    const start = () => startIdleAgent(folder, { url: store.url, key: store.key, game })
    // The first start of a version strips the types, which takes 20 MiB and more; what is published has none.
    await (await start()).stop()
    const agent = await start()
    ends.unshift(() => agent.stop())
    // One that has worked needs more than one that never did.
    await store.sellTo('alex')
    while (game.lines.length === 0 || (await store.waiting()) > elements) await sleep(100)
    await sleep(WARM_UP_MS)
    const used = await watch(agent.pid, seconds)
    const figures = { elements, seconds, seed, ...used, consoleRuns: game.lines.length, waiting: await store.waiting() }
    const faults = faultsOf(figures, elements)
    console.log(`${used.rssMiB} MiB and ${used.cpuPercent} % of a core over ${seconds} s`)
    for (const fault of faults) console.log(`✗ ${fault}`)
    if (options.json) console.log(JSON.stringify(figures))
    return faults.length === 0 ? 0 : 1
  } finally {
    await endAll(ends)
  }
}

async function watch(pid: number, seconds: number): Promise<{ rssMiB: number; cpuPercent: number }> {
  const progress = startProgress('the agent idles', seconds)
  const before = await readUsage(pid)
  let last: Usage = before
  let rssMiB = before.rssMiB
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    last = await readUsage(pid)
    rssMiB = Math.max(rssMiB, last.rssMiB)
    progress.add(1)
  }
  progress.done()
  const cpuPercent = ((last.cpuMs - before.cpuMs) / (last.at - before.at)) * 100
  return { rssMiB: Math.round(rssMiB * 10) / 10, cpuPercent: Math.round(cpuPercent * 100) / 100 }
}

function faultsOf(
  found: { rssMiB: number; cpuPercent: number; consoleRuns: number; waiting: number },
  elements: number,
): string[] {
  return [
    ...(found.rssMiB < MOST_MIB ? [] : [`it takes ${found.rssMiB} MiB; ${MOST_MIB} are too many`]),
    ...(found.cpuPercent < MOST_PERCENT
      ? []
      : [`it takes ${found.cpuPercent} % of a core; ${MOST_PERCENT} is too much`]),
    ...(found.consoleRuns === 1 && found.waiting === elements ? [] : ['something was delivered to who is not there']),
  ]
}
