import type { ExpectStatic } from 'vitest'
import type { Trouble } from './game-server.ts'
import { CLIENTS } from './clients.ts'
import { describeClients } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { type Good, GOODS, type ServerName } from './goods.ts'
import type { Shop, Sold } from './open-shop.ts'
import { createRandom } from '../kit/random.ts'

const SEED = Number(process.env['DELIVERY_SEED'] ?? 20_261_115)
const EVENTS = 60
/** Players are found by number in FiveM and MTA, and by any text in the others. */
const NUMERIC_PLAYERS = ['42', '1007', '765611980000001', '7', '31', '5000']
const NUMERIC_LATE_PLAYERS = ['901', '900', '903']
const PLAYERS = ['42', '1007', 'steam:110000112345678', 'Zoë ✦', 'x$&y', 'license:ff']
const LATE_PLAYERS = ['offline:1', '900', 'offline:3']

await describeClients((_, testShop) => {
  testShop(`runs exactly the commands that follow from ${EVENTS} random events, seed ${SEED}`, async (shop, expect) => {
    await runEvents(shop)
    await expectExactDelivery(expect, shop)
    expect(shop.faults()).toEqual([])
    expectGrantsFirst(expect, shop)
  })
})

await describeClients(
  (_, testShop) => {
    testShop(
      `runs nothing twice if a third of the reports is lost, seed ${SEED}`,
      async (shop, expect) => {
        await runEvents(shop)
        await expectExactDelivery(expect, shop)
        expectGrantsFirst(expect, shop)
        expect(shop.faults().length).toBeGreaterThan(5)
      },
      { lose: loseAtRandom() },
    )
  },
  CLIENTS.filter(({ runsWhenReportLost }) => runsWhenReportLost === 1),
)

/** Players buy, the owner refunds, servers poll, and some players join only at the end. */
async function runEvents(shop: Shop): Promise<void> {
  const random = createRandom(SEED)
  const sold: Sold[] = []
  const { hasNumericPlayers } = shop.client
  const players = hasNumericPlayers ? NUMERIC_PLAYERS : PLAYERS
  const latePlayers = hasNumericPlayers ? NUMERIC_LATE_PLAYERS : LATE_PLAYERS
  shop.join(...players)
  for (let event = 0; event < EVENTS; event++) {
    if (event === EVENTS / 2) await shop.letExpire()
    if (sold.length === 0 || random.chance(0.6)) sold.push(await buySomething())
    else if (random.chance(0.5)) await refundSomething()
    else await shop.servers[random.pick(['first', 'second'] as const)].poll()
  }
  await shop.letExpire()
  await shop.serveAll()
  shop.join(...latePlayers)
  await shop.serveAll()

  async function buySomething(): Promise<Sold> {
    const player = random.pick([...players, ...latePlayers])
    const items = Array.from({ length: random.integer(1, 3) }, (): [Good, number] => {
      return [random.pick(GOODS), random.integer(1, 3)]
    })
    const needsServer = items.some(([good]) => good.buyerChoosesServer)
    const server: ServerName | null = needsServer ? random.pick(['first', 'second']) : null
    return shop.buy(player, items, server)
  }

  async function refundSomething(): Promise<void> {
    const purchase = random.pick(sold)
    const lineNos = purchase.lines.flatMap((_, i) => (random.chance(0.7) ? [i + 1] : []))
    if (lineNos.length > 0) await shop.refund(purchase, lineNos)
  }
}

/** Also loses responses to polls: the store has dispatched their deliveries, but the client does not get them. */
function loseAtRandom(): NonNullable<Trouble['lose']> {
  const random = createRandom(SEED + 1)
  return ({ operation }) => {
    if (operation === 'queue') return random.chance(0.1) ? 'answer' : undefined
    return operation === 'report' && random.chance(0.33) ? random.pick(['request', 'answer']) : undefined
  }
}

/** A command that revokes a product runs after the command that grants it. */
function expectGrantsFirst(expect: ExpectStatic, shop: Shop): void {
  for (const { game } of Object.values(shop.servers)) {
    for (const [at, { gameUserId, line, deliveryType }] of game.ledger.entries()) {
      if (deliveryType === 'APPROVE') continue
      const [command = ''] = line.split(' ')
      const good = GOODS.find(({ refund, expire }) => [...refund, ...expire].some((text) => text.startsWith(command)))
      const approve = good?.approve[0]?.split(' ')[0] ?? ''
      const earlier = game.ledger.slice(0, at)
      const isGranted = earlier.some((run) => run.gameUserId === gameUserId && run.line.startsWith(approve))
      expect(isGranted, `${line} ran before the grant`).toBe(true)
    }
  }
}
