import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../e2e/kit/percentile.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { CALM, roundTo, startTraffic, sumReports } from './cell-traffic.ts'
import type { SellingCell } from './start-cells.ts'
import { type Installation, targetOf } from './start-installation.ts'

const RECOVER_MS = 60_000
/** The p99 of a busy machine varies, so a ratio that is too high is measured in this many times as many kills. */
const MORE_KILLS = 3

/** Of the other cell, in milliseconds. */
type P99s = { before: number; during: number }

/** `victim` is killed and started again under steady load of both. The other cell must not notice. */
export async function killCells(
  { port, cells: [calm, victim] }: Installation,
  { kills, windowMs, seed, maxP99Ratio }: { kills: number; windowMs: number; seed: number; maxP99Ratio: number },
) {
  const failures: string[] = []
  const p99s: P99s[] = []
  const median = (of: (kill: P99s) => number) => percentile(p99s.map(of), 0.5)
  /** Each kill is compared with the seconds before it, because the machine changes over minutes. */
  const ratioSoFar = () => median(({ before, during }) => during / before)
  let refused = 0
  const traffic = await startTraffic({ port, seed, targets: [calm, victim].map(targetOf), ...CALM })
  const report = async (cell: SellingCell) => (await traffic.report())[cell.name] ?? sumReports([])
  await sleep(windowMs / 2)
  let planned = kills
  for (let i = 0; i < planned; i++) {
    await traffic.report()
    await sleep(windowMs)
    const before = percentile((await report(calm)).timesMs, 0.99)
    await victim.kill()
    await traffic.report()
    await sleep(windowMs)
    const reports = await traffic.report()
    const [other, own] = [reports[calm.name] ?? sumReports([]), reports[victim.name] ?? sumReports([])]
    p99s.push({ before, during: percentile(other.timesMs, 0.99) })
    if (i + 1 === kills && ratioSoFar() > maxP99Ratio) planned *= MORE_KILLS
    refused += own.closed
    if (other.misrouted + other.failed + other.closed > 0)
      failures.push(`a request to ${calm.name} failed while ${victim.name} was killed: ${other.examples.join('; ')}`)
    if (own.misrouted > 0) failures.push(`another cell answered for ${victim.name}: ${own.examples.join('; ')}`)
    if (own.closed === 0)
      failures.push(`clients of ${victim.name} got no 503 with Retry-After: ${own.examples.join('; ')}`)
    await victim.start()
    const isBack = async () => (await report(victim)).timesMs.length > 0
    if (!(await waitUntil(isBack, { timeoutMs: RECOVER_MS, intervalMs: 200 })))
      failures.push(`${victim.name} does not serve after its start`)
  }
  await traffic.stop()
  const otherCellP99Ratio = roundTo(ratioSoFar())
  const isSlower = otherCellP99Ratio > maxP99Ratio
  return {
    failures,
    missed: isSlower
      ? [`the p99 of ${calm.name} is ${otherCellP99Ratio} of what it was before ${victim.name} was killed`]
      : [],
    figures: {
      kills: p99s.length,
      otherCellP99Ratio,
      closed: refused,
      p99BeforeMs: roundTo(median(({ before }) => before)),
      p99DuringMs: roundTo(median(({ during }) => during)),
    },
  }
}
