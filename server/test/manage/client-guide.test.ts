import { readFileSync } from 'node:fs'
import { createManageClient } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { giveProduct, listHeldDeliveries, raisePrice } from '../../../examples/typescript/manage.ts'
import { formatId } from '../../src/ids.ts'
import { createClient } from '../games-v2/client.ts'
import { startManagement } from './start-management.ts'

const platform = await startManagement()
const { poll, report } = createClient(platform)

const unindent = (text: string) => text.replaceAll(/^\s+/gm, '')
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('every code block of the guide is part of the example', () => {
  const blocks = [...read('docs/manage-client.md').matchAll(/^```ts\n(.*?)^```/gms)]
  expect(blocks.length).toBeGreaterThan(3)
  const example = unindent(read('examples/typescript/manage.ts'))
  for (const [, code = ''] of blocks) expect(example).toContain(unindent(code))
})

test('the example does what the guide says', async () => {
  const storeId = await platform.createStore()
  const { key } = await platform.createServer(storeId)
  const named = {
    storeId: formatId('sto', storeId),
    productId: formatId('prd', await platform.createProduct(storeId)),
  }
  const scopes = ['store:read', 'catalog:read', 'catalog:write', 'commands:write', 'checkouts:write', 'deliveries:read']
  const manage = createManageClient({ url: platform.baseUrl, token: await platform.createApiToken(storeId, scopes) })

  const gift = { ...named, players: ['steve', 'alex'] }
  const given = await giveProduct(manage, gift)
  expect(await giveProduct(manage, gift)).toEqual(given)
  const { commands } = await poll(key)
  expect(commands).toHaveLength(2)
  await report(key, [{ id: commands[0]?.id ?? '', attempt: 1, outcome: 'in_doubt', reason: 'the game crashed' }])
  expect(await listHeldDeliveries(manage, named.storeId)).toEqual([expect.stringMatching(/^cmd_\w+ for steve: /)])

  const before = await manage.getProduct(named)
  await Promise.all([raisePrice(manage, { ...named, by: 100 }), raisePrice(manage, { ...named, by: 10 })])
  expect(await manage.getProduct(named)).toMatchObject({
    priceMinor: before.priceMinor + 110,
    version: before.version + 2,
  })
})
