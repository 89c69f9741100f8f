import { expect, test } from 'vitest'
import type { GameStore, Product } from './game-store.ts'
import type { OpenGame } from './game-trial.ts'
import { runSales } from './run-sales.ts'

type Flaw = 'runs twice' | 'does not wait for players' | 'expires early'

/** A store and a game in memory, which can have the flaws that real ones must not have. */
function createToyGame(flaw?: Flaw): { store: GameStore; game: OpenGame } {
  const online = new Set<string>()
  const gifts: string[] = []
  const ranked = new Set<string>()
  const sold: { player: string; product: Product }[] = []
  let queue: { player: string; command: string }[] = []

  function run(player: string, command: string): void {
    if (command === 'gift') gifts.push(player)
    if (command === 'give rank') ranked.add(player)
    if (command === 'take rank') ranked.delete(player)
  }
  function deliver(): void {
    const isDue = ({ player, command }: (typeof queue)[number]) =>
      command !== 'unknown' && (online.has(player) || flaw === 'does not wait for players')
    const due = queue.filter(isDue)
    queue = queue.filter((delivery) => !isDue(delivery))
    for (const { player, command } of due) run(player, command)
    if (flaw === 'runs twice' && due[0]?.command === 'gift' && gifts.length === 3) run(due[0].player, 'gift')
  }
  function enqueue(player: string, command = '', afterMs = 0): void {
    setTimeout(() => {
      queue.push({ player, command })
      deliver()
    }, afterMs)
  }

  const store: GameStore = {
    url: '',
    key: '',
    async sell(player, product) {
      const requestedAt = performance.now()
      sold.push({ player, product })
      enqueue(player, product.approve, 5)
      const durationMs = (product.durationSeconds ?? 0) * 1_000
      if (durationMs > 0) enqueue(player, product.expire, flaw === 'expires early' ? durationMs - 200 : durationMs + 10)
      return { checkoutId: String(sold.length - 1), deliveryId: '', requestedAt, soldAt: performance.now() }
    },
    async refund({ checkoutId }) {
      const sale = sold[Number(checkoutId)]
      if (sale) enqueue(sale.player, sale.product.refund)
    },
    countUnfinished: async (name) => queue.filter(({ player }) => player === name).length,
    readDelivery: async () => {
      const failure = { attempt: 1, outcome: 'failed', commandsRun: 0, output: null, reportedAt: '' } as const
      return {
        holdReason: 'failed',
        failedAttempts: queue.length > 0 ? [{ ...failure, reason: 'unknown command' }] : [],
      }
    },
  }
  const game: OpenGame = {
    async join(player) {
      online.add(player)
      deliver()
    },
    gift: { command: 'gift', count: (name) => gifts.filter((player) => player === name).length },
    rank: { give: 'give rank', take: 'take rank', has: (name) => ranked.has(name) },
    unknownCommand: 'unknown',
  }
  return { store, game }
}

const run = (flaw?: Flaw) => runSales('toy', createToyGame(flaw), { sales: 2, seed: 1, print: () => undefined })

test.concurrent('a game without a flaw passes, and its sales are measured', async ({ expect: expectHere }) => {
  const result = await run()
  expectHere(result).toMatchObject({ name: 'toy', ok: true, sales: 2, faults: [] })
  expectHere(result.p95Ms).toBeGreaterThan(0)
})

test.concurrent.each<[Flaw, RegExp]>([
  ['runs twice', /bought 3 gifts and has 4|bought 4 gifts and has 5/],
  ['does not wait for players', /offline player/],
  ['expires early', /before it expired/],
])('a game that %s fails', async (flaw, fault) => {
  const { ok, faults } = await run(flaw)
  expect(ok).toBe(false)
  expect(faults.join()).toMatch(fault)
})
