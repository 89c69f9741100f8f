import { describe, expect, test } from 'vitest'
import { openRemoteStore } from '../../src/cli/desk/remote-store.ts'
import {
  type CheckoutId,
  type DeliveryId,
  formatId,
  type GameServerId,
  parseId,
  type ProductId,
  type ServerKeyId,
  type StoreId,
} from '../../src/ids.ts'
import { speak } from '../games-v2/speak.ts'
import { rememberKey } from '../start-store.ts'
import { must, openTwoDesks } from './two-desks.ts'

const { platform, local, newStore } = await openTwoDesks()
const { poll, report } = speak(platform)

const commands = { approve: ['addvip {userId} gold'], refund: ['removevip {userId} gold'], expire: [] }
const conditions = { requiresOnline: true, delaySeconds: 0, freeSlots: 1, repeatable: false }

describe('from elsewhere a command says what it says beside the database', () => {
  test('about servers and their keys', async () => {
    const { storeId, remote } = await newStore()
    const made = await remote.servers.create({ storeId, name: 'lobby', game: 'fivem', profile: 'fivem' })
    rememberKey(made.key)
    expect(made).toEqual({ ...made, takenOverDeliveries: 0 })
    const serverId = must(parseId<GameServerId>('srv', made.id))
    const { key, keyId } = await remote.servers.rotateKey({ serverId })
    rememberKey(key)
    await expect(poll(key)).resolves.toMatchObject({ commands: [] })
    expect(await remote.servers.revokeKeys({ serverId, which: 'all-but-newest' })).toEqual([made.keyId])
    expect(
      await remote.servers.revokeKeys({ serverId, which: { keyId: must(parseId<ServerKeyId>('key', keyId)) } }),
    ).toEqual([keyId])
    expect(
      await remote.servers.revokeKeys({ serverId, which: { keyId: must(parseId<ServerKeyId>('key', keyId)) } }),
    ).toEqual([])
    await remote.servers.setDefault({ serverId })
    const bound = { addresses: ['203.0.113.7/32', '10.0.0.0/8'] }
    expect(await remote.servers.bind({ serverId, addresses: ['203.0.113.7', '10.0.0.0/8'] })).toEqual(bound)
    expect(await local.servers.bind({ serverId, addresses: ['203.0.113.7', '10.0.0.0/8'] })).toEqual(bound)
    const imported = await remote.servers.importKey({ serverId, key: '3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11' })
    expect((await local.servers.list(storeId))[0]?.keys.map(({ id }) => id)).toContain(imported.keyId)
    expect(await remote.servers.list(storeId)).toEqual(await local.servers.list(storeId))
  })

  test('about stores', async () => {
    const { storeId, remote } = await newStore({ mode: 'test' })
    const id = formatId('sto', storeId)
    expect(await remote.stores.list()).toEqual((await local.stores.list()).filter((store) => store.id === id))
    expect(await remote.stores.only()).toBe(storeId)
    await expect(local.stores.only()).rejects.toThrow('--store')
    const { now } = await remote.stores.advance({ storeId, seconds: 86_400 })
    expect(now.getTime()).toBeGreaterThan(Date.now() + 80_000_000)
  })

  test('about products', async () => {
    const { storeId, remote } = await newStore()
    const { serverId } = await platform.createServer(storeId)
    const fields = { storeId, name: 'VIP', commands, durationSeconds: 86_400, buyerChoosesServer: false, conditions }
    const made = await remote.products.save({ ...fields, price: '19.90', serverIds: [serverId], stock: 5 })
    expect(made).toMatchObject({ price: 19.9, rebuy: 'extend', serverIds: [formatId('srv', serverId)], stock: 5 })
    const id = must(parseId<ProductId>('prd', made.id))
    const changed = await remote.products.save({ ...fields, id, price: '0.05', serverIds: [], rebuy: 'independent' })
    expect(changed).toMatchObject({ id: made.id, price: 0.05, rebuy: 'independent', serverIds: [], stock: 5 })
    expect(changed.warnings).not.toEqual([])
    expect(await remote.products.list(storeId)).toEqual(await local.products.list(storeId))
    expect(await local.products.list(storeId)).toEqual([changed])
  })

  test('about sales and refunds', async () => {
    const { storeId, remote } = await newStore()
    await platform.createServer(storeId)
    const productId = await platform.createProduct(storeId)
    const sale = { storeId, gameUserId: 'steve', items: [{ productId, quantity: 2 }], serverId: null, reference: 'a' }
    const sold = await remote.checkouts.sell(sale)
    const checkoutId = must(parseId<CheckoutId>('chk', sold.checkoutId))
    await remote.checkouts.sell({ ...sale, reference: null, gameUserId: 'alex' })
    expect(await remote.checkouts.list({ storeId, most: 1 })).toHaveLength(1)
    for (const filter of [{}, { gameUserId: 'steve' }, { state: 'refunded' as const }]) {
      const asked = { storeId, most: 10, ...filter }
      expect(await remote.checkouts.list(asked)).toEqual(await local.checkouts.list(asked))
    }
    expect(await remote.checkouts.show({ checkoutId })).toEqual(await local.checkouts.show({ checkoutId }))
    const wanted = { checkoutId, lineNos: [1], moneyAlreadyReturned: false }
    expect(await remote.checkouts.refund(wanted)).toEqual({
      lines: [1],
      cancelledDeliveryIds: sold.deliveryIds,
      deliveryIds: [],
    })
    expect(await remote.checkouts.refund(wanted)).toEqual(await local.checkouts.refund(wanted))
  })

  test('about delivery commands', async () => {
    const { storeId, remote } = await newStore()
    const { key, serverId } = await platform.createServer(storeId)
    const productId = await platform.createProduct(storeId)
    const ids = await sellThree(storeId, productId)
    const [first, second, third] = ids.map((deliveryId) => ({ deliveryId }))
    if (!first || !second || !third) throw new Error('three were sold')
    await poll(key)
    const attempt = { attempt: 1, reason: 'no answer', output: 'half a line' }
    await report(key, [
      { ...attempt, id: formatId('cmd', first.deliveryId), outcome: 'in_doubt' },
      { id: formatId('cmd', second.deliveryId), attempt: 1, outcome: 'done', output: 'given' },
    ])
    for (const named of [first, second, third]) {
      expect(await remote.commands.show(named)).toEqual(await local.commands.show(named))
    }
    expect((await remote.commands.show(first)).attempts).toHaveLength(1)
    for (const filter of [{}, { state: 'held' as const }, { serverId }, { gameUserId: 'steve2' }]) {
      const asked = { storeId, most: 10, ...filter }
      const shown = await remote.commands.list(asked)
      expect(shown).not.toEqual([])
      expect(shown).toEqual(await local.commands.list(asked))
    }
    expect(await remote.commands.settle({ ...first, resolution: 'retry' })).toMatchObject({ state: 'pending' })
    expect(await remote.commands.cancel(third)).toMatchObject({ wasDispatched: true })
    const { id } = await remote.commands.resend(second)
    expect((await local.commands.list({ storeId, most: 1 }))[0]).toMatchObject({ id, state: 'pending' })
  })
})

test('who has several stores says which one is meant', async () => {
  const person = await platform.createAccount()
  const login = { url: platform.baseUrl, token: person.token, storeId: null }
  const { storeId: only, manage } = openRemoteStore(login)
  await expect(only()).rejects.toThrow('You have no store yet')
  const { id } = await manage.createStore({ name: 'One', url: 'one.example', currency: 'BRL' })
  await expect(only()).resolves.toBe(id)
  await manage.createStore({ name: 'Two', url: 'two.example', currency: 'BRL' })
  await expect(only()).rejects.toThrow('You have several stores; say which with --store')
  const named = await platform.createStore()
  await expect(only(named)).resolves.toBe(formatId('sto', named))
})

async function sellThree(storeId: StoreId, productId: ProductId): Promise<DeliveryId[]> {
  const ids: DeliveryId[] = []
  for (const n of [1, 2, 3]) ids.push(...(await platform.sell(storeId, `steve${n}`, [productId])).deliveryIds)
  return ids
}
