import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../../e2e/kit/progress.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { type Defer, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { endTrade } from '../../e2e/kit/trade/judge.ts'
import { receiveWebhooks } from '../../e2e/kit/trade/receive-webhooks.ts'
import { startGames } from '../../e2e/kit/trade/run-games.ts'
import { openShop, startSelling } from '../../e2e/kit/trade/sell.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { addHistory } from './add-history.ts'
import { compareExports } from './compare-exports.ts'
import { completeMove, killMove } from './run-move.ts'
import { type RunningCell, startCells } from './start-cells.ts'
import { watchCells } from './watch-cells.ts'

/** A worker notices a killed move after five seconds, and a forwarded request opens the target. */
const ONE_CELL_WITHIN_MS = 20_000
const BETWEEN_MOVES_MS = 1_000
/** Games keep up with the sales. */
const MAX_RUN_MS = 50
const STOP_WITHIN_MS = 60_000

export type Trial = { moves: number; history: number; servers: number; random: Random; root: string; isQuiet?: boolean }

/** Moves a store there and back under load. Every second move is killed before it is completed. */
export function runTrial(trial: Trial) {
  return withCleanUp((defer) => run(trial, defer))
}

async function run({ moves, history, servers, random, root, isQuiet = false }: Trial, defer: Defer) {
  const { cells, folder, createDatabase } = await startCells(defer, root)
  const [home, other] = cells as [RunningCell, RunningCell]
  const { url, port } = home.server
  const webhooks = await receiveWebhooks(defer, '127.0.0.1')
  const owner = await createOwner({ url, databaseUrl: home.databaseUrl, root })
  const shop = await openShop(owner, { servers, webhookUrl: webhooks.url })
  const { storeId } = shop
  await addHistory(home.databaseUrl, { store: shop, productId: shop.productId, rows: history })

  const watch = await watchCells(defer, cells)
  const selling = startSelling({ url, shops: [shop], random: random.fork() })
  defer(() => selling.abandon())
  const games = await startGames({
    port,
    seed: random.integer(0, 2 ** 31),
    maxRunMs: MAX_RUN_MS,
    servers: shop.servers.map(({ key }, i) => ({ key, waits: i % 2 === 1 })),
  })
  defer(() => games.kill())

  const failures: string[] = []
  const pauses: number[] = []
  let killed = 0
  let homeless = 0
  let changedRows = 0
  const progress = isQuiet ? undefined : startProgress('moves', moves)
  for (let no = 1; no <= moves; no++) {
    await sleep(BETWEEN_MOVES_MS)
    const [from, to] = no % 2 === 1 ? [home, other] : [other, home]
    const way = { storeId, from, to, root }
    if (no % 4 > 1) {
      killed++
      await killMove(way, random)
      if ((await watch.findOne(ONE_CELL_WITHIN_MS)) === undefined) {
        homeless++
        failures.push(`after kill ${killed} the store was in no cell, or in two`)
      }
    }
    // After a kill that came late, the store has moved already, and the same command completes the rest.
    const moved = await completeMove(way)
    changedRows += moved.changedRows
    if (no % 4 <= 1) pauses.push(moved.stoppedMs)
    if ((await watch.findOne(ONE_CELL_WITHIN_MS)) !== to.name) {
      homeless++
      failures.push(`after move ${no} the store was not in ${to.name}`)
    }
    const [sale] = selling.acknowledged.sales.values()
    const page = await fetch(`${url}/pay/${storeId}/${sale?.checkoutId}`)
    if (!page.ok) failures.push(`after move ${no} the page of the first order answers ${page.status}`)
    progress?.add(1)
  }
  progress?.done()

  await Promise.race([selling.stop(), sleep(STOP_WITHIN_MS)])
  const final = moves % 2 === 1 ? other : home
  const { databaseUrl } = final
  const ended = await endTrade({ databaseUrl, selling, games, webhooks: webhooks.arrivals, root })
  const left = await verify((final === home ? other : home).databaseUrl, root)
  const place = { cell: final, storeId, folder, emptyUrl: await createDatabase(), root }
  return {
    ...ended,
    failures: [
      ...failures,
      ...selling.refused,
      ...cells.filter(({ server }) => server.died()).map(({ name, server }) => `${name}: ${server.died()}`),
      ...left.examples.map((text) => `verify in the cell that was left: ${text}`),
    ],
    killed,
    homeless,
    both: watch.both(),
    changedRows,
    pauses,
    exportEqual: isQuiet || (await compareExports(place)),
  }
}
