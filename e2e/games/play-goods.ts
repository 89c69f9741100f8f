import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../kit/random.ts'
import type { GameResult, PlayOptions } from './game-trial.ts'
import type { Good, Shop } from './shop.ts'
import { waitUntil } from './wait-until.ts'

const BUYER = 'Buyer1'
const LATE_BUYER = 'Buyer2'
const RANK_SECONDS = 2
/** Workers look for what has run out once a second. */
const EXPIRY_LATE_MOST_MS = 3_000
const MOST_P95_MS = 1_000

/** A game that runs, with the agent beside it. Everything it tells is asked of the game. */
export type GameInPlay = {
  join: (player: string) => Promise<void>
  /** Bought again and again; every purchase leaves one more trace of its buyer. */
  gift: { good: (number: number) => Good; count: (player: string) => number | Promise<number> }
  /** Held until it is refunded or runs out. */
  rank: { good: Omit<Good, 'seconds'>; has: (player: string) => boolean | Promise<boolean> }
  /** A command that this console does not know and says so. */
  nonsense?: string
  /** The least time between two sales, for consoles that take only so many commands a second. */
  pauseMs?: number
  /** How often the game can be asked. */
  lookMs?: number
}

/** Sells what every game can show: gifts in time and once, ranks that are taken back, and a gift that waits for its buyer. */
export async function playGoods(
  name: string,
  { shop, game }: { shop: Shop; game: GameInPlay },
  { sales, seed, say }: PlayOptions,
): Promise<GameResult> {
  const random = createRandom(seed)
  const look = { everyMs: game.lookMs ?? 10 }
  const times: number[] = []
  const shown: string[] = []
  const faults: string[] = []
  let gifts = 0

  const pause = () => sleep(random.between(20, 150) + (game.pauseMs ?? 0))
  const sellGift = async (player: string) => shop.sell(player, await shop.list(game.gift.good(++gifts)))
  const seenGifts = (player: string, count: number) =>
    waitUntil(`${player} has ${count} gifts`, async () => (await countOf(player, count)) === count, look)
  async function countOf(player: string, most: number): Promise<number> {
    const count = await game.gift.count(player)
    if (count > most) throw new Error(`${player} bought ${most} gifts and has ${count}`)
    return count
  }
  const seenRank = (held: boolean) =>
    waitUntil(`the rank is ${held ? 'given' : 'taken'}`, async () => (await game.rank.has(BUYER)) === held, look)

  /** Not timed with the others: the agent looks who is there only so often. */
  async function greetBuyer(): Promise<string> {
    await game.join(BUYER)
    const { soldAt } = await sellGift(BUYER)
    return `the first gift came ${ms((await seenGifts(BUYER, gifts)) - soldAt)} after a sale to somebody who just joined`
  }

  async function timeGifts(): Promise<string> {
    while (times.length < sales) {
      await pause()
      const { soldAt } = await sellGift(BUYER)
      times.push((await seenGifts(BUYER, gifts)) - soldAt)
    }
    return `${sales} gifts arrived in time`
  }

  async function refundRank(): Promise<string> {
    await pause()
    const sale = await shop.sell(BUYER, await shop.list({ ...game.rank.good, seconds: null }))
    await seenRank(true)
    await pause()
    await shop.refund(sale)
    const refundedAt = performance.now()
    return `a refund took the rank back after ${ms((await seenRank(false)) - refundedAt)}`
  }

  async function expireRank(): Promise<string> {
    await pause()
    const { soldAt } = await shop.sell(BUYER, await shop.list({ ...game.rank.good, seconds: RANK_SECONDS }))
    await seenRank(true)
    const lateMs = (await seenRank(false)) - soldAt - RANK_SECONDS * 1_000
    if (lateMs < -50) throw new Error(`the rank was taken ${ms(-lateMs)} before it ran out`)
    if (lateMs > EXPIRY_LATE_MOST_MS) throw new Error(`the rank was taken ${ms(lateMs)} after it ran out`)
    return `the rank was taken ${ms(lateMs)} after it ran out`
  }

  async function waitForBuyer(): Promise<string> {
    await pause()
    await sellGift(LATE_BUYER)
    await sellGift(BUYER)
    await seenGifts(BUYER, gifts - 1)
    if ((await shop.waitingFor(LATE_BUYER)) !== 1) throw new Error('the gift of a player who is away did not wait')
    if ((await game.gift.count(LATE_BUYER)) !== 0) throw new Error('a gift came to a player who is away')
    await game.join(LATE_BUYER)
    const joinedAt = performance.now()
    return `a gift waited for its buyer and came ${ms((await seenGifts(LATE_BUYER, 1)) - joinedAt)} after the join`
  }

  async function countGifts(): Promise<string> {
    const settled = async () => (await shop.waitingFor(BUYER)) + (await shop.waitingFor(LATE_BUYER)) === 0
    await waitUntil('everything is reported', settled)
    await countOf(BUYER, gifts - 1)
    await countOf(LATE_BUYER, 1)
    return 'every gift came once'
  }

  /** The last step: whatever stands behind what failed waits with it. */
  async function failNonsense(): Promise<string> {
    await pause()
    const good = { name: 'Nothing', approve: [game.nonsense ?? ''], refund: [], expire: [], seconds: null }
    const sale = await shop.sell(BUYER, await shop.list(good))
    await waitUntil('what cannot run is reported', async () => (await shop.failuresOf(sale)).length > 0)
    if ((await shop.waitingFor(BUYER)) !== 1) throw new Error('a command that the game does not know left the queue')
    return `a command that the game does not know is not called delivered: ${(await shop.failuresOf(sale))[0]}`
  }

  const steps = [greetBuyer, timeGifts, refundRank, expireRank, waitForBuyer, countGifts]
  for (const step of game.nonsense === undefined ? steps : [...steps, failNonsense]) {
    try {
      const outcome = await step()
      shown.push(outcome)
      say(outcome)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      say(`✗ ${faults.at(-1)}`)
      break
    }
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p95Ms = quantile(sorted, 0.95)
  if (p95Ms >= MOST_P95_MS) faults.push(`a sale took ${p95Ms} ms (95 %) to its effect; at most ${MOST_P95_MS}`)
  return { name, ok: faults.length === 0, p50Ms: quantile(sorted, 0.5), p95Ms, sales: times.length, shown, faults }
}

function quantile(sorted: number[], share: number): number {
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0)
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
