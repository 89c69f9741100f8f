import { describe, expect, test, vi } from 'vitest'
import { createMtaClient } from './mta-client.ts'
import { COINS, delivery, playClient, testQueues, VIP } from './play-client.ts'
import { pollRepeatedly } from './poll-repeatedly.ts'

const withProducts = (...products: (typeof VIP)[]) => [delivery('cmd_a', '42', { products })]

describe('the MTA client', () => {
  testQueues(createMtaClient, {
    'reports a delivery whose first product has no commands, and runs none of the others': {
      queue: withProducts({ ...VIP, commands: [] }, COINS),
      lines: [],
      reports: ['cmd_a'],
    },
    'removes the first two words of a command by position': {
      queue: withProducts({ ...VIP, commands: ['addvip {userId} 30', 'give gun {userId} 3', 'say hello', 'restock'] }),
      lines: ['addvip 42 30', 'give 42 {userId} 3', 'say 42', 'restock 42'],
      reports: ['cmd_a'],
    },
    'runs `quantity` times and reports once for each product name': {
      queue: withProducts({ ...VIP, quantity: 2 }, VIP, COINS),
      lines: ['addvip 42 30', 'addvip 42 30', 'addvip 42 30', 'addcoins 42 100'],
      reports: ['cmd_a', 'cmd_a'],
    },
    'reports at the first command, so it loses later commands that fail': {
      queue: withProducts(VIP, { name: 'Coins', commands: ['addcoins {userId} 1'] }),
      polls: 2,
      lines: ['addvip 42 30'],
      reports: ['cmd_a'],
    },
    'removes all brackets from its requests, even from ids': {
      queue: [delivery('cmd_[a]')],
      lines: ['addvip 42 30'],
      reports: ['cmd_a'],
    },
  })

  test('sends init without brackets, and requests the queue by POST with an empty object', async () => {
    const { store } = await playClient(createMtaClient, [])
    expect(store.requests).toMatchObject([
      { operation: 'init', body: ' {"serverPort":22003} ' },
      { operation: 'queue', method: 'POST', body: '{}' },
    ])
  })

  test('a second top-level field stops delivery, and is an error if it is a boolean, a number or a text', async () => {
    const { store, client, poll, lines } = await playClient(createMtaClient, [], { polls: 0 })
    for (const extra of [true, 1, { next: 'x' }, '', 'text']) {
      store.answers.queue = { status: 200, body: JSON.stringify({ extra, checkouts: [delivery('cmd_a')] }) }
      await poll(1)
    }
    expect(lines()).toEqual([])
    expect(client.faults).toHaveLength(3)
  })

  test('handles one delivery per poll, skips offline players one by one and starts again at the end', async () => {
    const queue = [delivery('cmd_a', '1'), delivery('cmd_b', '2'), delivery('cmd_c')]
    const { store, game, poll } = await playClient(createMtaClient, queue, { polls: 2 })
    expect(game.ledger).toEqual([])
    await poll(1)
    expect(store.reports).toEqual(['cmd_c'])

    await poll(2)
    game.join('1')
    await poll(1)
    expect(store.reports).toEqual(['cmd_c'])
    await poll(1)
    expect(store.reports).toEqual(['cmd_c', 'cmd_a'])
  })

  test('starts again at the first delivery after each run', async () => {
    const queue = [delivery('cmd_a', '1'), delivery('cmd_b'), delivery('cmd_c')]
    const { store, game, poll } = await playClient(createMtaClient, queue)
    game.join('1')
    await poll(2)
    expect(store.reports).toEqual(['cmd_b', 'cmd_a'])
  })

  test('runs a delivery once for each poll that was waiting', async () => {
    const { store, client, lines } = await playClient(createMtaClient, [delivery('cmd_a')], { polls: 0 })
    store.stalled = 'queue'
    const countPolls = () => store.requests.filter(({ operation }) => operation === 'queue').length
    const polling = pollRepeatedly(client, { intervalMs: 5, isStopped: () => countPolls() >= 4 })
    await vi.waitFor(() => expect(countPolls()).toBe(4))
    store.resume()
    await polling
    expect(lines()).toEqual(Array(4).fill('addvip 42 30'))
    expect(store.reports).toEqual(Array(4).fill('cmd_a'))
  })

  test('delivers nothing behind an unknown command until its player leaves', async () => {
    const unknown = { ...VIP, commands: ['nosuch {userId} 1'] }
    const queue = [delivery('cmd_a', '7', { products: [unknown] }), delivery('cmd_b')]
    const knows = (name: string) => name !== 'nosuch'
    const { store, game, poll } = await playClient(createMtaClient, queue, { online: ['7', '42'], knows, polls: 5 })
    expect(store.reports).toEqual([])
    game.leave('7')
    await poll(2)
    expect(store.reports).toEqual(['cmd_b'])
  })

  test('fails at every poll if a product name has `%` before a digit from 2 to 9', async () => {
    const queue = [...withProducts({ ...VIP, name: '50%2 off' }), delivery('cmd_b')]
    const { store, client, lines } = await playClient(createMtaClient, queue, { polls: 3 })
    expect(client.faults).toEqual(Array(3).fill('invalid capture index %2 in: 50%2 off'))
    expect(lines()).toEqual([])
    expect(store.reports).toEqual([])
  })

  test('shows product names without `%`', async () => {
    const { shown } = await playClient(createMtaClient, withProducts({ ...VIP, name: '50% off' }))
    expect(shown()).toEqual(['50 off'])
  })
})
