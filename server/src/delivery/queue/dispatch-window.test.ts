import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import {
  deliveriesOf,
  expectSound,
  expire,
  holdRows,
  only,
  passTime,
  untilWaiting,
} from '../../../test/store-records.ts'
import { dispatchWindow } from './dispatch-window.ts'

const store = await startStore()
const { gateway } = store.database

async function newQueue(players: string[]) {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 100 })
  const sold = []
  for (const player of players) sold.push(await store.sell(storeId, player, [product]))
  return {
    storeId,
    product,
    sold,
    poll: () => dispatchWindow(gateway, { storeId, serverId, profile: 'standard' }),
    elements: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('whatever is handed out was noted as offered, durably, before', async () => {
  const { poll, storeId } = await newQueue(['1', '2', '3'])
  const elements = await poll()
  const offered = await store.query<{ id: string }>(
    'select id from pending_deliveries where store_id = $1 and dispatched_at is not null order by position',
    [storeId],
  )
  expect(offered.map(({ id }) => id)).toEqual(elements.map(({ id }) => id))
})

test('nothing is handed out while its offer cannot be noted', async () => {
  const { poll, sold, elements } = await newQueue(['1'])
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [
    only(only(sold).deliveryIds),
  ])
  let answered = false
  const answer = poll().then((result) => {
    answered = true
    return result
  })
  await untilWaiting(store, 1)
  expect(answered).toBe(false)
  await gate.release()
  expect(await answer).toHaveLength(1)
  expect(await elements()).toEqual(['APPROVE[1] A offered'])
})

test('ten polls at the same moment all get the whole queue, in order, and it is offered once', async () => {
  const { poll } = await newQueue(['1', '2', '3', '4', '5'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => poll()))
  for (const answer of answers) expect(answer.map((element) => element.game_user_id)).toEqual(['1', '2', '3', '4', '5'])
})

test('two polls at once never hand out an expiry without the purchase before it', async () => {
  const { poll, storeId, sold } = await newQueue(['1'])
  await passTime(store, storeId, 101)
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [
    only(only(sold).deliveryIds),
  ])
  const first = poll()
  await untilWaiting(store, 1)
  await expire(store)
  const second = poll()
  await untilWaiting(store, 2)
  await gate.release()
  expect((await first).map((element) => element.delivery_type)).toEqual(['APPROVE'])
  expect((await second).map((element) => element.delivery_type)).toEqual(['APPROVE', 'EXPIRE'])
})

test('a refund that wins while the poll waits takes the element out of the answer', async () => {
  const { poll, storeId, sold, elements } = await newQueue(['1', '2'])
  const [first] = sold
  if (!first) throw new Error('nothing was sold')
  const gate = await holdRows(
    store,
    'select from pending_deliveries where store_id = $1 order by position for update',
    [storeId],
  )
  const refund = store.refund(storeId, first.checkoutId)
  await untilWaiting(store, 1)
  const answer = poll()
  await untilWaiting(store, 2)
  await gate.release()
  await refund
  const players = (await answer).map((element) => element.game_user_id)
  const taken = (await elements()).includes('APPROVE[1] A cancelled by refund')
  expect(players).toEqual(taken ? ['2'] : ['1', '2'])
})

test('an element stays until it is reported: a hundred polls later it is still there', async () => {
  const { poll } = await newQueue(['1'])
  const first = await poll()
  for (let i = 0; i < 99; i++) await poll()
  expect(await poll()).toEqual(first.map((element) => ({ ...element, offered: true })))
  await expectSound(store)
})
