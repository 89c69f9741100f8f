import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../e2e/kit/options.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { addThirdCell } from './add-third-cell.ts'
import { type CellReport, roundTo, runTraffic, startTraffic, sumReports, type TrafficTask } from './cell-traffic.ts'
import { checkFeed, checkLongestWait, checkWaitingPoll } from './check-cells.ts'
import { checkRouting } from './check-routing.ts'
import { killCells } from './kill-cells.ts'
import { measureWaits } from './measure-waits.ts'
import type { SellingCell } from './start-cells.ts'
import { startInstallation, targetOf } from './start-installation.ts'

const options = readOptions({
  script: 'lab cells',
  about: `Two cells with their own databases behind one HAProxy, with the files that quartermaster front-door writes: every request
reaches its cell, a cell that is killed does not disturb the other one, and a third cell is added while all serve. Then HAProxy gets
faults, and each must be noticed. Needs Debian's haproxy.`,
  options: {
    requests: { type: 'number', help: 'requests of all kinds to both cells', default: 1_000_000, short: 4_000 },
    kills: { type: 'number', help: 'kills of a cell', default: 10, short: 1 },
    reloads: { type: 'number', help: 'reloads of HAProxy, the first of which adds a cell', default: 20, short: 1 },
    slices: { type: 'number', help: 'measurements with and without the front door', default: 10, short: 1 },
    wait: { type: 'number', help: 'seconds that the longest poll waits', default: 60, short: 3 },
    servers: { type: 'number', help: 'game servers of each cell', default: 1_500, short: 400 },
  },
})

const CONNECTIONS = 16
const WINDOW_MS = options.short ? 2_000 : 10_000
const SLICE_MS = options.short ? 1_000 : 4_000
/** Two shared cores cannot measure it in a few seconds, so the short form only prints it. */
const MAX_P99_RATIO = options.short ? Number.POSITIVE_INFINITY : 1.2

await runHarness(options, async (defer) => {
  const { seed } = options
  const [routing, installation] = await Promise.all([
    withCleanUp(checkRouting),
    startInstallation(defer, { servers: options.servers }),
  ])
  const { port, cells } = installation
  const [one] = cells
  const failures = [...routing.failures]

  for (const cell of cells) failures.push(...(await checkWaitingPoll(cell, { port, waitSeconds: 10 })))
  const feeds = await Promise.all(cells.map((cell) => checkFeed(cell, { port })))
  failures.push(...feeds.flatMap((feed) => feed.failures))
  const longest = checkLongestWait(one, { port, waitSeconds: options.wait })

  const mass = await sendMany({ port, seed, targets: cells.map(targetOf), connections: CONNECTIONS, pauseMs: 0 })
  failures.push(...(await longest), ...mass.examples)
  const cost = await measureCost(one, port)
  const waits = await measureWaits(installation)
  const killed = await killCells(installation, {
    kills: options.kills,
    windowMs: WINDOW_MS,
    seed,
    maxP99Ratio: MAX_P99_RATIO,
  })
  const added = await addThirdCell(installation, { reloads: options.reloads, seed })
  failures.push(...waits.failures, ...killed.failures, ...added.failures)
  return {
    figures: {
      requests: mass.requests,
      ...mass.byKind,
      misrouted: mass.misrouted,
      failed: mass.failed + mass.closed,
      perSecond: mass.perSecond,
      ...cost,
      ...waits.figures,
      feedSeconds: Math.max(...feeds.map(({ seconds }) => seconds)),
      ...killed.figures,
      ...added.figures,
      ...routing.figures,
      failures: failures.length,
    },
    failures,
    missed: killed.missed,
  }
})

async function sendMany(task: TrafficTask) {
  const progress = startProgress('requests', options.requests)
  const start = Date.now()
  const traffic = await startTraffic(task)
  let total = sumReports([])
  while (total.requests < options.requests) {
    await sleep(500)
    const next = sumReports(Object.values(await traffic.report()))
    progress.add(next.requests)
    total = sumReports([
      { ...total, timesMs: [] },
      { ...next, timesMs: [] },
    ])
  }
  total = sumReports([total, ...Object.values(await traffic.stop())])
  progress.done()
  return { ...total, perSecond: Math.round(total.requests / ((Date.now() - start) / 1_000)) }
}

/** The same polls directly and through the front door, in turns. Medians, because the machine does other work too. */
async function measureCost(cell: SellingCell, port: number) {
  const slices = { direct: [] as CellReport[], door: [] as CellReport[] }
  const task = { seed: options.seed, targets: [targetOf(cell)], connections: CONNECTIONS, pauseMs: 0, pollsOnly: true }
  const [node = 0] = cell.entry.nodes
  for (let i = 0; i < options.slices; i++) {
    slices.direct.push(sumReports(Object.values(await runTraffic({ ...task, port: node }, SLICE_MS))))
    slices.door.push(sumReports(Object.values(await runTraffic({ ...task, port }, SLICE_MS))))
  }
  const median = (reports: CellReport[], of: (report: CellReport) => number) => percentile(reports.map(of), 0.5)
  const rate = (report: CellReport) => (report.timesMs.length / SLICE_MS) * 1_000
  const p50 = (report: CellReport) => percentile(report.timesMs, 0.5)
  return {
    ratio: roundTo(median(slices.door, rate) / median(slices.direct, rate)),
    directPerSecond: Math.round(median(slices.direct, rate)),
    doorPerSecond: Math.round(median(slices.door, rate)),
    directP50Ms: roundTo(median(slices.direct, p50)),
    doorP50Ms: roundTo(median(slices.door, p50)),
  }
}
