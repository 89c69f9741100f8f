import { type Client, CLIENTS } from '../../e2e/delivery/clients.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { type Result, runHarness } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import type { Finding } from './audit.ts'
import { type Cell, openCell, type Place } from './cell.ts'
import { disturb, startOn } from './disturb.ts'
import { SCENARIOS, sellToWaiting } from './scenarios.ts'

const options = readOptions({
  script: 'lab clients',
  about:
    'Stalls, restarts and interrupts the running product under each emulated client, and sells odd things to odd players: no\n' +
    'purchase runs twice or for another player, and no online player waits for ever.',
  options: {
    restarts: { type: 'number', help: 'restarts of a single process; half as many reloads', default: 100, short: 2 },
    only: { type: 'text', help: 'only the scenarios with this text in their name, such as "stall" or "restarts"' },
  },
})

const SHORT = /^(hostile ids|stall of 10 s|restarts|reloads)$/
const WAITING = 30
const ROUNDS_PER_PRODUCT = 25
const MTA_LIMITS_MS = [60_000, 60_000, 60_000, 20_000]
const cellCount = CLIENTS.length * (Object.keys(SCENARIOS).length + 5)
const progress = startProgress('scenarios and restarts', cellCount + 1.5 * options.restarts)
const found: Finding[] = []
const failures: string[] = []
const missed: string[] = []
const mtaMs: number[] = []
const rounds = { restarts: 0, reloads: 0 }
let scenarios = 0

await runHarness(options, async (defer) => {
  console.error(`seed ${options.seed}`)
  const random = createRandom(options.seed)
  const [first, second] = [await startEnvironment(defer), await startEnvironment(defer)]
  await Promise.all([
    playScenarios(first, random.fork()),
    restartRepeatedly(second, 'restarts', options.restarts, random.fork()),
    restartRepeatedly(second, 'reloads', Math.ceil(options.restarts / 2), random.fork()),
  ])
  return summarise()
})

function isChosen(scenario: string): boolean {
  return options.only === undefined ? !options.short || SHORT.test(scenario) : scenario.includes(options.only)
}

type Part = { scenario: string; clients: readonly Client[]; place: Place; intervalMs?: number }

/** Each client has its own store. An error is a failure of this part, and the others continue. */
async function play({ clients, ...part }: Part, act: (cells: Cell[]) => Promise<unknown>): Promise<Cell[]> {
  const { scenario } = part
  if (!isChosen(scenario)) return []
  let cells: Cell[] = []
  try {
    cells = await Promise.all(clients.map((client) => openCell({ ...part, client })))
    await act(cells)
    found.push(...(await Promise.all(cells.map((cell) => cell.finish()))).flat())
    scenarios += cells.length
    progress.add(cells.length)
  } catch (error) {
    failures.push(`${clients.map(({ name }) => name).join()}, ${scenario}: ${String(error)}`)
    for (const cell of cells) cell.stop()
  }
  return cells
}

async function playScenarios(environment: Environment, random: Random): Promise<void> {
  const { place, stall, stopDatabase, restart } = await startOn(environment, 1, random)
  const quiet = Object.entries(SCENARIOS).flatMap(([scenario, run]) =>
    CLIENTS.map((client) => play({ scenario, clients: [client], place }, (cells) => Promise.all(cells.map(run)))),
  )
  await Promise.all([...quiet, measureMta(place)])
  // All clients at once, because these disturb the whole product.
  const disturbAll = (scenario: string, where: Place, act: () => Promise<void>) =>
    play({ scenario, clients: CLIENTS, place: where }, (cells) => disturb(cells, { sales: 6, act, random }))
  await disturbAll('stall of 10 s', place, () => stall(10_000))
  await disturbAll('stall of 45 s', place, () => stall(45_000))
  await disturbAll('database away for 6 s', place, stopDatabase)
  await disturbAll('SIGTERM restart', place, restart)
  if (!isChosen('SIGHUP restart')) return
  const pair = await startOn(environment, 2, random)
  await disturbAll('SIGHUP restart', pair.place, pair.reload)
}

/** The three oldest of 30 waiting players, and then a new buyer. */
async function measureMta(place: Place): Promise<void> {
  const clients = CLIENTS.filter(({ name }) => name === 'MTA')
  const part = { scenario: 'interval of 10 s', clients, place, intervalMs: 10_000 }
  const cells = await play(part, (all) => Promise.all(all.map((cell) => sellToWaiting(cell, WAITING))))
  mtaMs.push(...cells.flatMap((cell) => ['1000', '1001', '1002', '43'].map((player) => cell.waitedMs(player))))
  const late = mtaMs.filter((ms, index) => ms > (MTA_LIMITS_MS[index] ?? 0))
  missed.push(...late.map((ms) => `MTA, interval of 10 s: an online player waited for ${ms} ms`))
}

type Restart = keyof typeof rounds

/** Several products share the restarts, because a restart is mostly waiting. */
async function restartRepeatedly(environment: Environment, scenario: Restart, count: number, random: Random) {
  const clients = CLIENTS.filter(({ name }) => name === 'current FiveM')
  const products = isChosen(scenario) ? Math.ceil(count / ROUNDS_PER_PRODUCT) : 0
  const shares = Array.from({ length: products }, (_, index) => Math.floor((count + index) / products))
  const restart = async (share: number) => {
    const product = await startOn(environment, scenario === 'reloads' ? 2 : 1, random)
    const act = scenario === 'reloads' ? product.reload : product.restart
    await play({ scenario, clients, place: product.place }, async (cells) => {
      for (let round = 0; round < share; round++) {
        await disturb(cells, { sales: WAITING, act, random })
        rounds[scenario]++
        progress.add(1)
      }
    })
  }
  await Promise.all(shares.map(restart))
}

function summarise(): Result {
  const count = (kind: Finding['kind'], scenario?: Restart) =>
    found.filter((one) => one.kind === kind && (scenario ?? one.scenario) === one.scenario).length
  const [restartsDoubled, reloadsDoubled] = [count('doubled', 'restarts'), count('doubled', 'reloads')]
  const isTolerable = ({ kind, scenario }: Finding) =>
    kind === 'doubled' && scenario === 'restarts' && restartsDoubled <= Math.ceil(options.restarts / 100)
  const broken = found.filter((finding) => !isTolerable(finding))
  const groups = Map.groupBy(broken, ({ client, scenario, kind }) => `${client}, ${scenario}, ${kind}`)
  return {
    figures: {
      scenarios,
      doubled: count('doubled') - restartsDoubled - reloadsDoubled,
      wrongPlayer: count('wrongPlayer'),
      starved: count('starved'),
      mtaOldestMs: mtaMs.slice(0, 3),
      mtaNewBuyerMs: mtaMs[3] ?? null,
      ...rounds,
      restartsDoubled,
      reloadsDoubled,
    },
    failures: [...failures, ...[...groups].map(([name, all]) => `${name}, ${all.length} times: ${all[0]?.text}`)],
    missed,
  }
}
