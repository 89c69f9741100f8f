import { expect, test } from 'vitest'
import { startStore } from './start-store.ts'
import { deliveriesOf, entitlementsOf, expectNoViolations, expire, only, passTime } from './store-records.ts'
import type { FieldInput } from '../src/catalog/fields/product-field.ts'
import type { GivenFields } from '../src/catalog/fields/read-field-values.ts'
import type { ProductInput } from '../src/catalog/save-product.ts'
import { inStore } from '../src/db/database.ts'
import { updateGameServer } from '../src/game-servers/update-game-server.ts'
import { addGameServer } from '../src/delivery/add-game-server.ts'
import type { GameServerId } from '../src/ids.ts'
import { runRedeliveries } from '../src/redelivery/run-redeliveries.ts'
import { startRedelivery } from '../src/redelivery/start-redelivery.ts'
import { resendDelivery } from '../src/redelivery/resend-delivery.ts'
import { showCheckout } from '../src/checkouts/read/show-checkout.ts'

const store = await startStore()
const { app, reader } = store.database

const TAG: FieldInput = { name: 'tag', type: 'text', label: 'Name tag', maxLength: 40 }
const COMMANDS = {
  approve: ['settag {userId} {field.tag}'],
  refund: ['untag {userId} {field.tag}'],
  expire: ['untag {userId} {field.tag} expired'],
}

async function newStore(games: (string | null)[], product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const servers: { id: GameServerId; key: string }[] = []
  for (const game of games)
    servers.push(
      await addGameServer(app, { storeId, name: `s${servers.length}`, game, profile: 'standard', cell: 't1' }),
    )
  const productId = await store.createProduct(storeId, {
    commands: COMMANDS,
    fields: [TAG],
    serverIds: servers.map(({ id }) => id),
    ...product,
  })
  return {
    storeId,
    servers,
    productId,
    buy: (fields: GivenFields, { player = '42', reference = '' } = {}) =>
      store.sell(storeId, player, [{ productId, quantity: 1, fields }], { ...(reference !== '' && { reference }) }),
    /** Polls all servers, reports, and returns the commands by server. */
    run: async () => {
      const all: string[][] = []
      for (const { key } of servers) {
        const deliveries = await store.poll(key)
        for (const { id } of deliveries) await store.report(key, id)
        all.push(
          deliveries
            .flatMap(({ products, product: one }) => products ?? (one ? [one] : []))
            .flatMap(({ commands }) => commands),
        )
      }
      return all
    },
  }
}

test('each server gets the value in the quoting of its game, in all stages, and {userId} stays', async () => {
  const { storeId, buy, run } = await newStore(['Rust', 'Source', 'DDNet'], { durationSeconds: 60 })
  const { checkoutId } = await buy({ tag: "Tom O'Neil" })
  const approved = `settag {userId} "Tom O'Neil"`
  expect(await run()).toEqual([[approved], [approved], [approved]])
  await passTime(store, storeId, 61)
  await expire(store)
  const expired = `untag {userId} "Tom O'Neil" expired`
  expect(await run()).toEqual([[expired], [expired], [expired]])
  const second = await buy({ tag: '7:7' })
  expect(await run()).toEqual([['settag {userId} 7:7'], ['settag {userId} "7:7"'], ['settag {userId} 7:7']])
  await store.refund(storeId, second.checkoutId)
  expect(await run()).toEqual([['untag {userId} 7:7'], ['untag {userId} "7:7"'], ['untag {userId} 7:7']])
  const { lines } = await inStore(app, storeId, (tx) => showCheckout(tx, { storeId, checkoutId }))
  expect(lines[0]?.fields?.values).toEqual([{ name: 'tag', label: 'Name tag', type: 'text', value: "Tom O'Neil" }])
  await expectNoViolations(store)
})

test('a resend and a redelivery fill in the values again', async () => {
  const { storeId, buy, run, servers } = await newStore(['Rust'])
  const { deliveryIds } = await buy({ tag: 'Big Boss' })
  const command = 'settag {userId} "Big Boss"'
  expect(await run()).toEqual([[command]])
  await resendDelivery(app, { storeId, deliveryId: only(deliveryIds) })
  expect(await run()).toEqual([[command]])
  await inStore(app, storeId, (tx) => startRedelivery(tx, { storeId, selection: {}, by: 'owner' }))
  await runRedeliveries(app, reader)
  expect(await run()).toEqual([[command]])
  expect(await deliveriesOf(store, storeId, { A: only(servers).id })).toHaveLength(3)
})

test.each<[string | null, string, RegExp]>([
  ['Minecraft', 'two words', /"Name tag" contains " ", which the game cannot read/],
  ['Minecraft', '@a', /contains "@"/],
  ['Rust', 'a;quit', /contains ";"/],
  ['Rust', 'a"b', /contains """/],
  ['Rust', '{userId}', /contains "{"/],
  ['Rust', 'a\nquit', /must be one line/],
  ['Quake 3', 'all', /must not be "all"/],
  ['Quake 3', 'Zoë', /contains "ë"/],
  [null, 'two words', /contains " "/],
  ['Rust', '', /is missing/],
  ['Rust', 'x'.repeat(41), /at most 40 characters/],
])('on %s the value %j is refused at the sale, and nothing is sold', async (game, tag, message) => {
  const { storeId, buy, run } = await newStore([game])
  await expect(buy({ tag })).rejects.toMatchObject({
    code: 'field_invalid',
    field: 'body/items/0/fields/tag',
    message: expect.stringMatching(message) as string,
  })
  expect(await run()).toEqual([[]])
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
})

test('a value that leaves no room for the id of the player is refused', async () => {
  const { buy } = await newStore(['Source'], {
    commands: { ...COMMANDS, approve: [`settag {userId} {field.tag} ${'x'.repeat(455)}`] },
  })
  await expect(buy({ tag: 'short' })).resolves.toBeDefined()
  await expect(buy({ tag: 'short' }, { player: 'a'.repeat(60) })).rejects.toMatchObject({ code: 'field_invalid' })
})

test('a change of the game after the sale does not change what was checked', async () => {
  const { storeId, servers, buy, run } = await newStore(['Rust'])
  const { checkoutId } = await buy({ tag: 'Big Boss' })
  await run()
  await inStore(app, storeId, (tx) => updateGameServer(tx, { storeId, serverId: only(servers).id, game: 'Luanti' }))
  await store.refund(storeId, checkoutId)
  expect(await run()).toEqual([['untag {userId} "Big Boss"']])
})

test('a sale without a server takes only values that every console reads alike', async () => {
  const { storeId, buy } = await newStore([])
  await expect(buy({ tag: 'Big Boss' })).rejects.toMatchObject({ code: 'field_invalid' })
  await buy({ tag: 'Boss' })
  const { key } = await store.createServer(storeId)
  expect((await store.poll(key))[0]?.products?.[0]?.commands).toEqual(['settag {userId} Boss'])
})

test('purchases that revoke different values are separate; the same values extend', async () => {
  const { storeId, productId, buy, run } = await newStore(['Rust'], { durationSeconds: 100 })
  await buy({ tag: 'red' })
  await buy({ tag: 'red' })
  const { checkoutId } = await buy({ tag: 'blue' })
  await run()
  expect(await entitlementsOf(store, storeId, productId)).toEqual([
    { player: '42', seconds: 100 },
    { player: '42', seconds: 200 },
  ])
  await store.refund(storeId, checkoutId)
  expect(await run()).toEqual([['untag {userId} blue']])
  await passTime(store, storeId, 201)
  await expire(store)
  expect(await run()).toEqual([['untag {userId} red expired']])
  await expectNoViolations(store)
})

test('values that no refund or expire command contains do not split an entitlement', async () => {
  const commands = {
    approve: ['vip {userId}', 'say {field.tag}'],
    refund: ['unvip {userId}'],
    expire: ['unvip {userId}'],
  }
  const { storeId, productId, buy } = await newStore(['Rust'], { durationSeconds: 100, commands })
  await buy({ tag: 'red' })
  await buy({ tag: 'blue' })
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 200 }])
})

test('commands with an optional field run only if the buyer entered it', async () => {
  const commands = { approve: ['vip {userId}', 'say {field.tag}'], refund: ['say sorry {field.tag}'], expire: [] }
  const { storeId, buy, run } = await newStore(['Rust'], { commands, fields: [{ ...TAG, required: false }] })
  const first = await buy({})
  expect(await run()).toEqual([['vip {userId}']])
  await store.refund(storeId, first.checkoutId)
  expect(await run()).toEqual([[]])
  await buy({ tag: 'hi' })
  expect(await run()).toEqual([['vip {userId}', 'say hi']])
  await expectNoViolations(store)
})

test('the same reference with other values is another sale', async () => {
  const fields: FieldInput[] = [TAG, { name: 'count', type: 'number', label: 'Count' }]
  const { buy } = await newStore(['Rust'], { fields })
  const first = await buy({ tag: ' red ', count: 7 }, { reference: 'r1' })
  expect(await buy({ tag: 'red', count: '7' }, { reference: 'r1' })).toEqual(first)
  await expect(buy({ tag: 'blue', count: 7 }, { reference: 'r1' })).rejects.toMatchObject({ code: 'reference_reused' })
})

test.each<[Partial<FieldInput>, GivenFields[string], string | RegExp]>([
  [{ type: 'number', min: 3, max: 9 }, '007', '7'],
  [{ type: 'number', min: 3, max: 9 }, 2, /at least 3/],
  [{ type: 'number', min: 3, max: 9 }, 10, /at most 9/],
  [{ type: 'number' }, '1e3', /whole number/],
  [{ type: 'number' }, -1, /at least 0/],
  [{ type: 'choice', choices: [{ value: 'red', label: 'Red' }] }, 'red', 'red'],
  [{ type: 'choice', choices: [{ value: 'red', label: 'Red' }] }, 'Red', /one of the choices/],
  [{ type: 'boolean' }, true, 'true'],
  [{ type: 'boolean' }, 'on', 'true'],
  [{ type: 'boolean' }, '', 'false'],
  [{ type: 'boolean' }, 'maybe', /one of the choices/],
  [{ type: 'discord' }, '123456789012345678', '123456789012345678'],
  [{ type: 'discord' }, 'someone#1234', /17 to 20 digits/],
  [{ type: 'player' }, 'alex-7', 'alex-7'],
  [{ type: 'player' }, '@a', /contains "@"/],
  [{ pattern: '#[0-9a-f]{6}', hint: 'Such as #ff0000' }, '#ff00zz', /Such as #ff0000/],
  [{ pattern: '[A-Z]{2,3}' }, 'ABC', 'ABC'],
])('a field %j with %j is %s', async (field, given, expected) => {
  const { buy, run } = await newStore(['Rust'], { fields: [{ ...TAG, ...field }] })
  const outcome = await buy({ tag: given }).then(run, (error: Error) => error.message)
  const pattern = typeof expected === 'string' ? new RegExp(`^settag {userId} ${expected}$`) : expected
  expect(String(outcome)).toMatch(pattern)
})

test('a player for an old client is a number that it can read', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId, 'fivem')
  const productId = await store.createProduct(storeId, { commands: COMMANDS, fields: [{ ...TAG, type: 'player' }] })
  const buy = (tag: string) => store.sell(storeId, '42', [{ productId, quantity: 1, fields: { tag } }])
  await expect(buy('alex')).rejects.toMatchObject({
    code: 'field_invalid',
    message: expect.stringContaining('number') as string,
  })
  await buy('1204')
})

test.each<[FieldInput[], string[], RegExp]>([
  [[], ['settag {userId} {field.tag}'], /no field "tag"/],
  [[TAG], ['{field.tag} {userId}'], /starts with a field/],
  [[TAG], ['settag {userId}{field.tag}'], /without anything between/],
  [[{ ...TAG, required: false }], ['settag {userId} {field.tag}'], /no approve command would run/],
  [[TAG, TAG], ['settag {userId}'], /different names/],
  [[{ ...TAG, name: 'Tag' }], ['settag {userId}'], /not a name/],
  [[{ ...TAG, pattern: '(a+)+' }], ['settag {userId}'], /Groups and alternatives/],
  [[{ ...TAG, type: 'choice' }], ['settag {userId}'], /choices/],
  [[{ ...TAG, minLength: 9, maxLength: 3 }], ['settag {userId}'], /smaller one first/],
])('a product that could not be delivered is not saved (%#)', async (fields, approve, message) => {
  const storeId = await store.createStore()
  await expect(
    store.createProduct(storeId, { fields, commands: { approve, refund: [], expire: [] } }),
  ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) as string })
})
