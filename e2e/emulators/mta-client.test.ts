import { expect, test } from 'vitest'
import { createMtaClient } from './mta-client.ts'
import { COINS, delivery, playClient, VIP } from './play-client.ts'

test('the MTA client requests the queue by POST with an empty object', async () => {
  const { store, client } = await playClient(createMtaClient, [])
  await client.init()
  await client.pollOnce()
  expect(store.requests[1]).toMatchObject({ operation: 'queue', method: 'POST', body: '{}' })
})

test('the MTA client removes all brackets from its requests, even from ids', async () => {
  const { store, client } = await playClient(createMtaClient, [delivery('cmd_[a]')])
  await client.init()
  await client.pollOnce()
  expect(store.requests[0]?.body).toBe(' {"serverPort":22003} ')
  expect(store.reports).toEqual(['cmd_a'])
})

test('a second top-level field breaks the MTA client: a boolean is an error, an object or a text stops delivery', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [])
  await client.init()
  for (const extra of [true, 1, { next: 'x' }, '', 'text']) {
    store.answers.queue = { status: 200, body: JSON.stringify({ extra, checkouts: [delivery('cmd_a')] }) }
    await client.pollOnce()
  }
  expect(lines()).toEqual([])
  expect(client.faults).toHaveLength(3)
})

test('the MTA client handles one delivery per poll, skips offline players one by one and starts again at the end', async () => {
  const { store, game, client } = await playClient(createMtaClient, [
    delivery('cmd_a', '1'),
    delivery('cmd_b', '2'),
    delivery('cmd_c'),
  ])
  await client.init()

  await client.pollOnce()
  await client.pollOnce()
  expect(game.ledger).toEqual([])
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_c'])

  await client.pollOnce()
  await client.pollOnce()
  game.join('1')
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_c'])
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_c', 'cmd_a'])
})

test('the MTA client starts again at the first delivery after each run', async () => {
  const { store, game, client } = await playClient(createMtaClient, [
    delivery('cmd_a', '1'),
    delivery('cmd_b'),
    delivery('cmd_c'),
  ])
  await client.init()
  await client.pollOnce()
  game.join('1')
  await client.pollOnce()
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_b', 'cmd_a'])
})

test.each(['REFUND', 'EXPIRE'] as const)(
  'a %s of an online player blocks the queue of the MTA client for ever',
  async (deliveryType) => {
    const { store, client, lines } = await playClient(createMtaClient, [
      delivery('cmd_a', '42', { deliveryType }),
      delivery('cmd_b'),
    ])
    await client.init()
    for (let poll = 0; poll < 5; poll++) await client.pollOnce()
    expect(lines()).toEqual([])
    expect(store.reports).toEqual([])
  },
)

test('the MTA client reports a delivery whose first product has no commands, and runs none of the others', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [
    delivery('cmd_a', '42', { products: [{ ...VIP, commands: [] }, COINS] }),
  ])
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual([])
  expect(store.reports).toEqual(['cmd_a'])
})

test('the MTA client removes the first two words of a command by position', async () => {
  const commands = ['addvip {userId} 30', 'give gun {userId} 3', 'say hello', 'restock']
  const { client, lines } = await playClient(createMtaClient, [
    delivery('cmd_a', '42', { products: [{ ...VIP, commands }] }),
  ])
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30', 'give 42 {userId} 3', 'say 42', 'restock 42'])
})

test('the MTA client runs `quantity` times and reports once for each product name', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [
    delivery('cmd_a', '42', { products: [{ ...VIP, quantity: 2 }, VIP, COINS] }),
  ])
  await client.init()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30', 'addvip 42 30', 'addvip 42 30', 'addcoins 42 100'])
  expect(store.reports).toEqual(['cmd_a', 'cmd_a'])
})

test('the MTA client reports at the first command, so it loses later commands that fail', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [
    delivery('cmd_a', '42', { products: [VIP, { name: 'Coins', commands: ['addcoins {userId} 1'] }] }),
  ])
  await client.init()
  await client.pollOnce()
  await client.pollOnce()
  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual(['cmd_a'])
})

test('the MTA client ignores a failed report and runs the delivery again at the next poll', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [delivery('cmd_a')])
  store.answers.report = { status: 503, body: '' }
  await client.init()
  await client.pollOnce()
  await client.pollOnce()
  expect(lines()).toHaveLength(2)
})

test('the MTA client compares numeric ids as numbers and all others as text', async () => {
  const { store, client } = await playClient(createMtaClient, [delivery('cmd_a', '0042'), delivery('cmd_b', 'Nick')], {
    online: ['42', 'nick'],
  })
  await client.init()
  for (let poll = 0; poll < 4; poll++) await client.pollOnce()
  expect(store.reports).toEqual(['cmd_a'])
})

test('a failed init stops the MTA client until a restart', async () => {
  const { store, client, lines } = await playClient(createMtaClient, [delivery('cmd_a')])
  store.answers.init = { status: 503, body: '' }
  expect(await client.init()).toBe(false)
  delete store.answers.init
  await client.pollOnce()
  expect(lines()).toEqual([])

  client.restart()
  expect(await client.init()).toBe(true)
  await client.pollOnce()
  expect(lines()).toHaveLength(1)
})

test('the MTA client starts at the first delivery after a restart', async () => {
  const { store, game, client } = await playClient(createMtaClient, [delivery('cmd_a', '1'), delivery('cmd_b')])
  await client.init()
  await client.pollOnce()
  game.join('1')
  client.restart()
  await client.init()
  await client.pollOnce()
  expect(store.reports).toEqual(['cmd_a'])
})
