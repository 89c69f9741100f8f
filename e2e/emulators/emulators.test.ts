import { expect, test } from 'vitest'
import { createIdempotentClient, createStrictClient } from './document-client.ts'
import { createFivemCurrentClient, createFivemOldClient } from './fivem-client.ts'
import { createMtaClient } from './mta-client.ts'
import { COINS, delivery, KEY, playClient } from './play-client.ts'

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
  ['numbers with leading zeros are one player in FiveM', createFivemCurrentClient, '042', '42', 1],
  ['numbers with leading zeros are one player in MTA', createMtaClient, '042', '42', 1],
  ['long numbers are two players in FiveM', createFivemCurrentClient, '76561198000000001', '76561198000000002', 0],
  ['long numbers are one player in MTA', createMtaClient, '76561198000000001', '76561198000000002', 1],
  ['goods for an offline name go to a player with another name in MTA', createMtaClient, 'steve', 'bea', 1],
  ['goods for an offline name do not go to a player with a number in MTA', createMtaClient, 'steve', '42', 0],
  ['goods for an offline name go to nobody in FiveM', createFivemCurrentClient, 'steve', 'bea', 0],
])('%s', async (_, create, buyer, player, runs) => {
  const { lines } = await playClient(create, [delivery('cmd_a', buyer)], { online: [player] })
  expect(lines()).toEqual(Array(runs).fill(`addvip ${player} 30`))
})

const THREE = [delivery('cmd_a', '42', { products: [COINS, COINS, COINS] })]
const MULTIPLIED = [delivery('cmd_a', '42', { products: [{ ...COINS, quantity: 3 }] })]
test.each([
  ['old FiveM', createFivemOldClient, ['Coins, Coins, Coins']],
  ['current FiveM', createFivemCurrentClient, ['Coins, Coins, Coins']],
  ['MTA', createMtaClient, ['Coins', 'Coins', 'Coins']],
])(
  'the %s client shows the player three names for three entries, and one for `quantity: 3`',
  async (_, create, texts) => {
    const threeEntries = await playClient(create, THREE)
    const multiplied = await playClient(create, MULTIPLIED)
    expect(threeEntries.shown()).toEqual(texts)
    expect(multiplied.shown()).toEqual(['Coins'])
    expect(multiplied.lines()).toEqual(threeEntries.lines())
  },
)
