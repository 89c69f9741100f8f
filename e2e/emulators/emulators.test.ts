import { expect, test } from 'vitest'
import { createIdempotentClient, createStrictClient } from './document-client.ts'
import { createFivemCurrentClient, createFivemOldClient } from './fivem-client.ts'
import { createMtaClient } from './mta-client.ts'
import { delivery, KEY, playClient } from './play-client.ts'

test.each([
  ['strict', createStrictClient, KEY],
  ['idempotent', createIdempotentClient, KEY],
  ['old FiveM', createFivemOldClient, `Bearer ${KEY}`],
  ['current FiveM', createFivemCurrentClient, `Bearer ${KEY}`],
  ['MTA', createMtaClient, KEY],
])('the %s client sends its key with init, poll and report', async (_, create, sent) => {
  const { store } = await playClient(create, [delivery('cmd_a')])
  expect(store.requests.map(({ headers }) => headers['authorization'])).toEqual([sent, sent, sent])
})

test.each([
  ['numbers with leading zeros are one player in FiveM', createFivemOldClient, '042', '42', 1],
  ['numbers with leading zeros are one player in MTA', createMtaClient, '042', '42', 1],
  ['long numbers are different players in FiveM', createFivemOldClient, '76561198000000001', '76561198000000002', 0],
  ['long numbers are one player in MTA', createMtaClient, '76561198000000001', '76561198000000002', 1],
  ['names in other letter cases are different players in MTA', createMtaClient, 'Nick', 'nick', 0],
])('%s', async (_, create, buyer, player, runs) => {
  const { lines } = await playClient(create, [delivery('cmd_a', buyer)], { online: [player] })
  expect(lines()).toEqual(Array(runs).fill(`addvip ${player} 30`))
})
