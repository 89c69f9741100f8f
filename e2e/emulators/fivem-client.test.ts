import { describe, expect, test } from 'vitest'
import { createFivemCurrentClient, createFivemOldClient } from './fivem-client.ts'
import { COINS, delivery, playClient, testQueues, VIP } from './play-client.ts'

const TWO = [delivery('cmd_a'), delivery('cmd_b')]
const UNKNOWN = { ...VIP, commands: ['nosuch {userId}'] }

test.each([
  ['init', 0],
  ['queue', 0],
  ['report', 1],
] as const)('the status 201 of %s is a failure for the old FiveM client', async (operation, runs) => {
  const body = operation === 'queue' ? JSON.stringify({ checkouts: TWO }) : '{}'
  const answers = { [operation]: { status: 201, body } }
  const { client, isReady, lines } = await playClient(createFivemOldClient, TWO, { answers })
  expect(isReady).toBe(operation !== 'init')
  expect(lines()).toHaveLength(runs)
  expect(client.faults).toHaveLength(1)
})

test.each([
  [201, 2],
  [300, 2],
  [301, 1],
])('after a report with the status %i, the current FiveM client has run %i of 2 deliveries', async (status, runs) => {
  const { lines } = await playClient(createFivemCurrentClient, TWO, { answers: { report: { status, body: '{}' } } })
  expect(lines()).toHaveLength(runs)
})

test.each([
  ['ends the poll of the old', createFivemOldClient, ['cmd_a'], ['cmd_a', 'cmd_a', 'cmd_b']],
  ['is a success for the current', createFivemCurrentClient, ['cmd_a', 'cmd_b'], ['cmd_a', 'cmd_b', 'cmd_a']],
])('a report that is refused %s FiveM client, which runs the delivery again', async (_, create, first, all) => {
  const { client, game, poll } = await playClient(create, TWO, { losses: ['request'] })
  const ran = () => game.ledger.map(({ deliveryId }) => deliveryId)
  expect(ran()).toEqual(first)
  expect(client.faults).toHaveLength(first.length === 1 ? 1 : 0)
  await poll(1)
  expect(ran()).toEqual(all)
})

describe('the old FiveM client', () => {
  testQueues(createFivemOldClient, {
    'runs and reports deliveries of offline players': {
      queue: [delivery('cmd_a', '7'), delivery('cmd_b')],
      lines: ['addvip 7 30', 'addvip 42 30'],
      reports: ['cmd_a', 'cmd_b'],
    },
  })

  test.each(['steve', '99'])('dies after it ran the unknown id %s, before the report', async (unknown) => {
    const queue = [delivery('cmd_a', unknown), delivery('cmd_b')]
    const hasAccount = (id: string) => id !== '99'
    const { client, store, poll, lines } = await playClient(createFivemOldClient, queue, { hasAccount, polls: 2 })
    expect(lines()).toEqual([`addvip ${unknown} 30`])
    client.restart()
    await client.init()
    await poll(2)
    expect(lines()).toEqual([`addvip ${unknown} 30`, `addvip ${unknown} 30`])
    expect(store.reports).toEqual([])
  })
})

test('the current FiveM client skips offline players', async () => {
  const { store } = await playClient(createFivemCurrentClient, [delivery('cmd_a', '7'), delivery('cmd_b')])
  expect(store.reports).toEqual(['cmd_b'])
})

describe.each([
  ['old', createFivemOldClient],
  ['current', createFivemCurrentClient],
])('the %s FiveM client', (_, create) => {
  testQueues(create, {
    'removes {userId} if it is a whole word, and passes the player first': {
      queue: [
        delivery('cmd_a', '42', {
          products: [{ ...VIP, commands: ['give gun {userId} 3', 'tell user:{userId} hi', 'say  hello'] }],
        }),
      ],
      lines: ['give 42 gun 3', 'tell 42 user:{userId} hi', 'say 42 hello'],
      reports: ['cmd_a'],
    },
    'reports only if a command succeeded': {
      queue: [
        delivery('cmd_a', '42', { products: [UNKNOWN, VIP] }),
        delivery('cmd_b', '42', { products: [UNKNOWN] }),
        delivery('cmd_c', '42', { products: [{ ...VIP, commands: [] }] }),
      ],
      knows: (name) => name !== 'nosuch',
      lines: ['addvip 42 30'],
      reports: ['cmd_a'],
    },
  })

  test('runs each command `quantity` times, and ends if there is no quantity', async () => {
    const withoutQuantity = { name: 'Coins', commands: ['addcoins {userId} 1'] }
    const queue = [
      delivery('cmd_a', '42', { products: [{ ...VIP, quantity: 3 }] }),
      delivery('cmd_b', '42', { products: [withoutQuantity] }),
      delivery('cmd_c'),
    ]
    const { store, lines } = await playClient(create, queue, { polls: 2 })
    expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30', 'addvip 42 30'])
    expect(store.requests.filter(({ operation }) => operation === 'queue')).toHaveLength(1)
  })

  const STORE = { name: 'n', url: 'u', plan: 'p', expirationDate: '2030-01-01T00:00:00.000Z' }
  test.each([{ ...STORE, plan: null }, { ...STORE, expirationDate: '2030-01-01' }, {}])(
    'does not start if a field of the store is missing or a date has another format: %j',
    async (store) => {
      const answers = { init: { status: 200, body: JSON.stringify(store) } }
      expect(await playClient(create, [], { answers })).toMatchObject({ isReady: false })
    },
  )

  test('survives an empty body of a report', async () => {
    const { client, store } = await playClient(create, TWO, { answers: { report: { status: 200, body: '' } } })
    expect(client.faults).toHaveLength(2)
    expect(store.reports).toEqual(['cmd_a', 'cmd_b'])
  })

  test.each(['Money', 'Money ', ' Money {userId} 5', 'Money\tall'])(
    'stops for everybody at a command that starts with a blank or has no argument: %j',
    async (command) => {
      const queue = [
        delivery('cmd_a', '42', { products: [{ ...COINS, commands: [command] }] }),
        delivery('cmd_b', '43'),
      ]
      const { client, store, lines } = await playClient(create, queue, { online: ['42', '43'], polls: 2 })
      expect(lines()).toEqual([])
      expect(store.reports).toEqual([])
      expect(client.faults).toEqual([`no argument in: ${command}`])
    },
  )

  test('does not start if init gets no response in time', async () => {
    const { isReady, lines } = await playClient(create, TWO, { stalled: 'init' })
    expect(isReady).toBe(false)
    expect(lines()).toEqual([])
  })

  test('delivers at the next poll if a poll gets no response in time', async () => {
    const { store, poll, lines } = await playClient(create, TWO, { stalled: 'queue' })
    expect(lines()).toEqual([])
    store.resume()
    await poll(1)
    expect(lines()).toHaveLength(2)
  })

  test('runs a delivery again if its report gets no response in time and the next poll comes before it', async () => {
    const { store, poll, lines } = await playClient(create, [delivery('cmd_a')], { stalled: 'report' })
    expect(lines()).toHaveLength(1)
    await poll(1)
    expect(lines()).toHaveLength(2)
    store.resume()
    expect(store.requests.filter(({ signal }) => signal?.aborted)).toHaveLength(2)
  })
})
