import { describe, expect, test } from 'vitest'
import { createIdempotentClient, createStrictClient, type DeliveryJournal } from './document-client.ts'
import { type ClientSettings, CrashError } from './game-client.ts'
import { COINS, delivery, loseReports, playClient, testQueues, VIP } from './play-client.ts'

describe('the strict client', () => {
  testQueues(createStrictClient, {
    'runs all delivery types, from `products` or `product`, in the order of the queue': {
      queue: [
        delivery('cmd_a', '7', { products: [COINS, VIP] }),
        delivery('cmd_b', '7', { deliveryType: 'REFUND' }),
        { id: 'cmd_c', gameUserId: '7', deliveryType: 'EXPIRE', product: { commands: ['delvip {userId} {userId}'] } },
        { id: 'cmd_d', gameUserId: 'steam:$&', deliveryType: 'APPROVE', product: VIP },
        delivery('cmd_e', '7', { deliveryType: 'EXPIRE', product: VIP }),
      ],
      lines: ['addcoins 7 100', 'addvip 7 30', 'addvip 7 30', 'delvip 7 7', 'addvip steam:$& 30', 'addvip 7 30'],
      reports: ['cmd_a', 'cmd_b', 'cmd_c', 'cmd_d', 'cmd_e'],
    },
    'ignores `quantity`': {
      queue: [delivery('cmd_a', '42', { products: [{ ...VIP, quantity: 5 }, COINS, COINS] })],
      lines: ['addvip 42 30', 'addcoins 42 100', 'addcoins 42 100'],
      reports: ['cmd_a'],
    },
    'runs deliveries of offline players': {
      queue: [delivery('cmd_a', 'offline')],
      lines: ['addvip offline 30'],
      reports: ['cmd_a'],
    },
    'does not run a delivery again after lost reports without a restart': {
      queue: [delivery('cmd_a'), delivery('cmd_b')],
      transport: loseReports('request', 'answer', 'request', 'request'),
      polls: 4,
      lines: ['addvip 42 30', 'addvip 42 30'],
      reports: ['cmd_b', 'cmd_a', 'cmd_b'],
    },
  })

  test('skips offline players with `onlineOnly`', async () => {
    const create = (settings: ClientSettings) => createStrictClient({ ...settings, onlineOnly: true })
    const { game, poll, lines } = await playClient(create, [delivery('cmd_a', 'offline')])
    expect(lines()).toEqual([])
    game.join('offline')
    await poll(1)
    expect(game.linesOf('offline')).toEqual(['addvip offline 30'])
  })

  test('runs a delivery again that is dispatched again after its report', async () => {
    const { store, poll, lines } = await playClient(createStrictClient, [delivery('cmd_a')])
    store.queue = [delivery('cmd_a')]
    await poll(1)
    expect(lines()).toHaveLength(2)
  })

  test('runs a delivery twice after a crash between run and report', async () => {
    const crashes = [true, false]
    const crashAfterRun = () => crashes.shift() === true
    const { client, poll, lines } = await playClient(createStrictClient, [delivery('cmd_a')], {
      crashAfterRun,
      polls: 0,
    })
    await expect(poll(1)).rejects.toThrow(CrashError)
    client.restart()
    await poll(1)
    expect(lines()).toHaveLength(2)
  })
})

describe('the idempotent client', () => {
  test('only reports after a crash between run and report', async () => {
    const setup = { crashAfterRun: () => true, polls: 0 }
    const { store, client, poll, lines } = await playClient(createIdempotentClient, [delivery('cmd_a')], setup)
    await expect(poll(1)).rejects.toThrow(CrashError)
    client.restart()
    await poll(1)
    expect(lines()).toEqual(['addvip 42 30'])
    expect(store.reports).toEqual(['cmd_a'])
  })

  test('runs nothing again that is in its journal, and lists uncertain deliveries as faults', async () => {
    const journal: DeliveryJournal = new Map([
      ['cmd_a', 'reported'],
      ['cmd_b', 'ran'],
      ['cmd_c', 'started'],
    ])
    const create = (settings: ClientSettings) => createIdempotentClient({ ...settings, journal })
    const queue = [delivery('cmd_a'), delivery('cmd_b'), delivery('cmd_c')]
    const { store, client, lines } = await playClient(create, queue)
    expect(lines()).toEqual([])
    expect(store.reports).toEqual(['cmd_b', 'cmd_a'])
    expect(client.faults).toEqual(['cmd_c is uncertain'])
  })
})
