import { expect, test } from 'vitest'
import { formatId, newId, type CheckoutId, type DeliveryId, type GameServerId } from '../../src/ids.ts'
import { type RanDelivery, reconcileDeliveries } from '../../src/setup/backup/reconcile-deliveries.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations } from '../store-records.ts'

const store = await startStore()

/** Two servers that both get what is sold, and the journal of the first one. */
async function openShop() {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { name: 'VIP', serverIds: [a.serverId, b.serverId] })
  const sell = async (player: string) => (await store.sell(storeId, player, [productId])).checkoutId
  const reconcile = (entries: RanDelivery[], serverId: GameServerId | undefined = a.serverId) =>
    reconcileDeliveries(store.database, { ran: entries, serverId })
  const states = () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId })
  return { storeId, a, b, sell, reconcile, states }
}

/** A delivery that ran before the restore. The restored database does not know its id. */
function ran(player: string, checkoutId: CheckoutId, more: Partial<RanDelivery> = {}): RanDelivery {
  const id = formatId('cmd', newId<DeliveryId>())
  const content = { player, type: 'APPROVE', products: ['VIP'], at: '2026-11-16T14:00:00Z' } as const
  return {
    id,
    checkoutId: formatId('chk', checkoutId),
    ...content,
    products: ['VIP'],
    result: 'delivered',
    commandsRun: 1,
    ...more,
  }
}

test('a delivery that the game server ran before the restore is delivered on this server only, and once', async () => {
  const { a, b, sell, reconcile, states } = await openShop()
  const entry = ran('42', await sell('42'))
  expect((await reconcile([entry])).delivered).toHaveLength(1)
  expect(await states()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] B waiting'])
  expect(await store.poll(a.key)).toEqual([])
  expect(await store.poll(b.key)).toHaveLength(1)
  // The journal is read a second time.
  expect(await reconcile([entry])).toMatchObject({ delivered: [], remaining: [entry] })
  await expectNoViolations(store)
})

test('a delivery that was begun before the restore is held', async () => {
  const { a, sell, reconcile } = await openShop()
  const result = await reconcile([ran('42', await sell('42'), { result: 'uncertain', commandsRun: 0 })])
  expect(result).toMatchObject({ delivered: [], held: [expect.stringMatching(/^cmd_/)], remaining: [] })
  expect(await store.poll(a.key)).toEqual([])
  await expectNoViolations(store)
})

test('what ran without a sale is listed, and nothing else is changed', async () => {
  const { sell, reconcile, states } = await openShop()
  const checkoutId = await sell('42')
  const unknown = [
    ran('43', newId<CheckoutId>()),
    ran('43', checkoutId),
    ran('42', checkoutId, { products: ['Kit'] }),
    ran('42', checkoutId, { type: 'EXPIRE' }),
  ]
  expect(await reconcile(unknown)).toEqual({ known: 0, delivered: [], held: [], remaining: unknown })
  expect(await states()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] B waiting'])
})

test('the game server of a journal follows from the deliveries in it, and another one is refused', async () => {
  const { a, b, sell, reconcile, states } = await openShop()
  await sell('41')
  const [known] = await store.poll(a.key)
  if (!known) throw new Error('Nothing was dispatched')
  await store.report(a.key, known.id)
  const entries = [ran('41', newId<CheckoutId>(), { id: known.id }), ran('42', await sell('42'))]
  await expect(reconcile(entries, b.serverId)).rejects.toThrow('This journal has deliveries of')
  const derived = await reconcileDeliveries(store.database, { ran: entries, serverId: undefined })
  expect(derived).toMatchObject({ known: 1, remaining: [] })
  expect(await states()).toContain('APPROVE[1] A processed')
  expect(derived.delivered).toHaveLength(1)
})
