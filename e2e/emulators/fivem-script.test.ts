import { expect, test } from 'vitest'
import { createFivemCurrentClient } from './fivem-current-client.ts'
import { createFivemOldClient } from './fivem-old-client.ts'
import { CrashError } from './game-client.ts'
import { delivery, loseReports, playClient, VIP } from './play-client.ts'
import type { QueuedDelivery, QueuedProduct } from './store-connection.ts'

const FIVEM = [
  ['old', createFivemOldClient],
  ['current', createFivemCurrentClient],
] as const

test('only 200 is a success for the old FiveM client', async () => {
  for (const operation of ['init', 'queue', 'report'] as const) {
    const { store, client, lines } = await playClient(createFivemOldClient, [delivery('cmd_a'), delivery('cmd_b')])
    const body = operation === 'queue' ? JSON.stringify({ checkouts: store.queue }) : '{}'
    store.answers[operation] = { status: 201, body }

    expect(await client.init()).toBe(operation !== 'init')
    await client.pollOnce()

    expect(lines()).toHaveLength(operation === 'report' ? 1 : 0)
    expect(client.faults).toHaveLength(1)
  }
})

test('201 and even 300 are a success for the current FiveM client, 301 is not', async () => {
  for (const [status, runs] of [
    [201, 2],
    [300, 2],
    [301, 1],
  ] as const) {
    const { store, client, lines } = await playClient(createFivemCurrentClient, [delivery('cmd_a'), delivery('cmd_b')])
    store.answers.report = { status, body: '{}' }
    await client.init()
    await client.pollOnce()
    expect(lines()).toHaveLength(runs)
  }
})

test.each(FIVEM)('the %s FiveM client does not recover from a failed init without a restart', async (_, create) => {
  const { store, client, lines } = await playClient(create, [delivery('cmd_a')])
  store.answers.init = { status: 503, body: '{}' }
  expect(await client.init()).toBe(false)

  delete store.answers.init
  expect(await client.init()).toBe(false)
  await client.pollOnce()
  expect(store.requests).toHaveLength(1)

  client.restart()
  expect(await client.init()).toBe(true)
  await client.pollOnce()
  expect(lines()).toHaveLength(1)
})

test.each(FIVEM)(
  'the %s FiveM client does not start if a field of the store is missing or a date has another format',
  async (_, create) => {
    const good = { name: 'n', url: 'u', plan: 'p', expirationDate: '2030-01-01T00:00:00.000Z' }
    for (const bad of [{ ...good, plan: null }, { ...good, expirationDate: '2030-01-01' }, {}]) {
      const { store, client } = await playClient(create, [])
      store.answers.init = { status: 200, body: JSON.stringify(bad) }
      expect(await client.init()).toBe(false)
    }
  },
)

test.each(FIVEM)(
  'an empty body is an error for the %s FiveM client, and ends it unless it is the response to a report',
  async (_, create) => {
    const reporting = await playClient(create, [delivery('cmd_a'), delivery('cmd_b')])
    reporting.store.answers.report = { status: 200, body: '' }
    await reporting.client.init()
    await reporting.client.pollOnce()
    expect(reporting.client.faults).toHaveLength(2)
    expect(reporting.store.reports).toEqual(['cmd_a', 'cmd_b'])

    const polling = await playClient(create, [delivery('cmd_a')])
    polling.store.answers.queue = { status: 200, body: '' }
    await polling.client.init()
    await polling.client.pollOnce()
    delete polling.store.answers.queue
    await polling.client.pollOnce()
    expect(polling.lines()).toEqual([])
  },
)

test.each(FIVEM)('the %s FiveM client skips offline players and serves all others in one poll', async (_, create) => {
  const { store, client, lines } = await playClient(create, [
    delivery('cmd_a', '1'),
    delivery('cmd_b', '42'),
    delivery('cmd_c', '2', { deliveryType: 'EXPIRE' }),
    delivery('cmd_d', '042', { deliveryType: 'REFUND' }),
  ])
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30'])
  expect(store.reports).toEqual(['cmd_b', 'cmd_d'])
})

test.each(FIVEM)('an EXPIRE without products ends the %s FiveM client until a restart', async (_, create) => {
  const expiry: QueuedDelivery = { id: 'cmd_b', gameUserId: '42', deliveryType: 'EXPIRE', product: VIP }
  const { store, client } = await playClient(create, [delivery('cmd_a'), expiry, delivery('cmd_c')])
  await client.init()
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_a'])

  store.queue = [delivery('cmd_c')]
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_a'])
  client.restart()
  await client.init()
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_a', 'cmd_c'])
})

test.each(FIVEM)('the %s FiveM client runs an EXPIRE with products', async (_, create) => {
  const { store, client, lines } = await playClient(create, [
    delivery('cmd_a', '42', { deliveryType: 'EXPIRE', product: VIP }),
  ])
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual(['cmd_a'])
})

test.each(FIVEM)(
  'the %s FiveM client runs each command `quantity` times, and ends if there is no quantity',
  async (_, create) => {
    const { store, client, lines } = await playClient(create, [
      delivery('cmd_a', '42', { products: [{ ...VIP, quantity: 3 }] }),
      delivery('cmd_b', '42', { products: [{ name: 'Coins', commands: ['addcoins {userId} 1'] }] }),
      delivery('cmd_c'),
    ])
    await client.init()
    await client.pollOnce()
    await client.pollOnce()
    expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30', 'addvip 42 30'])
    expect(store.requests.filter(({ operation }) => operation === 'queue')).toHaveLength(1)
  },
)

test.each(FIVEM)(
  'the %s FiveM client removes {userId} if it is a whole word, and passes the player first',
  async (_, create) => {
    const commands = ['give gun {userId} 3', 'tell user:{userId} hi', 'say  hello']
    const { client, lines } = await playClient(create, [delivery('cmd_a', '42', { products: [{ ...VIP, commands }] })])
    await client.init()
    await client.pollOnce()
    expect(lines()).toEqual(['give 42 gun 3', 'tell 42 user:{userId} hi', 'say 42 hello'])
  },
)

test.each(FIVEM)('a command without an argument ends the %s FiveM client', async (_, create) => {
  for (const command of ['restock', 'restock ', 'restock\tall']) {
    const { client, store } = await playClient(create, [
      delivery('cmd_a', '42', { products: [{ ...VIP, commands: [command] }] }),
      delivery('cmd_b'),
    ])
    await client.init()
    await client.pollOnce()
    expect(store.reports).toEqual([])
    expect(client.faults).toEqual([`no argument in: ${command}`])
  }
})

test.each(FIVEM)('the %s FiveM client reports only if a command succeeded', async (_, create) => {
  const unknown: QueuedProduct = { ...VIP, commands: ['nosuch {userId}'] }
  const { store, client, lines } = await playClient(
    create,
    [
      delivery('cmd_a', '42', { products: [unknown, VIP] }),
      delivery('cmd_b', '42', { products: [unknown] }),
      delivery('cmd_c', '42', { products: [{ ...VIP, commands: [] }] }),
    ],
    { knows: (name) => name !== 'nosuch' },
  )
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual(['cmd_a'])
})

test.each(FIVEM)('the %s FiveM client runs a delivery again after a lost report', async (_, create) => {
  const { client, lines } = await playClient(create, [delivery('cmd_a')], { transport: loseReports('request') })
  await client.init()
  await client.pollOnce()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30'])
})

test('a missing response to a report ends the poll of the old FiveM client and is a success for the current one', async () => {
  for (const [, create] of FIVEM) {
    const { client, lines } = await playClient(create, [delivery('cmd_a'), delivery('cmd_b')], {
      transport: loseReports('answer'),
    })
    await client.init()
    await client.pollOnce()
    expect(lines()).toHaveLength(create === createFivemOldClient ? 1 : 2)
  }
})

test.each(FIVEM)(
  'the %s FiveM client runs a delivery twice after a crash between run and report',
  async (_, create) => {
    const crashes = [true, false]
    const { client, lines } = await playClient(create, [delivery('cmd_a')], {
      crashAfterRun: () => crashes.shift() === true,
    })
    await client.init()
    await expect(client.pollOnce()).rejects.toThrow(CrashError)
    client.restart()
    await client.init()
    await client.pollOnce()
    expect(lines()).toHaveLength(2)
  },
)
