import { afterEach, expect, test } from 'vitest'
import { openShop } from '../../test/payments/open-shop.ts'
import { startStore } from '../../test/start-store.ts'
import { expire, only, passTime } from '../../test/store-records.ts'
import { sell } from '../checkouts/buy/sell.ts'
import { inStore } from '../db/database.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { startPayment } from '../payments/start-payment.ts'
import { saveCode } from '../promotions/codes/save-code.ts'
import { issueCard } from '../promotions/gift-cards/issue-card.ts'
import { INVARIANTS } from './invariants.ts'
import { verify } from './verify.ts'

const store = await startStore()

afterEach(() => store.empty())

/** A valid store: one player has bought two products together, and an extending product twice. */
async function newStore() {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const permanent = await store.createProduct(storeId)
  const timed = await store.createProduct(storeId, { durationSeconds: 100 })
  return {
    storeId,
    buy: async () => (await store.sell(storeId, '42', [permanent, timed])).checkoutId,
    extend: async () => (await store.sell(storeId, '42', [timed])).checkoutId,
    poll: () => store.poll(key),
    report: async () => {
      for (const { id } of await store.poll(key)) await store.report(key, id)
    },
  }
}

/** Runs statements that the triggers of the database would reject. */
async function behindTheGuards(storeId: StoreId, statement: string): Promise<void> {
  await store.query(`set local session_replication_role = replica; ${statement.replaceAll('$1', `'${storeId}'`)}`)
}

/** A paid checkout with the code of a creator, who gets a share of it. */
async function withCreator(): Promise<StoreId> {
  const { storeId, productId } = await openShop(store)
  await inStore(store.database.app, storeId, (tx) =>
    saveCode(tx, {
      storeId,
      kind: 'creator',
      code: 'ANA',
      name: 'Ana',
      discount: { percent: 1_000 },
      shareBasisPoints: 500,
    }),
  )
  await sell(store.database.app, {
    storeId,
    gameUserId: '42',
    items: [{ productId, quantity: 1 }],
    serverId: null,
    reference: null,
    code: 'ANA',
  })
  return storeId
}

/** A checkout that a gift card has paid, and one in which a gift card was bought. */
async function withGiftCards(): Promise<{ storeId: StoreId; paid: CheckoutId; sold: CheckoutId }> {
  const { storeId, productId } = await openShop(store)
  const commands = { approve: [], refund: [], expire: [] }
  const card = await store.createProduct(storeId, { isGiftCard: true, commands })
  const { cardId } = await inStore(store.database.app, storeId, (tx) =>
    issueCard(tx, { storeId, valueMinor: 5_000, note: '', expiresAt: null }),
  )
  const items = [{ productId, quantity: 1 }]
  const sale = { storeId, gameUserId: '42', items, serverId: null, reference: null, giftCardId: cardId }
  const { checkoutId: paid } = await startPayment(store.payments, { sale, provider: 'sandbox' })
  const { checkoutId: sold } = await store.sell(storeId, '42', [card])
  return { storeId, paid, sold }
}

const LEDGER_COLUMNS = 'server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products'
const QUEUE_COLUMNS = 'server_id, checkout_id, game_user_id, line_nos, products'

/** For each invariant, a change that violates only this invariant. */
const PLANTS: Record<string, () => Promise<void>> = {
  async 'the uses of a code are its checkouts that are not abandoned'() {
    await behindTheGuards(await withCreator(), 'update discount_codes set uses = uses + 1 where store_id = $1')
  },
  async "a creator's ledger has the share of every paid line once, and takes it back with the refund or the lost dispute"() {
    await behindTheGuards(await withCreator(), 'delete from creator_entries where store_id = $1')
  },
  async 'no gift card is below zero, and each entry of its ledger has the sum of all entries up to it'() {
    const { storeId } = await withGiftCards()
    await behindTheGuards(
      storeId,
      `update gift_card_entries set balance_minor = 3011 where store_id = $1 and kind = 'spent'`,
    )
  },
  async 'every gift card was issued with its value, and a void one has an entry that says so'() {
    const { storeId } = await withGiftCards()
    await behindTheGuards(storeId, 'update gift_cards set voided_at = now() where store_id = $1')
  },
  async 'gift cards have paid what the lines of checkouts say, and got back what was refunded or abandoned'() {
    const { storeId, paid } = await withGiftCards()
    await behindTheGuards(
      storeId,
      `update checkout_lines set gift_card_minor = 1989 where store_id = $1 and checkout_id = '${paid}'`,
    )
  },
  async 'every unit of a paid line of gift cards is one card, which is void if the line is refunded or disputed'() {
    const { storeId, sold } = await withGiftCards()
    await behindTheGuards(
      storeId,
      `update checkout_lines set quantity = 2 where store_id = $1 and checkout_id = '${sold}'`,
    )
  },
  async 'every paid line is pending or delivered on every server that it was sold for'() {
    const { storeId, buy } = await newStore()
    await buy()
    await behindTheGuards(storeId, 'delete from pending_deliveries where store_id = $1')
  },
  async 'every paid line has exactly one grant, which is revoked if the line is refunded or disputed'() {
    const { storeId, buy } = await newStore()
    await store.refund(storeId, await buy())
    await behindTheGuards(storeId, 'update grants set revoked_at = null where store_id = $1')
  },
  async 'an unpaid checkout has no grants and no deliveries'() {
    const { storeId, open, pay } = await openShop(store)
    const checkoutId = await open()
    await pay(checkoutId)
    await behindTheGuards(
      storeId,
      `update checkouts set state = 'abandoned', paid_at = null where store_id = $1 and id = '${checkoutId}'`,
    )
  },
  async 'money that arrived has paid its checkout or is returned'() {
    const { storeId, open } = await openShop(store)
    await open()
    await behindTheGuards(storeId, "update payments set payment_ref = 'pay 1' where store_id = $1")
  },
  async 'money that came too late is returned or parked, and its checkout is not paid'() {
    const { storeId, open, sendCallback } = await openShop(store)
    await sendCallback(await open(), { closed: true })
    await behindTheGuards(
      storeId,
      "update payments set payment_ref = 'pay 1', returned_at = now(), return_reason = 'stock' where store_id = $1",
    )
  },
  async 'no more was sold of a product than its stock'() {
    const { storeId } = await openShop(store, { stock: 1 })
    await behindTheGuards(storeId, 'update products set stock = -1 where store_id = $1')
  },
  async 'a refunded or disputed payment revokes its checkout'() {
    const { storeId, open, pay } = await openShop(store)
    await pay(await open())
    await behindTheGuards(storeId, "update payments set dispute = 'open' where store_id = $1")
  },
  async 'every open checkout with a payment is scheduled for reconciliation'() {
    const { storeId, open } = await openShop(store)
    await open()
    await behindTheGuards(storeId, 'update payments set reconcile_at = null where store_id = $1')
  },
  async 'no reconciliation is more than 15 minutes late'() {
    const { storeId, open } = await openShop(store)
    await open()
    await behindTheGuards(
      storeId,
      "update payments set reconcile_at = now() - interval '16 minutes' where store_id = $1",
    )
  },
  async 'all lines of a finished refund are refunded'() {
    const { storeId, open, pay } = await openShop(store)
    await pay(await open())
    await behindTheGuards(
      storeId,
      `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, finished_at)
       select store_id, gen_random_uuid(), checkout_id, '{1}', 1990, 'done', now() from payments where store_id = $1`,
    )
  },
  async 'no line is delivered, refunded or expired twice on a server'() {
    const { storeId, buy } = await newStore()
    await buy()
    await behindTheGuards(
      storeId,
      `insert into delivery_ledger (store_id, id, created_at, state, ${LEDGER_COLUMNS})
       select store_id, gen_random_uuid(), created_at, 'processed', ${LEDGER_COLUMNS} from pending_deliveries where store_id = $1`,
    )
  },
  async 'no delivery is in the queue and in the ledger'() {
    const { storeId, buy } = await newStore()
    await buy()
    await behindTheGuards(
      storeId,
      `insert into delivery_ledger (store_id, id, resend_of, created_at, state, ${LEDGER_COLUMNS})
       select store_id, id, gen_random_uuid(), created_at, 'processed', ${LEDGER_COLUMNS} from pending_deliveries where store_id = $1`,
    )
  },
  async 'no delivery is without a server in a store that has one'() {
    const storeId = await store.createStore()
    await store.sell(storeId, '42', [await store.createProduct(storeId)])
    await store.createServer(storeId)
    await behindTheGuards(storeId, 'update pending_deliveries set server_id = null where store_id = $1')
  },
  async 'a refunded entitlement has a REFUND on every server that received a dispatch'() {
    const { storeId, buy, poll } = await newStore()
    const checkoutId = await buy()
    await poll()
    await store.refund(storeId, checkoutId, [1])
    await behindTheGuards(storeId, "delete from pending_deliveries where store_id = $1 and delivery_type = 'REFUND'")
  },
  async 'an entitlement has at most one REFUND on a server'() {
    const { storeId, extend, poll } = await newStore()
    const bought = [await extend(), await extend()]
    await poll()
    for (const checkoutId of bought) await store.refund(storeId, checkoutId)
    await behindTheGuards(
      storeId,
      `insert into pending_deliveries (store_id, id, delivery_type, ${QUEUE_COLUMNS})
       select store_id, gen_random_uuid(), 'REFUND', ${QUEUE_COLUMNS} from pending_deliveries p
       where store_id = $1 and delivery_type = 'APPROVE' and checkout_id = '${bought[0]}'`,
    )
  },
  async 'no REFUND exists without a dispatch, or while another purchase grants the product'() {
    const { storeId, buy, poll } = await newStore()
    await buy()
    await poll()
    await behindTheGuards(
      storeId,
      `insert into pending_deliveries (store_id, id, delivery_type, ${QUEUE_COLUMNS})
       select store_id, gen_random_uuid(), 'REFUND', ${QUEUE_COLUMNS} from pending_deliveries where store_id = $1`,
    )
  },
  async 'every expired entitlement has an EXPIRE on every server that has it'() {
    const { storeId, extend } = await newStore()
    await extend()
    await passTime(store, storeId, 101)
    await expire(store)
    await behindTheGuards(storeId, "delete from pending_deliveries where store_id = $1 and delivery_type = 'EXPIRE'")
  },
  async 'no EXPIRE is created before the end of its entitlement'() {
    const { storeId, extend } = await newStore()
    await extend()
    await behindTheGuards(
      storeId,
      `insert into pending_deliveries (store_id, id, delivery_type, ${QUEUE_COLUMNS})
       select store_id, gen_random_uuid(), 'EXPIRE', ${QUEUE_COLUMNS} from pending_deliveries where store_id = $1`,
    )
  },
  async 'every withdrawn purchase was refunded or has expired'() {
    const { storeId, buy } = await newStore()
    await buy()
    await behindTheGuards(storeId, "update pending_deliveries set hold_reason = 'withdrawn' where store_id = $1")
  },
  async 'no expiry is more than a minute late'() {
    const { storeId, extend } = await newStore()
    await extend()
    await passTime(store, storeId, 161)
  },
  async 'no retry is more than a minute late'() {
    const { storeId, buy, poll } = await newStore()
    await buy()
    await poll()
    await behindTheGuards(
      storeId,
      "update pending_deliveries set attempts = 1, retry_at = now() - interval '2 minutes' where store_id = $1",
    )
  },
  async 'an APPROVE is before its REFUND and EXPIRE in the queue'() {
    const { storeId, buy, report } = await newStore()
    const checkoutId = await buy()
    await report()
    await store.refund(storeId, checkoutId)
    await report()
    await behindTheGuards(
      storeId,
      "update delivery_ledger set position = 0 where store_id = $1 and delivery_type = 'REFUND'",
    )
  },
  async 'the end of an entitlement follows from its grants'() {
    const { storeId, extend } = await newStore()
    await extend()
    await behindTheGuards(storeId, "update entitlements set until = until + interval '1 hour' where store_id = $1")
  },
  async 'a checkout is refunded if and only if all of its lines are'() {
    const { storeId, buy } = await newStore()
    await buy()
    await behindTheGuards(storeId, "update checkouts set state = 'refunded', refunded_at = now() where store_id = $1")
  },
}

test('every invariant has a test that violates it', () => {
  expect(Object.keys(PLANTS).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort())
})

test.each(INVARIANTS)('when it is not so that $name, that is found and nothing else', async ({ name, kind }) => {
  await PLANTS[name]?.()
  const result = await verify(store.database.reader)
  expect(result.invariants.filter(({ violations }) => violations > 0).map((found) => found.name)).toEqual([name])
  const kinds = { lost: 0, doubled: 0, wrong: 0, late: 0 }
  expect({ ...result, ok: result.ok }).toMatchObject({ ok: false, ...kinds, [kind]: result[kind] })
  expect(result[kind]).toBeGreaterThan(0)
  expect(result.examples[0]).toContain(name)
})

test('a store with all kinds of valid changes has no violation', async () => {
  const { storeId, buy, extend, poll, report } = await newStore()
  await poll()
  const refunded = await buy()
  await report()
  await store.refund(storeId, refunded, [2])
  await poll()
  await store.refund(storeId, await extend())
  await extend()
  await passTime(store, storeId, 1_000)
  await expire(store)
  await report()
  await store.refund(storeId, refunded)
  const result = await verify(store.database.reader)
  expect(result).toMatchObject({ ok: true, lost: 0, doubled: 0, wrong: 0, late: 0, examples: [] })
  expect(result.invariants).toHaveLength(INVARIANTS.length)
})

test('an empty database has no violation', async () => {
  expect(await verify(store.database.reader)).toMatchObject({ ok: true, examples: [] })
})

test('the number of examples is limited, and every violation is counted', async () => {
  const { storeId, extend } = await newStore()
  for (let i = 0; i < 30; i++) await extend()
  await behindTheGuards(storeId, 'delete from pending_deliveries where store_id = $1')
  const result = await verify(store.database.reader)
  expect(result.lost).toBe(30)
  expect(only(result.invariants.filter(({ violations }) => violations > 0)).violations).toBe(30)
  expect(result.examples.length).toBeLessThanOrEqual(20)
})

test('a violation in one store is not reported for another', async () => {
  const healthy = await newStore()
  await healthy.buy()
  const broken = await newStore()
  await broken.buy()
  await behindTheGuards(broken.storeId, 'delete from pending_deliveries where store_id = $1')
  for (const example of (await verify(store.database.reader)).examples) {
    expect(example).toContain(broken.storeId)
  }
})
