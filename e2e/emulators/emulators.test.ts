import { expect, test } from 'vitest'
import { createFivemCurrentClient } from './fivem-current-client.ts'
import { createFivemOldClient } from './fivem-old-client.ts'
import { CrashError } from './game-client.ts'
import { createIdempotentClient } from './idempotent-client.ts'
import { createMtaClient } from './mta-client.ts'
import { delivery, KEY, loseReports, playClient } from './play-client.ts'
import { createStrictClient } from './strict-client.ts'

const ALL = [
  ['strict', createStrictClient],
  ['idempotent', createIdempotentClient],
  ['old FiveM', createFivemOldClient],
  ['current FiveM', createFivemCurrentClient],
  ['MTA', createMtaClient],
] as const

test.each(ALL)('the %s client runs a purchase of an online player once and reports it', async (_, create) => {
  const { store, game, client } = await playClient(create, [delivery('cmd_a')])

  expect(await client.init()).toBe(true)
  await client.pollOnce()
  await client.pollOnce()

  expect(game.inventory()).toEqual(new Map([['42', new Map([['addvip 42 30', 1]])]]))
  expect(game.ledger[0]).toMatchObject({ gameUserId: '42', deliveryType: 'APPROVE', elementId: 'cmd_a' })
  expect(store.reports).toEqual(['cmd_a'])
  expect(client.faults).toEqual([])
})

test.each(ALL)('crashAfterRun crashes the %s client between run and report, until a restart', async (_, create) => {
  const { store, client, lines } = await playClient(create, [delivery('cmd_a')], { crashAfterRun: () => true })
  await client.init()

  await expect(client.pollOnce()).rejects.toThrow(CrashError)
  await expect(client.pollOnce()).rejects.toThrow('Call restart() first')

  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual([])
})

test('FiveM sends a bearer key, all other clients send the raw key', async () => {
  for (const [name, create] of ALL) {
    const { store, client } = await playClient(create, [delivery('cmd_a')])
    await client.init()
    await client.pollOnce()

    const sent = new Set(store.requests.map(({ headers }) => headers.authorization))
    expect(store.requests).toHaveLength(3)
    expect([...sent]).toEqual([name.includes('FiveM') ? `Bearer ${KEY}` : KEY])
  }
})

test('the losing transport loses requests or responses', async () => {
  const { store, client } = await playClient(createStrictClient, [delivery('cmd_a'), delivery('cmd_b')], {
    transport: loseReports('request', 'answer'),
  })

  await client.pollOnce()

  expect(store.reports).toEqual(['cmd_b'])
  expect(client.faults).toEqual(['the report of cmd_a returned 0', 'the report of cmd_b returned 0'])
})

test('similar long ids are different players in FiveM and one player in MTA', async () => {
  for (const [create, runs] of [
    [createFivemOldClient, 0],
    [createMtaClient, 1],
  ] as const) {
    const { client, lines } = await playClient(create, [delivery('cmd_a', '76561198000000001')], {
      online: ['76561198000000002'],
    })
    await client.init()
    await client.pollOnce()
    expect(lines()).toHaveLength(runs)
  }
})
