import { expect, test } from 'vitest'
import { createIdempotentClient, createStrictClient } from './document-client.ts'
import { createFivemCurrentClient, createFivemOldClient } from './fivem-client.ts'
import { CrashError } from './game-client.ts'
import { createMtaClient } from './mta-client.ts'
import { delivery, KEY, loseReports, playClient } from './play-client.ts'

const ALL = [
  ['strict', createStrictClient],
  ['idempotent', createIdempotentClient],
  ['old FiveM', createFivemOldClient],
  ['current FiveM', createFivemCurrentClient],
  ['MTA', createMtaClient],
] as const

test.each(ALL)('the %s client runs a purchase of an online player once and reports it', async (_, create) => {
  const { store, game, client, isReady } = await playClient(create, [delivery('cmd_a')], { polls: 2 })
  expect(isReady).toBe(true)
  expect(game.inventory()).toEqual(new Map([['42', new Map([['addvip 42 30', 1]])]]))
  expect(game.ledger[0]).toMatchObject({ gameUserId: '42', deliveryType: 'APPROVE', deliveryId: 'cmd_a' })
  expect(store.reports).toEqual(['cmd_a'])
  expect(client.faults).toEqual([])
})

test.each(ALL)('crashAfterRun crashes the %s client between run and report, until a restart', async (_, create) => {
  const setup = { crashAfterRun: () => true, polls: 0 }
  const { store, client, lines } = await playClient(create, [delivery('cmd_a')], setup)
  await expect(client.pollOnce()).rejects.toThrow(CrashError)
  await expect(client.pollOnce()).rejects.toThrow('Call restart() first')
  expect(lines()).toEqual(['addvip 42 30'])
  expect(store.reports).toEqual([])
})

test.each(ALL)(
  'the %s client sends a bearer key if it is a FiveM client, and otherwise the raw key',
  async (name, create) => {
    const { store } = await playClient(create, [delivery('cmd_a')])
    const sent = store.requests.map(({ headers }) => headers.authorization)
    expect(sent).toEqual(Array(3).fill(name.includes('FiveM') ? `Bearer ${KEY}` : KEY))
  },
)

test('the losing transport loses requests or responses', async () => {
  const transport = loseReports('request', 'answer')
  const { store, client } = await playClient(createStrictClient, [delivery('cmd_a'), delivery('cmd_b')], { transport })
  expect(store.reports).toEqual(['cmd_b'])
  expect(client.faults).toEqual(['the report of cmd_a returned 0', 'the report of cmd_b returned 0'])
})

test.each([
  ['different players in FiveM', createFivemOldClient, 0],
  ['one player in MTA', createMtaClient, 1],
])('similar long ids are %s', async (_, create, runs) => {
  const online = ['76561198000000002']
  const { lines } = await playClient(create, [delivery('cmd_a', '76561198000000001')], { online })
  expect(lines()).toHaveLength(runs)
})
