import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dispatchWindow } from '../src/delivery/queue/dispatch-window.ts'
import { markProcessed } from '../src/delivery/ledger/mark-processed.ts'
import type { CheckoutId, DeliveryId, ProductId } from '../src/ids.ts'
import { createModel, type ModelProduct } from './purchases-model.ts'
import { startStore } from './start-store.ts'
import { expectSound, expire, passTime } from './store-records.ts'

const store = await startStore()
const { gateway } = store.database
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 60)
const SEED = process.env['MODEL_SEED']
/** Also ends the search for a shorter counterexample. */
const LIMIT_MS = SEQUENCES * 4_000

/** All times are multiples of this, and a sequence takes far less: what really passes never decides. */
const STEP = 50
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
      type: fc.constant('pass' as const),
      steps: fc.constantFrom<number>(3, 7, 13, 20, 70),
      tick: fc.boolean(),
    }),
  },
)
const SEQUENCE = fc.array(action, { minLength: 5, maxLength: 25, size: 'max' })
const INDEXES = PRODUCTS.map((_, i) => i)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

async function start(choice: number[]) {
  const storeId = await store.createStore()
  const servers = [await store.createServer(storeId), await store.createServer(storeId)]
  const products: ProductId[] = []
  for (const { rebuy, seconds, expires, servers: named, buyerChoosesServer } of PRODUCTS) {
    products.push(
      await store.createProduct(storeId, {
        rebuy,
        durationSeconds: seconds,
        commands: { approve: ['give {userId}'], refund: ['take {userId}'], expire: expires ? ['end {userId}'] : [] },
        serverIds: named.flatMap((index) => servers[index]?.serverId ?? []),
        buyerChoosesServer,
      }),
    )
  }
  const model = createModel(PRODUCTS)
  const sold: { id: CheckoutId; lines: number }[] = []
  const offered: { server: number; id: DeliveryId }[] = []

  async function run(step: Action): Promise<void> {
    switch (step.type) {
      case 'sell': {
        const wanted = step.items.map(({ pick, quantity }) => ({
          product: choice[pick % choice.length] ?? 0,
          quantity,
        }))
        const picks = wanted.some(({ product }) => PRODUCTS[product]?.buyerChoosesServer)
        const serverId = picks ? servers[step.server]?.serverId : undefined
        const items = wanted.flatMap(({ product, quantity }): [ProductId, number][] =>
          products[product] === undefined ? [] : [[products[product], quantity]],
        )
        const { checkoutId } = await store.sell(storeId, step.player, items, { ...(serverId && { serverId }) })
        sold.push({ id: checkoutId, lines: items.length })
        return model.sell(step.player, wanted, picks ? step.server : null)
      }
      case 'poll': {
        const server = servers[step.server]
        if (!server) return
        const answer = await dispatchWindow(gateway, { ...server, profile: 'standard' })
        for (const { id } of answer) {
          if (!offered.some((one) => one.id === id)) offered.push({ server: step.server, id })
        }
        return model.offer(step.server)
      }
      case 'report': {
        const one = offered[step.which % Math.max(offered.length, 1)]
        const server = servers[one?.server ?? 0]
        if (!one || !server) return
        expect(await markProcessed(gateway, { ...server, deliveryId: one.id })).toBeDefined()
        return model.report(await keyOf(one.id))
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
      case 'pass':
        await passTime(store, storeId, step.steps * STEP)
        model.pass(step.steps * STEP)
        if (step.tick) await tick()
    }
  }

  async function tick(): Promise<void> {
    await expire(store)
    model.expire()
  }

  const ELEMENTS = `
    select id, delivery_type, checkout_id, line_nos, server_id, unit,
      case when dispatched_at is null then 'waiting' else 'offered' end as state from pending_deliveries where store_id = $1
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

  async function keyOf(id: DeliveryId): Promise<string> {
    const [row] = await store.query<Row>(`select * from (${ELEMENTS}) e where id = $2`, [storeId, id])
    if (!row) throw new Error('a reported element is gone')
    return `${row.delivery_type} ${checkoutOf(row.checkout_id)}[${row.line_nos.join(',')}] ${serverOf(row.server_id)} ${row.unit}`
  }

  async function compare(): Promise<void> {
    const rows = await store.query<Row>(ELEMENTS, [storeId])
    const queued = rows.map(
      (row) =>
        `${row.delivery_type} ${checkoutOf(row.checkout_id)}[${row.line_nos.join(',')}] ${serverOf(row.server_id)} ${row.unit} ${row.state}`,
    )
    expect(queued.sort()).toEqual(model.queued())
    const held = await store.query<{ player: string; product: ProductId; left: string }>(
      `select game_user_id as player, product_id as product,
         case when until = 'infinity' then 'Infinity' else (round(extract(epoch from until - now()) / ${STEP}) * ${STEP})::text end as left
       from entitlements where store_id = $1 and ended_at is null`,
      [storeId],
    )
    expect(held.map(({ player, product, left }) => `${player} ${products.indexOf(product)} ${left}`).sort()).toEqual(
      model.held(),
    )
  }

  return { run, compare }
}

test(
  'whatever is sold, offered, reported, refunded and expired in whatever order: the store agrees with a plain model',
  async () => {
    await fc.assert(
      // A sequence sells one to three of the products: purchases that never meet prove little.
      fc.asyncProperty(fc.subarray(INDEXES, { minLength: 1, maxLength: 3 }), SEQUENCE, async (choice, actions) => {
        const { run, compare } = await start(choice)
        // At the end time runs out, what was bought is refunded one by one, and the scheduler comes once more.
        const over: Action = { type: 'pass', steps: 200, tick: true }
        const refunds = [0, 1, 2, 3].map((which): Action => ({ type: 'refund', which, lines: null }))
        for (const step of [...actions, over, ...refunds, { ...over, steps: 0 }]) {
          await run(step)
          await compare()
        }
        await expectSound(store)
      }),
      {
        numRuns: SEQUENCES,
        ...(SEED !== undefined && { seed: Number(SEED) }),
        interruptAfterTimeLimit: LIMIT_MS,
        markInterruptAsFailure: true,
      },
    )
  },
  LIMIT_MS + 60_000,
)
