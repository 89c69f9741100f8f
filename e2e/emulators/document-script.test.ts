import { expect, test } from 'vitest'
import type { DeliveryJournal } from './document-script.ts'
import { type ClientSettings, CrashError } from './game-client.ts'
import { createIdempotentClient } from './idempotent-client.ts'
import { COINS, delivery, loseReports, playClient, VIP } from './play-client.ts'
import { createStrictClient } from './strict-client.ts'

test('the strict client runs all delivery types, from `products` or `product`, in the order of the queue', async () => {
  const { store, client, lines } = await playClient(createStrictClient, [
    delivery('cmd_a', '7', { products: [COINS, VIP] }),
    delivery('cmd_b', '7', { deliveryType: 'REFUND' }),
    { id: 'cmd_c', gameUserId: '7', deliveryType: 'EXPIRE', product: { commands: ['delvip {userId} {userId}'] } },
    { id: 'cmd_d', gameUserId: 'steam:$&', deliveryType: 'APPROVE', product: VIP },
    delivery('cmd_e', '7', { deliveryType: 'EXPIRE', product: VIP }),
  ])

  await client.pollOnce()

  expect(lines()).toEqual([
    'addcoins 7 100',
    'addvip 7 30',
    'addvip 7 30',
    'delvip 7 7',
    'addvip steam:$& 30',
    'addvip 7 30',
  ])
  expect(store.reports).toEqual(['cmd_a', 'cmd_b', 'cmd_c', 'cmd_d', 'cmd_e'])
})

test('the strict client ignores `quantity`', async () => {
  const { client, lines } = await playClient(createStrictClient, [
    delivery('cmd_a', '42', { products: [{ ...VIP, quantity: 5 }, COINS, COINS] }),
  ])
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30', 'addcoins 42 100', 'addcoins 42 100'])
})

test('the strict client skips offline players only with `onlineOnly`', async () => {
  const { client, lines } = await playClient(createStrictClient, [delivery('cmd_a', 'offline')])
  await client.pollOnce()
  expect(lines()).toEqual(['addvip offline 30'])

  const settings = (base: ClientSettings) => createStrictClient({ ...base, onlineOnly: true })
  const second = await playClient(settings, [delivery('cmd_a', 'offline')])
  await second.client.pollOnce()
  expect(second.lines()).toEqual([])
  second.game.join('offline')
  await second.client.pollOnce()
  expect(second.game.linesOf('offline')).toEqual(['addvip offline 30'])
})

test('a lost report causes no second run of the strict client without a restart', async () => {
  const { store, client, lines } = await playClient(createStrictClient, [delivery('cmd_a'), delivery('cmd_b')], {
    transport: loseReports('request', 'answer', 'request', 'request'),
  })

  for (let poll = 0; poll < 4; poll++) await client.pollOnce()

  expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30'])
  expect(store.reports).toEqual(['cmd_b', 'cmd_a', 'cmd_b'])
})

test('the strict client runs a delivery again that is dispatched again after its report', async () => {
  const { store, client, lines } = await playClient(createStrictClient, [delivery('cmd_a')])
  await client.pollOnce()
  store.queue = [delivery('cmd_a')]
  await client.pollOnce()
  expect(lines()).toHaveLength(2)
})

test('the strict client runs a delivery twice after a crash between run and report', async () => {
  const crashes = [true, false]
  const { client, lines } = await playClient(createStrictClient, [delivery('cmd_a')], {
    crashAfterRun: () => crashes.shift() === true,
  })
  await expect(client.pollOnce()).rejects.toThrow(CrashError)
  client.restart()
  await client.pollOnce()
  expect(lines()).toHaveLength(2)
})

test('the idempotent client only reports after a crash between run and report', async () => {
  const { store, client, lines } = await playClient(createIdempotentClient, [delivery('cmd_a')], {
    crashAfterRun: () => true,
  })
  await expect(client.pollOnce()).rejects.toThrow(CrashError)
  client.restart()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual(['cmd_a'])
})

test('the idempotent client runs nothing again that is in its journal, and lists uncertain deliveries as faults', async () => {
  const journal: DeliveryJournal = new Map([
    ['cmd_a', 'reported'],
    ['cmd_b', 'ran'],
    ['cmd_c', 'started'],
  ])
  const create = (settings: ClientSettings) => createIdempotentClient({ ...settings, journal })
  const { store, client, lines } = await playClient(create, [delivery('cmd_a'), delivery('cmd_b'), delivery('cmd_c')])

  await client.pollOnce()

  expect(lines()).toEqual([])
  expect(store.reports).toEqual(['cmd_b', 'cmd_a'])
  expect(client.faults).toEqual(['cmd_c is uncertain'])
})
