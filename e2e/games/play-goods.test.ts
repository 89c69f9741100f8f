import { expect, test } from 'vitest'
import type { CheckoutId, ProductId } from '../../server/src/ids.ts'
import { type GameInPlay, playGoods } from './play-goods.ts'
import type { Good, Shop } from './shop.ts'

const GIFT = 'cheer {userId}'
const RANK = { name: 'Rank', approve: ['rank {userId}'], refund: ['unrank {userId}'], expire: ['unrank {userId}'] }

type Flaw = 'runs twice' | 'does not wait for players' | 'is slow' | 'takes early'

/** A store and a game in one, small enough to have every flaw that a real pair must not have. */
function toyGame(flaw?: Flaw): { shop: Shop; game: GameInPlay } {
  const online = new Set<string>()
  const cheers: string[] = []
  const ranked = new Set<string>()
  const goods = new Map<ProductId, Good>()
  const sold = new Map<CheckoutId, { player: string; good: Good }>()
  let waiting: { player: string; lines: string[] }[] = []

  function run(player: string, line: string): void {
    if (line === GIFT) cheers.push(player)
    if (line.startsWith('rank')) ranked.add(player)
    if (line.startsWith('unrank')) ranked.delete(player)
  }
  function deliver(): void {
    const due = waiting.filter(({ player }) => online.has(player) || flaw === 'does not wait for players')
    waiting = waiting.filter((element) => !due.includes(element))
    for (const { player, lines } of due) for (const line of lines) run(player, line)
    if (flaw === 'runs twice' && due[0]?.lines[0] === GIFT && cheers.length === 3) run(due[0].player, GIFT)
  }
  function enqueue(player: string, lines: string[], afterMs = 0): void {
    setTimeout(() => {
      waiting.push({ player, lines })
      deliver()
    }, afterMs)
  }

  const shop: Shop = {
    key: '',
    async list(good) {
      const id = `product ${goods.size}` as ProductId
      goods.set(id, good)
      return id
    },
    async sell(player, productId) {
      const good = goods.get(productId) as Good
      const checkoutId = `checkout ${sold.size}` as CheckoutId
      sold.set(checkoutId, { player, good })
      enqueue(player, good.approve, flaw === 'is slow' && sold.size === 2 ? 1_100 : 5)
      const lastsMs = (good.seconds ?? 0) * 1_000
      if (good.seconds !== null) enqueue(player, good.expire, flaw === 'takes early' ? lastsMs - 200 : lastsMs)
      return { checkoutId, deliveryIds: [], soldAt: performance.now() }
    },
    async refund({ checkoutId }) {
      const { player, good } = sold.get(checkoutId) as { player: string; good: Good }
      enqueue(player, good.refund)
    },
    waitingFor: async (name) => waiting.filter(({ player }) => player === name).length,
    failuresOf: async () => [],
  }
  const game: GameInPlay = {
    async join(player) {
      online.add(player)
      deliver()
    },
    gift: {
      good: () => ({ name: 'Cheer', approve: [GIFT], refund: [], expire: [], seconds: null }),
      count: (name) => cheers.filter((player) => player === name).length,
    },
    rank: { good: RANK, has: (name) => ranked.has(name) },
  }
  return { shop, game }
}

const play = (flaw?: Flaw) => playGoods('toy', toyGame(flaw), { sales: 2, seed: 1, say: () => undefined })

test.concurrent('a sound game passes, with the time of each sale', async () => {
  const result = await play()
  expect(result).toMatchObject({ name: 'toy', ok: true, sales: 2, faults: [] })
  expect(result.p95Ms).toBeGreaterThan(0)
})

test.concurrent.each<[Flaw, RegExp]>([
  ['runs twice', /bought 3 gifts and has 4|bought 4 gifts and has 5/],
  ['does not wait for players', /who is away/],
  ['is slow', /to its effect; at most 1000/],
  ['takes early', /before it ran out/],
])('a game that %s fails', async (flaw, fault) => {
  const { ok, faults } = await play(flaw)
  expect(ok).toBe(false)
  expect(faults.join()).toMatch(fault)
})
