import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeliveryQueue } from '../src/delivery/queue/delivery-queue.ts'
import { markProcessed } from '../src/delivery/ledger/mark-processed.ts'
import type { CheckoutId, DeliveryId, ProductId } from '../src/ids.ts'
import { createPurchasesModel, type ModelProduct } from './purchases-model.ts'
import { startStore } from './start-store.ts'
import { expectNoViolations, expire, passTime } from './store-records.ts'

const store = await startStore()
const { gateway } = store.database
const queue = createDeliveryQueue(gateway)
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 30)
const SEED = process.env['MODEL_SEED']
/** Limits the time to shrink a counterexample. */
const TIME_LIMIT_MS = SEQUENCES * 20_000

/** All durations are multiples of this. A sequence runs much faster, so real time never affects the result. */
const STEP_SECONDS = 50
const PRODUCTS: ModelProduct[] = [
  { rebuy: 'extend', seconds: 1_000, expires: true, servers: [], buyerChoosesServer: false },
  { rebuy: 'extend', seconds: 600, expires: true, servers: [0, 1], buyerChoosesServer: false },
  { rebuy: 'extend', seconds: 600, expires: false, servers: [1], buyerChoosesServer: false },
  { rebuy: 'extend', seconds: null, expires: true, servers: [0, 1], buyerChoosesServer: false },
  { rebuy: 'extend', seconds: 1_000, expires: true, servers: [], buyerChoosesServer: true },
  { rebuy: 'independent', seconds: 600, expires: true, servers: [0, 1], buyerChoosesServer: false },
  { rebuy: 'independent', seconds: null, expires: false, servers: [], buyerChoosesServer: false },
]

const item = fc.record({ pick: fc.nat(), quantity: fc.integer({ min: 1, max: 3 }) })
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('sell' as const),
      player: fc.constantFrom('ann', 'ann', 'ann', 'bob', 'cem'),
      items: fc.array(item, { minLength: 1, maxLength: 3 }),
      server: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('poll' as const), server: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('report' as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('refund' as const),
      which: fc.nat(),
      lines: fc.option(fc.subarray([1, 2, 3], { minLength: 1 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('advance' as const),
      steps: fc.constantFrom<number>(3, 7, 13, 20, 70),
      expire: fc.boolean(),
    }),
  },
)
const SEQUENCE = fc.array(action, { minLength: 5, maxLength: 25, size: 'max' })
const INDEXES = PRODUCTS.map((_, i) => i)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

async function startSequence(choice: number[]) {
  const storeId = await store.createStore()
  const servers = [await store.createServer(storeId), await store.createServer(storeId)]
  const products: ProductId[] = []
  for (const { rebuy, seconds, expires, servers: assigned, buyerChoosesServer } of PRODUCTS) {
    products.push(
      await store.createProduct(storeId, {
        rebuy,
        durationSeconds: seconds,
        commands: { approve: ['give {userId}'], refund: ['take {userId}'], expire: expires ? ['end {userId}'] : [] },
        serverIds: assigned.flatMap((index) => servers[index]?.serverId ?? []),
        buyerChoosesServer,
      }),
    )
  }
  const model = createPurchasesModel(PRODUCTS)
  const sold: { id: CheckoutId; lines: number }[] = []
  const dispatched: { server: number; id: DeliveryId }[] = []

  async function runStep(step: Action): Promise<void> {
    switch (step.type) {
      case 'sell': {
        const modelItems = step.items.map(({ pick, quantity }) => ({
          product: choice[pick % choice.length] ?? 0,
          quantity,
        }))
        const choosesServer = modelItems.some(({ product }) => PRODUCTS[product]?.buyerChoosesServer)
        const serverId = choosesServer ? servers[step.server]?.serverId : undefined
        const items = modelItems.flatMap(({ product, quantity }): [ProductId, number][] =>
          products[product] === undefined ? [] : [[products[product], quantity]],
        )
        const { checkoutId } = await store.sell(storeId, step.player, items, { ...(serverId && { serverId }) })
        sold.push({ id: checkoutId, lines: items.length })
        return model.sell(step.player, modelItems, choosesServer ? step.server : null)
      }
      case 'poll': {
        const server = servers[step.server]
        if (!server) return
        const { deliveries } = await queue.dispatch({ ...server, profile: 'standard' })
        for (const { id } of deliveries) {
          if (!dispatched.some((delivery) => delivery.id === id)) dispatched.push({ server: step.server, id })
        }
        return model.dispatch(step.server)
      }
      case 'report': {
        const delivery = dispatched[step.which % Math.max(dispatched.length, 1)]
        const server = servers[delivery?.server ?? 0]
        if (!delivery || !server) return
        expect(await markProcessed(gateway, { ...server, deliveryId: delivery.id })).toBeDefined()
        return model.report(await describeDelivery(delivery.id))
      }
      case 'refund': {
        const index = step.which % Math.max(sold.length, 1)
        const checkout = sold[index]
        if (!checkout) return
        const all = Array.from({ length: checkout.lines }, (_, i) => i + 1)
        const lines = step.lines?.filter((line) => line <= checkout.lines) ?? all
        if (lines.length === 0) return
        await store.refund(storeId, checkout.id, lines)
        return model.refund(index, lines)
      }
      case 'advance':
        await passTime(store, storeId, step.steps * STEP_SECONDS)
        model.advance(step.steps * STEP_SECONDS)
        if (!step.expire) return
        await expire(store)
        model.expire()
    }
  }

  const DELIVERIES = `
    select id, delivery_type, checkout_id, line_nos, server_id, unit,
      case when dispatched_at is null then 'waiting' else 'dispatched' end as state
    from pending_deliveries where store_id = $1
    union all
    select id, delivery_type, checkout_id, line_nos, server_id, unit, state from delivery_ledger where store_id = $1`
  type Row = {
    delivery_type: string
    checkout_id: CheckoutId
    line_nos: number[]
    server_id: string
    unit: number
    state: string
  }

  const serverOf = (id: string) => servers.findIndex(({ serverId }) => serverId === id)
  const checkoutOf = (id: CheckoutId) => sold.findIndex((checkout) => checkout.id === id)

  const describe = (row: Row) =>
    `${row.delivery_type} ${checkoutOf(row.checkout_id)}[${row.line_nos.join(',')}] ${serverOf(row.server_id)} ${row.unit}`

  async function describeDelivery(id: DeliveryId): Promise<string> {
    const [row] = await store.query<Row>(`select * from (${DELIVERIES}) d where id = $2`, [storeId, id])
    if (!row) throw new Error('The reported delivery is neither pending nor in the ledger')
    return describe(row)
  }

  async function compare(): Promise<void> {
    const rows = await store.query<Row>(DELIVERIES, [storeId])
    expect(rows.map((row) => `${describe(row)} ${row.state}`).sort()).toEqual(model.listDeliveries())
    const entitlements = await store.query<{ player: string; product: ProductId; left: string }>(
      `select game_user_id as player, product_id as product,
         case when until = 'infinity' then 'Infinity' else (round(extract(epoch from until - now()) / ${STEP_SECONDS}) * ${STEP_SECONDS})::text end as left
       from entitlements where store_id = $1 and ended_at is null`,
      [storeId],
    )
    expect(
      entitlements.map(({ player, product, left }) => `${player} ${products.indexOf(product)} ${left}`).sort(),
    ).toEqual(model.listEntitlements())
  }

  return { runStep, compare }
}

test(
  'after any sequence of sales, polls, reports, refunds and expiries the store agrees with a simple model',
  async () => {
    await fc.assert(
      // A sequence sells only one to three of the products, so that purchases often affect each other.
      fc.asyncProperty(fc.subarray(INDEXES, { minLength: 1, maxLength: 3 }), SEQUENCE, async (choice, actions) => {
        const { runStep, compare } = await startSequence(choice)
        // Every sequence ends with the expiry of everything, refunds of the first checkouts, and another expiry run.
        const expireAll: Action = { type: 'advance', steps: 200, expire: true }
        const refunds = [0, 1, 2, 3].map((which): Action => ({ type: 'refund', which, lines: null }))
        for (const step of [...actions, expireAll, ...refunds, { ...expireAll, steps: 0 }]) {
          await runStep(step)
          await compare()
        }
        await expectNoViolations(store)
      }),
      {
        numRuns: SEQUENCES,
        ...(SEED !== undefined && { seed: Number(SEED) }),
      },
    )
  },
  TIME_LIMIT_MS,
)
