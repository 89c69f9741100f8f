import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../kit/percentile.ts'
import { createRandom } from '../kit/random.ts'
import type { GameStore } from './game-store.ts'
import type { OpenGame } from './game-trial.ts'
import { waitFor } from './wait-for.ts'

export const BUYER = 'Buyer1'
const LATE_BUYER = 'Buyer2'
const RANK_SECONDS = 2
/** The management API limits the requests of a token to 30 per second. */
const STORE_POLL_MS = 100

type Options = { sales: number; seed: number; print: (line: string) => void }

export type GameResult = {
  name: string
  ok: boolean
  /** From the sale to its effect in the game. */
  p50Ms: number
  p95Ms: number
  sales: number
  /** Sentences about each step that succeeded. */
  shown: string[]
  faults: string[]
}

/** Sells to a game: gifts arrive once, ranks are taken away, and a gift waits for its buyer. */
export async function runSales(
  name: string,
  { store, game }: { store: GameStore; game: OpenGame },
  { sales, seed, print }: Options,
): Promise<GameResult> {
  const random = createRandom(seed)
  const polling = { intervalMs: game.pollMs ?? 10 }
  const times: number[] = []
  const shown: string[] = []
  const faults: string[] = []
  let gifts = 0

  const pause = () => sleep(random.between(20, 150) + (game.pauseMs ?? 0))
  const sellGift = (player: string) => {
    gifts++
    return store.sell(player, { approve: game.gift.command })
  }
  const sellRank = (durationSeconds?: number) => {
    const { give: approve, take } = game.rank
    return store.sell(BUYER, { approve, refund: take, expire: take, ...(durationSeconds && { durationSeconds }) })
  }
  const waitForGifts = (player: string, count: number) =>
    waitFor(`${player} has ${count} gifts`, async () => (await countGifts(player, count)) === count, polling)
  async function countGifts(player: string, max: number): Promise<number> {
    const count = await game.gift.count(player)
    if (count > max) throw new Error(`${player} bought ${max} gifts and has ${count}`)
    return count
  }
  const waitForRank = (isGiven: boolean) =>
    waitFor(`the rank is ${isGiven ? 'given' : 'taken'}`, async () => (await game.rank.has(BUYER)) === isGiven, polling)

  /** Measured separately, because the agent reads the list of players at an interval. */
  async function sellFirstGift(): Promise<string> {
    await game.join(BUYER)
    const { soldAt } = await sellGift(BUYER)
    return `the first gift arrived after ${formatMs((await waitForGifts(BUYER, gifts)) - soldAt)}, for a player who had just joined`
  }

  async function measureGifts(): Promise<string> {
    while (times.length < sales) {
      await pause()
      const { soldAt } = await sellGift(BUYER)
      times.push((await waitForGifts(BUYER, gifts)) - soldAt)
    }
    return `${sales} gifts arrived`
  }

  async function refundRank(): Promise<string> {
    await pause()
    const sale = await sellRank()
    await waitForRank(true)
    await pause()
    await store.refund(sale)
    const refundedAt = performance.now()
    return `a refund took the rank after ${formatMs((await waitForRank(false)) - refundedAt)}`
  }

  async function expireRank(): Promise<string> {
    await pause()
    const { requestedAt, soldAt } = await sellRank(RANK_SECONDS)
    await waitForRank(true)
    const takenAt = await waitForRank(false)
    if (takenAt - requestedAt < RANK_SECONDS * 1_000) throw new Error('the rank was taken before it expired')
    const delayMs = takenAt - soldAt - RANK_SECONDS * 1_000
    return `the rank was taken ${formatMs(delayMs)} after it expired`
  }

  async function waitForLateBuyer(): Promise<string> {
    await pause()
    await sellGift(LATE_BUYER)
    await sellGift(BUYER)
    await waitForGifts(BUYER, gifts - 1)
    if ((await store.countUnfinished(LATE_BUYER)) !== 1) throw new Error('the gift of an offline player did not wait')
    if ((await game.gift.count(LATE_BUYER)) !== 0) throw new Error('an offline player got a gift')
    await game.join(LATE_BUYER)
    const joinedAt = performance.now()
    return `a gift waited for its buyer and arrived ${formatMs((await waitForGifts(LATE_BUYER, 1)) - joinedAt)} after they joined`
  }

  async function checkCounts(): Promise<string> {
    const isFinished = async () =>
      (await store.countUnfinished(BUYER)) + (await store.countUnfinished(LATE_BUYER)) === 0
    await waitFor('all deliveries are reported', isFinished, { intervalMs: STORE_POLL_MS })
    await countGifts(BUYER, gifts - 1)
    await countGifts(LATE_BUYER, 1)
    return 'every gift arrived once'
  }

  /** Near the end, because a held delivery blocks the later ones of its player. */
  async function sellUnknownCommand(): Promise<string> {
    await pause()
    const sale = await store.sell(BUYER, { approve: game.unknownCommand })
    const readReason = async () => (await store.readDelivery(sale)).failedAttempts[0]?.reason
    const isReported = async () => (await readReason()) !== undefined
    await waitFor('the failure is reported', isReported, { intervalMs: STORE_POLL_MS })
    if ((await store.countUnfinished(BUYER)) !== 1) throw new Error('a command that the game rejects left the queue')
    return `a command that the game rejects is not reported as delivered: ${await readReason()}`
  }

  const steps = [
    sellFirstGift,
    measureGifts,
    refundRank,
    expireRank,
    waitForLateBuyer,
    checkCounts,
    sellUnknownCommand,
    ...(game.finish ? [game.finish] : []),
  ]
  for (const step of steps) {
    try {
      const sentence = await step()
      shown.push(sentence)
      print(sentence)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      break
    }
  }
  const [p50Ms, p95Ms] = [Math.round(percentile(times, 0.5)), Math.round(percentile(times, 0.95))]
  return { name, ok: faults.length === 0, p50Ms, p95Ms, sales: times.length, shown, faults }
}

function formatMs(value: number): string {
  return `${Math.round(value)} ms`
}
