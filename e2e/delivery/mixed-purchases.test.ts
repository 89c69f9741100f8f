import { expect, test } from 'vitest'
import type { Trouble } from './game-server.ts'
import { CLIENTS, STRICT_ON_FIVEM } from './clients.ts'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { type Good, GOODS, PASS, type ServerName } from './goods.ts'
import { openShop, type Shop, type Sold } from './open-shop.ts'
import { createRandom } from '../kit/random.ts'

const SEED = Number(process.env['DELIVERY_SEED'] ?? 20_261_115)
const EVENTS = 44
const PLAYERS = ['42', '1007', 'steam:110000112345678', 'Zoë ✦', 'x$&y', 'license:ff']
const LATE = ['offline:1', '900', 'offline:3']

await describeClients(
  (client, store) => {
    test(
      `delivers and takes back exactly what follows from ${EVENTS} mixed events, seed ${SEED}`,
      IN_TURN,
      async () => {
        const shop = await openShop(store, client)
        await play(shop)
        await expectExactDelivery(shop)
        expect(shop.faults()).toEqual([])
        expectGivenBeforeTaken(shop)
      },
    )
  },
  [...CLIENTS, STRICT_ON_FIVEM],
)

await describeClients(
  (client, store) => {
    test(`runs nothing twice while a third of its reports is lost, seed ${SEED}`, IN_TURN, async () => {
      const shop = await openShop(store, client, { lose: loseAtRandom() })
      await play(shop)
      await expectExactDelivery(shop)
      expectGivenBeforeTaken(shop)
      expect(shop.faults().length).toBeGreaterThan(5)
    })
  },
  CLIENTS.filter(({ runsWhenReportLost }) => runsWhenReportLost === 1),
)

/** Buyers come, owners refund, servers poll, and some players come online only at the end. */
async function play(shop: Shop): Promise<void> {
  const random = createRandom(SEED)
  const sold: Sold[] = []
  const passes = new Map<string, number>()
  shop.join(...PLAYERS)
  for (let event = 0; event < EVENTS; event++) {
    if (event === EVENTS / 2) {
      await shop.letExpire()
      passes.clear()
    }
    if (random.chance(0.6)) sold.push(await buySomething())
    else if (random.chance(0.5)) await refundSomething()
    else await shop.servers[random.pick(['first', 'second'] as const)].poll()
  }
  await shop.letExpire()
  await shop.serveAll()
  shop.join(...LATE)
  await shop.serveAll()

  async function buySomething(): Promise<Sold> {
    const player = random.pick([...PLAYERS, ...LATE])
    const items = Array.from({ length: random.integer(1, 3) }, (): [Good, number] => {
      const good = random.pick(GOODS)
      return [good, good === PASS ? 1 : random.integer(1, 3)]
    }).filter(([good]) => good !== PASS || mayBuyPass(player))
    const [first = GOODS[0]] = items.map(([good]) => good)
    const goods = items.length > 0 ? items : [[first, 1] as [Good, number]]
    const needsPick = goods.some(([good]) => good.goesTo === 'buyer')
    const picked: ServerName | null = needsPick ? random.pick(['first', 'second']) : null
    return shop.buy(player, goods, picked)
  }

  /** Each one runs on from the last, and nobody wants to wait for the end of ten. */
  function mayBuyPass(player: string): boolean {
    const bought = (passes.get(player) ?? 0) + 1
    passes.set(player, bought)
    return bought <= 2
  }

  /** Never of short goods: whether those had run out at that moment would be up to the clock. */
  async function refundSomething(): Promise<void> {
    const purchase = random.pick(sold)
    const lineNos = purchase.lines.flatMap(({ good }, i) => (good.seconds !== 1 && random.chance(0.7) ? [i + 1] : []))
    if (lineNos.length > 0) await shop.refund(purchase, lineNos)
  }
}

/** Also loses answers of the queue: handed out by the store, never seen by the client. */
function loseAtRandom(): NonNullable<Trouble['lose']> {
  const random = createRandom(SEED + 1)
  return ({ operation }) => {
    if (operation === 'queue') return random.chance(0.1) ? 'answer' : undefined
    return operation === 'report' && random.chance(0.33) ? random.pick(['request', 'answer']) : undefined
  }
}

function expectGivenBeforeTaken(shop: Shop): void {
  for (const { game } of Object.values(shop.servers)) {
    for (const [at, { gameUserId, line, deliveryType }] of game.ledger.entries()) {
      if (deliveryType === 'APPROVE') continue
      const [command = ''] = line.split(' ')
      const good = GOODS.find(({ refund, expire }) => [...refund, ...expire].some((text) => text.startsWith(command)))
      const giving = good?.approve[0]?.split(' ')[0] ?? ''
      const given = game.ledger.slice(0, at).some((run) => run.gameUserId === gameUserId && run.line.startsWith(giving))
      expect(given, `${line} came before what it takes`).toBe(true)
    }
  }
}
