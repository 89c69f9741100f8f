import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, entitlementsOf, passTime } from '../../../test/store-records.ts'
import type { ProductInput } from '../../catalog/save-product.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'

const store = await startStore()
const WITHOUT_EXPIRE = { approve: ['give {userId}'], refund: ['take {userId}'], expire: [] }

/** A store with two servers, the first the default one, and a product that extends for 100 s. */
async function newStore(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    a,
    b,
    productId,
    buy: async () => (await store.sell(storeId, '42', [productId])).checkoutId,
    elements: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
    held: () => entitlementsOf(store, storeId, productId),
  }
}

test('a refund never takes what a newer purchase grants, and gives back only its own time', async () => {
  const { storeId, a, buy, elements, held } = await newStore()
  const first = await buy()
  await store.poll(a.key)
  await passTime(store, storeId, 30)
  await buy()
  expect(await held()).toEqual([{ player: '42', seconds: 170 }])
  await store.refund(storeId, first)
  expect(await held()).toEqual([{ player: '42', seconds: 100 }])
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'APPROVE[1] A waiting'])
})

test('a refund of the newer purchase leaves what the older one grants', async () => {
  const { storeId, a, buy, elements, held } = await newStore()
  await buy()
  const second = await buy()
  await store.poll(a.key)
  await store.refund(storeId, second)
  expect(await held()).toEqual([{ player: '42', seconds: 100 }])
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'APPROVE[1] A dispatched'])
})

test('when the last purchase goes, what earlier refunds left behind is taken back, once on each server', async () => {
  const { storeId, a, b, buy, elements, held } = await newStore()
  const first = await buy()
  await store.poll(a.key)
  await setDefaultServer(store.database.app, { storeId, serverId: b.serverId })
  const second = await buy()
  await store.poll(b.key)
  const third = await buy()
  await store.refund(storeId, first)
  await store.refund(storeId, second)
  expect((await elements()).filter((element) => element.startsWith('REFUND'))).toEqual([])
  await store.refund(storeId, third)
  expect((await elements()).sort()).toEqual([
    'APPROVE[1] A dispatched',
    'APPROVE[1] B cancelled by refund',
    'APPROVE[1] B dispatched',
    'REFUND[1] A waiting',
    'REFUND[1] B waiting',
  ])
  expect(await held()).toEqual([])
})

test('all orders of refunding three purchases end alike: one take-back', async () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const { storeId, a, buy, elements, held } = await newStore()
    const bought = [await buy(), await buy(), await buy()]
    await store.poll(a.key)
    for (const i of order) if (bought[i]) await store.refund(storeId, bought[i])
    expect(
      (await elements()).filter((element) => element.startsWith('REFUND')),
      String(order),
    ).toHaveLength(1)
    expect(await held()).toEqual([])
  }
})

test('three purchases refunded at the same moment are taken back once', async () => {
  for (let round = 0; round < 15; round++) {
    const { storeId, a, buy, elements } = await newStore()
    const bought = [await buy(), await buy(), await buy()]
    await store.poll(a.key)
    await Promise.all(bought.flatMap((id) => [store.refund(storeId, id), store.refund(storeId, id)]))
    expect((await elements()).filter((element) => element.startsWith('REFUND'))).toHaveLength(1)
  }
})

test('a permanent purchase that extends outlives the refund of a timed one, and the other way round', async () => {
  const { storeId, productId, buy, held } = await newStore()
  const timed = await buy()
  await store.createProduct(storeId, { id: productId, rebuy: 'extend', durationSeconds: null })
  const forEver = await buy()
  expect(await held()).toEqual([{ player: '42', seconds: 'for ever' }])
  await store.refund(storeId, forEver)
  expect(await held()).toEqual([{ player: '42', seconds: 100 }])
  const again = await buy()
  await store.refund(storeId, timed)
  expect(await held()).toEqual([{ player: '42', seconds: 'for ever' }])
  await store.refund(storeId, again)
  expect(await held()).toEqual([])
})

test('purchases that stand on their own are each taken back', async () => {
  const { storeId, a, buy, elements, held } = await newStore({ durationSeconds: null })
  const first = await buy()
  const second = await buy()
  await store.poll(a.key)
  await store.refund(storeId, first)
  expect(await held()).toHaveLength(1)
  await store.refund(storeId, second)
  expect((await elements()).slice(2)).toEqual(['REFUND[1] A waiting', 'REFUND[1] A waiting'])
  expect(await held()).toEqual([])
})

test("one player's refund leaves another player's purchase alone", async () => {
  const { storeId, productId, buy, held } = await newStore()
  await store.sell(storeId, '43', [productId])
  await store.refund(storeId, await buy())
  expect(await held()).toEqual([{ player: '43', seconds: 100 }])
})

test('on servers that buyers pick, each server is a holding of its own', async () => {
  const { storeId, a, b, productId, elements, held } = await newStore({ buyerChoosesServer: true })
  const onA = await store.sell(storeId, '42', [productId], { serverId: a.serverId })
  await store.sell(storeId, '42', [productId], { serverId: b.serverId })
  await store.poll(a.key)
  await store.refund(storeId, onA.checkoutId)
  expect(await held()).toEqual([{ player: '42', seconds: 100 }])
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'APPROVE[1] B waiting', 'REFUND[1] A waiting'])
})

test('refunds after the end of a product that nothing took away take it back once, however many follow', async () => {
  for (const reported of [true, false]) {
    const { storeId, a, buy, elements } = await newStore({ commands: WITHOUT_EXPIRE })
    const [first, second] = [await buy(), await buy()]
    await store.poll(a.key)
    await passTime(store, storeId, 201)
    await expire(store)
    await store.refund(storeId, first)
    if (reported) for (const { id } of await store.poll(a.key)) await store.report(a.key, id)
    await store.refund(storeId, second)
    expect((await elements()).filter((element) => element.startsWith('REFUND'))).toHaveLength(1)
  }
})

test('a refund after the expiry leaves the expiry of a purchase that is still to be delivered', async () => {
  const { storeId, a, buy } = await newStore()
  const first = await buy()
  await buy()
  await passTime(store, storeId, 201)
  await expire(store)
  await store.refund(storeId, first)
  expect((await store.poll(a.key)).map((element) => element.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
})

test('when the newer purchase is refunded and the older has run out meanwhile, the older one expires', async () => {
  const { storeId, a, buy, elements, held } = await newStore()
  await buy()
  await passTime(store, storeId, 50)
  const second = await buy()
  await passTime(store, storeId, 70)
  await store.refund(storeId, second)
  await expire(store)
  expect(await held()).toEqual([])
  expect(await elements()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] A cancelled by refund', 'EXPIRE[1] A waiting'])
  expect((await store.poll(a.key)).map((element) => element.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
})

test('what a refund left on a server is expired there with the purchase that kept it', async () => {
  const { storeId, a, b, buy, elements } = await newStore()
  const first = await buy()
  await store.poll(a.key)
  await setDefaultServer(store.database.app, { storeId, serverId: b.serverId })
  await buy()
  await store.refund(storeId, first)
  await passTime(store, storeId, 201)
  await expire(store)
  expect((await elements()).sort()).toEqual([
    'APPROVE[1] A dispatched',
    'APPROVE[1] B waiting',
    'EXPIRE[1] A waiting',
    'EXPIRE[1] B waiting',
  ])
})

test('nothing of all this is lost, doubled, wrong or late', async () => {
  await expectNoViolations(store)
})
