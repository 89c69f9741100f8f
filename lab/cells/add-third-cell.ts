import { setTimeout as sleep } from 'node:timers/promises'
import { CALM, runTraffic, startTraffic, sumReports } from './cell-traffic.ts'
import { checkFeed, checkWaitingPoll } from './check-cells.ts'
import { openStore } from './start-cells.ts'
import { type Installation, targetOf } from './start-installation.ts'

/** A third cell joins while clients of the others poll, wait and watch. Further reloads change nothing. */
export async function addThirdCell(
  { port, cells: [one, ten], addCell, reload }: Installation,
  { reloads, seed }: { reloads: number; seed: number },
) {
  const traffic = await startTraffic({ port, seed, targets: [one, ten].map(targetOf), ...CALM })
  const failures: string[] = []
  const cell = await addCell()
  // A poll and a feed that are open during the reload.
  const opened = await Promise.all([
    checkWaitingPoll(one, { port, waitSeconds: 20, between: reload }),
    checkFeed(ten, { port, between: () => sleep(2_000) }).then((feed) => feed.failures),
  ])
  failures.push(...opened.flat())
  for (let i = 1; i < reloads; i++) {
    await sleep(500)
    await reload()
  }
  const third = await openStore(cell, { port, servers: 20 })
  // The front door learns of its own domain a little later.
  const target = { ...targetOf(third), pages: [third.label] }
  const served = sumReports(
    Object.values(await runTraffic({ port, seed, targets: [target], connections: 2, pauseMs: 100 }, 2_000)),
  )
  failures.push(...served.examples)
  if (served.timesMs.length === 0) failures.push('the third cell served nothing')
  const reports = sumReports(Object.values(await traffic.stop()))
  const failed = reports.misrouted + reports.failed + reports.closed
  if (failed > 0) failures.push(`${failed} requests failed while a cell was added: ${reports.examples.join('; ')}`)
  return { failures, figures: { reloads, requestsDuringAdd: reports.requests, failedDuringAdd: failed } }
}
