import { expect, test } from 'vitest'
import { createTierGroup } from '../../src/catalog/tiers/tier-groups.ts'
import { inStore } from '../../src/db/database.ts'
import { newId } from '../../src/ids.ts'
import { cleanBaskets } from '../../src/storefront/baskets/clean-baskets.ts'
import { cleanHolds } from '../../src/storefront/limits/hold-stock.ts'
import { forgetBuyers } from '../../src/storefront/orders/forget-buyers.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openStorefront } from './open-storefront.ts'
import { newAddress } from './visit-store.ts'

const store = await startStore()

test('a basket has the prices and the stock of now, and says what has changed', async () => {
  const { storeId, productId, newVisitor } = await openStorefront(store, { stock: 3 })
  const visitor = newVisitor()
  expect(await visitor.read()).toMatchObject({ lines: [], totalMinor: 0, currency: 'BRL', isReady: false })
  await visitor.add()
  await visitor.add(2)
  expect(await visitor.read()).toMatchObject({ count: 3, totalMinor: 3 * 1990, isReady: true })
  await store.query('update products set price_minor = 2500, stock = 2 where id = $1', [productId])
  const [line] = (await visitor.read()).lines
  expect(line).toMatchObject({ priceMinor: 2500, oldPriceMinor: 1990, problem: 'too_few_left', left: 2 })
  await visitor.set(2)
  expect(await visitor.read()).toMatchObject({ isReady: true, lines: [{ oldPriceMinor: null, totalMinor: 5000 }] })
  await store.query('update products set stock = 0 where id = $1', [productId])
  expect(await visitor.read()).toMatchObject({ isReady: false, lines: [{ problem: 'sold_out' }] })
  await visitor.set(0)
  expect((await visitor.read()).lines).toEqual([])
  await expect(newVisitor().add(1_001)).rejects.toMatchObject({ code: 'invalid_request' })
  const [product] = await store.query('select stock from products where id = $1 and store_id = $2', [
    productId,
    storeId,
  ])
  expect(product).toEqual({ stock: '0' })
})

test('a basket says which tiers cannot be bought, and still shows their prices', async () => {
  const { storeId, productId: knight, newVisitor } = await openStorefront(store)
  const king = await store.createProduct(storeId, { price: { minor: 3_000 } })
  await inStore(store.database.app, storeId, (tx) =>
    createTierGroup(tx, { storeId, name: 'Ranks', credit: 'full', productIds: [knight, king] }),
  )
  const visitor = newVisitor()
  await visitor.name('42')
  await visitor.add(2)
  expect(await visitor.read()).toMatchObject({
    isReady: false,
    totalMinor: 2 * 1990,
    lines: [{ problem: 'tier_quantity', totalMinor: 2 * 1990 }],
  })
  await visitor.set(1)
  expect(await visitor.read()).toMatchObject({ isReady: true, lines: [{ problem: null }] })
  await store.sell(storeId, '42', [king])
  expect(await visitor.read()).toMatchObject({ isReady: false, lines: [{ problem: 'higher_tier_owned' }] })
})

test('a basket takes no stock, and nobody else can open it', async () => {
  const { productId, newVisitor } = await openStorefront(store, { stock: 1 })
  const [ana, ben] = [newVisitor(), newVisitor()]
  await ana.add()
  await ben.add()
  expect(await store.query('select stock from products where id = $1', [productId])).toEqual([{ stock: '1' }])
  const other = await openStorefront(store)
  const [row] = await store.query<{ plain: number }>(
    'select count(*)::integer as plain from baskets b where b::text like $1',
    [`%${ana.token()}%`],
  )
  expect(row).toEqual({ plain: 0 })
  await other.newVisitor().add()
  expect((await newVisitor().read()).lines).toEqual([])
})

test('a name that the game server cannot read, an empty name and a banned player are refused', async () => {
  const { storeId, serverId, newVisitor } = await openStorefront(store)
  const visitor = newVisitor()
  await visitor.add()
  await expect(visitor.name('  ')).rejects.toMatchObject({ code: 'invalid_request', field: 'body/name' })
  await store.query("update game_servers set profile = 'mta' where id = $1", [serverId])
  await expect(visitor.name('Steve')).rejects.toMatchObject({ code: 'invalid_request' })
  await visitor.name('42')
  await store.query(
    "insert into player_bans (store_id, game_user_id, reason, created_by) values ($1, '43', 'fraud', 'Ada')",
    [storeId],
  )
  await expect(visitor.name('42', '43')).rejects.toMatchObject({ code: 'player_banned' })
  await expect(visitor.name('43', '42')).rejects.toMatchObject({ code: 'player_banned' })
  expect(await visitor.read()).toMatchObject({ gameUserId: '42', recipient: null })
})

test('a form that is sent twice opens one checkout, and a change replaces it', async () => {
  const { storeId, productId, newVisitor, stateOf } = await openStorefront(store, { stock: 2, maxPerPlayer: 1 })
  const visitor = newVisitor()
  await visitor.add()
  await visitor.name('42')
  const [first, second] = await Promise.all([visitor.buy(), visitor.buy()])
  expect(second).toEqual(first)
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toHaveLength(1)
  const changed = await visitor.buy({ email: 'other@vale.example' })
  expect(changed.checkoutId).not.toBe(first.checkoutId)
  expect([await stateOf(first.checkoutId), await stateOf(changed.checkoutId)]).toEqual(['abandoned', 'open'])
  expect(await store.query('select stock from products where id = $1', [productId])).toEqual([{ stock: '1' }])
  await expectNoViolations(store)
})

test('a basket that was paid is empty, and the next product begins a new one for the same player', async () => {
  const { newVisitor, pay } = await openStorefront(store)
  const visitor = newVisitor()
  await visitor.add()
  await visitor.name('42')
  const { checkoutId, pageUrl } = await visitor.buy()
  expect(pageUrl).toContain('/pay/sandbox/')
  const before = visitor.token()
  await pay(checkoutId)
  expect(await visitor.read()).toMatchObject({ lines: [], gameUserId: '42' })
  await visitor.add()
  expect(visitor.token()).not.toBe(before)
  expect(await visitor.read()).toMatchObject({ count: 1, gameUserId: '42' })
})

test('a gift is delivered to the recipient, and names the buyer', async () => {
  const { newVisitor, pay, key } = await openStorefront(store)
  const visitor = newVisitor()
  await visitor.add()
  await visitor.name('42', '77')
  const { checkoutId, orderToken } = await visitor.buy()
  await pay(checkoutId)
  expect(await store.poll(key)).toMatchObject([{ gameUserId: '77' }])
  const [buyer] = await store.query<Record<string, unknown>>(
    'select bought_by, email, locale, consent_version, consented_at is not null as consented, b::text as all from checkout_buyers b where checkout_id = $1',
    [checkoutId],
  )
  expect(buyer).toMatchObject({ bought_by: '42', email: 'ana@vale.example', consent_version: '1', consented: true })
  expect(String(buyer?.['all'])).not.toContain(orderToken)
})

test('a price that changed is refused until the buyer has seen it', async () => {
  const { productId, newVisitor } = await openStorefront(store)
  const visitor = newVisitor()
  await visitor.add()
  await visitor.name('42')
  await store.query('update products set price_minor = 2500 where id = $1', [productId])
  await expect(visitor.buy({ seenTotalMinor: 1990 })).rejects.toMatchObject({ code: 'conflict' })
  await visitor.buy({ seenTotalMinor: 2500 })
})

test('the unpaid checkouts of one network hold a part of the stock, and paid ones do not count', async () => {
  const { newVisitor, storeId, productId } = await openStorefront(store, { stock: 100 })
  const open = async (quantity: number, address = newAddress()) => {
    const visitor = newVisitor()
    await visitor.add(quantity)
    await visitor.name(newId())
    return { visitor, ...(await visitor.buy({ address })) }
  }
  const refusal = { code: 'stock_held', retryAfter: expect.any(Number) as number }
  const network = (i: number) => `2001:db8:77:${i}::1`
  await open(15, network(1))
  const { visitor } = await open(5, network(2))
  await expect(open(1, network(3))).rejects.toMatchObject(refusal)
  expect(await store.query('select stock from products where id = $1', [productId])).toEqual([{ stock: '80' }])
  await open(1)

  // A changed basket takes the place of the first one, but not for ever.
  await visitor.set(4)
  await visitor.buy({ address: network(2) })
  await store.query("update stock_holds set created_at = created_at - interval '61 minutes' where store_id = $1", [
    storeId,
  ])
  await visitor.set(3)
  await expect(visitor.buy({ address: network(2) })).rejects.toMatchObject(refusal)

  // Checkouts that expired unpaid count, so that the same stock is not taken again every hour.
  await store.query("update checkouts set state = 'abandoned' where store_id = $1 and state = 'open'", [storeId])
  await expect(open(2, network(4))).rejects.toMatchObject(refusal)
  await store.query("update stock_holds set created_at = created_at - interval '5 hours' where store_id = $1", [
    storeId,
  ])
  const { checkoutId } = await open(15, network(4))
  await expect(open(15, network(4))).rejects.toMatchObject(refusal)
  await store.query("update checkouts set state = 'paid', paid_at = now() where id = $1", [checkoutId])
  await open(15, network(4))
  await cleanHolds(store.database.app, store.database.reader)
  expect(await store.query('select pieces from stock_holds where store_id = $1', [storeId])).toHaveLength(2)
})

test('the first unpaid order of a network holds a part of the stock as well', async () => {
  for (const [stock, most] of [
    [100, 20],
    [16, 8],
    [4, 4],
  ] as const) {
    const { newVisitor } = await openStorefront(store, { stock })
    const [greedy, other] = [newVisitor(), newVisitor()]
    await greedy.name('1')
    await greedy.add(Math.min(stock, most + 1))
    const address = newAddress()
    const refusal = await greedy.buy({ address, ...(most === stock && { seenTotalMinor: -1 }) }).catch(String)
    expect(refusal, `more than ${most} of ${stock}`).toContain('Error')
    await greedy.set(most)
    await greedy.buy({ address })
    await other.name('2')
    await other.add()
    const more = other.buy({ address })
    await expect(more, `${most} of ${stock}`).rejects.toMatchObject({ code: most < stock ? 'stock_held' : 'sold_out' })
  }
})

test('concurrent checkouts of one network do not hold more stock than one after the other', async () => {
  const { newVisitor } = await openStorefront(store, { stock: 100 })
  const address = newAddress()
  const visitors = Array.from({ length: 5 }, newVisitor)
  for (const [i, visitor] of visitors.entries()) {
    await visitor.add(12)
    await visitor.name(String(i))
  }
  const results = await Promise.allSettled(visitors.map((visitor) => visitor.buy({ address })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('expired baskets are deleted, with their lines', async () => {
  const { storeId, newVisitor } = await openStorefront(store)
  await newVisitor().add()
  const kept = newVisitor()
  await kept.add()
  await store.query(
    "update baskets set expires_at = now() - interval '1 second' where id = (select min(id::text)::uuid from baskets where store_id = $1)",
    [storeId],
  )
  await cleanBaskets(store.database.app, store.database.reader)
  expect(await store.query('select from baskets where store_id = $1', [storeId])).toHaveLength(1)
  expect(await store.query('select from basket_lines where store_id = $1', [storeId])).toHaveLength(1)
})

test('the address of a buyer is forgotten a week after an order that was not paid, and 180 days after one that was', async () => {
  const { storeId, newVisitor, pay } = await openStorefront(store)
  const [ana, ben, eve] = [newVisitor(), newVisitor(), newVisitor()]
  for (const [i, visitor] of [ana, ben, eve].entries()) {
    await visitor.add()
    await visitor.name(String(10 + i), '99')
  }
  await ana.buy()
  await pay((await ben.buy()).checkoutId)
  await pay((await eve.buy()).checkoutId)
  const age = "case c.game_user_id when '99' then interval '8 days' end"
  await store.query(
    `update checkout_buyers b set created_at = now() - ${age} * case b.bought_by when '12' then 30 else 1 end
     from checkouts c where c.id = b.checkout_id and b.store_id = $1`,
    [storeId],
  )
  await forgetBuyers(store.database.app, store.database.reader)
  const left = await store.query(
    'select bought_by, email from checkout_buyers where store_id = $1 and email is not null',
    [storeId],
  )
  expect(left).toEqual([{ bought_by: '11', email: 'ana@vale.example' }])
})

test('the token of a link is forgotten after a week if the buyer left no address, or has not paid', async () => {
  const { storeId, newVisitor, pay } = await openStorefront(store)
  const buy = async (gameUserId: string, email: string | null) => {
    const visitor = newVisitor()
    await visitor.add()
    await visitor.name(gameUserId)
    return (await visitor.buy({ email })).checkoutId
  }
  const [paid, unpaid, addressed] = [
    await buy('21', null),
    await buy('22', 'b@vale.example'),
    await buy('23', 'c@vale.example'),
  ]
  await pay(paid)
  await pay(addressed)
  const forgetAfter = async (days: number) => {
    await store.query('update checkout_buyers set created_at = now() - make_interval(days => $2) where store_id = $1', [
      storeId,
      days,
    ])
    await forgetBuyers(store.database.app, store.database.reader)
    const rows = await store.query<{ checkout_id: string }>(
      'select checkout_id from checkout_buyers where store_id = $1 and token_sealed is not null',
      [storeId],
    )
    return rows.map((row) => row.checkout_id).sort()
  }
  expect(await forgetAfter(6)).toEqual([paid, unpaid, addressed].sort())
  expect(await forgetAfter(8)).toEqual([addressed])
  expect(await forgetAfter(181)).toEqual([])
})
