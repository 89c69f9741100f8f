import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resendDelivery } from '../src/redelivery/resend-delivery.ts'
import { resolveDelivery } from '../src/redelivery/resolve-delivery.ts'
import { cancelDelivery } from '../src/delivery/ledger/cancel-delivery.ts'
import { requeueRetries } from '../src/delivery/queue/requeue-retries.ts'
import { AppError } from '../src/errors.ts'
import { type CheckoutId, type DeliveryId, formatId, type ProductId } from '../src/ids.ts'
import { createPurchasesModel, type ModelDelivery, type ModelOutcome, type ModelProduct } from './purchases-model.ts'
import { startStore } from './start-store.ts'
import { expectNoViolations, expire, passTime } from './store-records.ts'
import { createClient } from './games-v2/client.ts'

const store = await startStore()
const { app, gateway } = store.database
const { poll, report } = createClient(store)
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 30)
const SEED = process.env['MODEL_SEED']
/** Limits the search for a shorter counterexample. */
const LIMIT_MS = SEQUENCES * 40_000

/** All durations are multiples of this. A sequence runs much faster, so real time never affects the result. */
const STEP_SECONDS = 50
const PRODUCTS: ModelProduct[] = [
  product({ rebuy: 'independent', requiresOnline: true, slots: 2 }),
  product({ rebuy: 'independent', seconds: 600, expires: true, servers: [0, 1], repeatable: true }),
  product({ seconds: 1_000, expires: true, slots: 1 }),
  // Too large for the batch that reads short queues.
  product({ servers: [0, 1], repeatable: true, steps: 6 }),
  product({ seconds: 600, expires: true, servers: [0, 1], requiresOnline: true, repeatable: true }),
  product({ seconds: 600, servers: [1] }),
  product({ seconds: 1_000, expires: true, buyerChoosesServer: true }),
]

function product(change: Partial<ModelProduct>): ModelProduct {
  return { rebuy: 'extend', seconds: null, expires: false, servers: [], buyerChoosesServer: false, ...change }
}

/** Mostly one of the first few, so that several actions hit the same delivery. */
const which = fc.oneof({ weight: 3, arbitrary: fc.nat(11) }, { weight: 1, arbitrary: fc.nat(400) })
const outcome = fc.record({
  which,
  age: fc.constantFrom(-1, 0, 0, 0, 1),
  outcome: fc.constantFrom('done', 'failed', 'failed', 'failed', 'in_doubt'),
  done: fc.nat(2),
  retry: fc.constantFrom(true, true, true, false),
})
const server = fc.constantFrom(0, 0, 1)
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('sell'),
      player: fc.constantFrom('Ann', 'Ann', 'Ann', 'bob', 'Cem'),
      items: fc.array(fc.record({ pick: fc.nat(), quantity: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      server: fc.nat(1),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('poll'),
      server,
      online: fc.option(fc.subarray(['ANN', 'bOb', 'cem', 'dora']), { nil: undefined }),
      holding: fc.array(which, { maxLength: 3 }),
      most: fc.constantFrom(1, 2, 1_000, 1_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('poll by 1.0'), server }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('report'),
      outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
      otherServer: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('report by 1.0'), which }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wake'), server }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('resolve'),
      which,
      resolution: fc.constantFrom('delivered', 'retry', 'continue'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel'), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('resend'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('refund'),
      which,
      lines: fc.option(fc.subarray([1, 2, 3], { minLength: 1 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('advance'),
      steps: fc.constantFrom<number>(0, 3, 7, 13, 20, 70),
      expire: fc.constantFrom(true, true, false),
    }),
  },
)
const SEQUENCE = fc.array(action, { minLength: 10, maxLength: 40, size: 'max' })
const INDEXES = PRODUCTS.map((_, i) => i)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
type Outcomes = Extract<Action, { type: 'report' }>['outcomes']

/** A sequence sells only some of the products, so that purchases often affect each other. */
async function start(choice: number[]) {
  const storeId = await store.createStore()
  const servers = [await store.createServer(storeId), await store.createServer(storeId)] as const
  const products: ProductId[] = []
  for (const { rebuy, seconds, expires, servers: named, buyerChoosesServer, steps = 1, ...conditions } of PRODUCTS) {
    const give = steps > 1 ? Array.from({ length: steps }, () => `give {userId} ${'x'.repeat(900)}`) : ['give {userId}']
    const { requiresOnline = false, repeatable = false, slots = 0 } = conditions
    products.push(
      await store.createProduct(storeId, {
        rebuy,
        durationSeconds: seconds,
        commands: { approve: give, refund: ['take {userId}'], expire: expires ? ['end {userId}'] : [] },
        serverIds: named.map((index) => servers[index === 0 ? 0 : 1].serverId),
        buyerChoosesServer,
        conditions: { requiresOnline, repeatable, freeSlots: slots },
      }),
    )
  }
  const model = createPurchasesModel(PRODUCTS)
  const sold: { id: CheckoutId; lines: number }[] = []

  const keyOf = (index: number) => servers[index === 0 ? 0 : 1].key
  const wire = (delivery: ModelDelivery) => formatId('cmd', delivery.id as DeliveryId)
  const pick = (index: number, from = model.deliveries) => from[index % Math.max(from.length, 1)]
  /** Mostly a delivery that a client or staff would name: one that is queued and was dispatched. */
  const pickLikely = (index: number, likely: (delivery: ModelDelivery) => boolean) =>
    (index % 4 > 0 ? pick(index >> 2, model.deliveries.filter(likely)) : undefined) ?? pick(index >> 2)

  async function run(step: Action): Promise<void> {
    switch (step.type) {
      case 'sell': {
        const lines = step.items.map(({ pick: index, quantity }) => ({
          product: choice[index % choice.length] ?? 0,
          quantity,
        }))
        const items = lines.map(({ product: index, quantity }): [ProductId, number] => [
          products[index] as ProductId,
          quantity,
        ])
        const choosesServer = lines.some(({ product: index }) => PRODUCTS[index]?.buyerChoosesServer)
        const chosen = choosesServer ? { serverId: servers[step.server === 0 ? 0 : 1].serverId } : {}
        const { checkoutId } = await store.sell(storeId, step.player, items, chosen)
        sold.push({ id: checkoutId, lines: items.length })
        return model.sell(step.player, lines, choosesServer ? step.server : null)
      }
      case 'poll': {
        const { online, most } = step
        const named = step.holding.map((index) => pick(index)).filter((delivery) => delivery !== undefined)
        const body = { ...(online && { online }), holding: named.map(wire), most }
        const expected = model.poll(step.server, { online, most, holding: named.map(({ id }) => id) })
        const { commands, more } = await poll(keyOf(step.server), body)
        expect(
          commands.map(({ id, attempt, done, repeatable, conditions }) => ({
            id,
            attempt,
            done,
            repeatable,
            online: conditions.online,
            slots: conditions.freeSlots,
          })),
        ).toEqual(
          expected.commands.map((delivery) => ({
            id: wire(delivery),
            attempt: delivery.attempts + 1,
            done: delivery.done,
            ...model.conditionsOf(delivery),
          })),
        )
        return expect(more).toBe(expected.more)
      }
      case 'poll by 1.0': {
        const { commands } = model.poll(step.server, { online: undefined, holding: [], most: 1_000 })
        return expect((await store.poll(keyOf(step.server))).map(({ id }) => id)).toEqual(commands.map(wire))
      }
      case 'report':
        return reportAll(step.outcomes, step.otherServer === 0)
      case 'report by 1.0': {
        const delivery = pickLikely(step.which, ({ dispatched }) => dispatched)
        if (!delivery?.dispatched) return
        expect((await store.report(keyOf(delivery.server), wire(delivery))).status).toBe(200)
        model.report(delivery, { attempt: 1, outcome: 'done', done: 0, retry: true })
        return
      }
      case 'wake':
        await store.query(
          'update pending_deliveries set retry_at = now() where store_id = $1 and server_id = $2 and retry_at is not null',
          [storeId, servers[step.server === 0 ? 0 : 1].serverId],
        )
        await requeueRetries(gateway)
        return model.wake(step.server)
      case 'resolve': {
        const delivery = pickLikely(step.which, ({ state }) => state === 'held' || state === 'retrying')
        if (!delivery) return
        const { resolution } = step
        const response = await codeOf(
          resolveDelivery(app, { storeId, deliveryId: delivery.id as DeliveryId, resolution }),
        )
        return expect(response).toBe(model.resolve(delivery, resolution))
      }
      case 'cancel': {
        const delivery = pickLikely(step.which, model.isQueued)
        if (!delivery) return
        const response = await codeOf(cancelDelivery(app, { storeId, deliveryId: delivery.id as DeliveryId }))
        return expect(response).toBe(model.cancel(delivery))
      }
      case 'resend': {
        const delivery = pickLikely(step.which, (one) => !model.isQueued(one))
        if (!delivery) return
        const response = await codeOf(resendDelivery(app, { storeId, deliveryId: delivery.id as DeliveryId }))
        return expect(response).toBe(model.resendDelivery(delivery))
      }
      case 'refund': {
        const index = step.which % Math.max(sold.length, 1)
        const checkout = sold[index]
        if (!checkout) return
        const all = Array.from({ length: checkout.lines }, (_, i) => i + 1)
        const lines = all.filter((line) => step.lines?.includes(line) ?? true)
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

  /** One report for each server, sent twice: the second changes nothing and gets the same response. */
  async function reportAll(outcomes: Outcomes, byOtherServer: boolean): Promise<void> {
    const reported = new Map<string, { delivery: ModelDelivery; outcome: ModelOutcome }>()
    for (const { which: index, age, ...rest } of outcomes) {
      const delivery = pickLikely(index, (one) => one.dispatched && model.isQueued(one))
      if (!delivery || (rest.outcome === 'done' && !delivery.dispatched)) continue
      const attempt = Math.max(1, delivery.attempts + 1 + age)
      // A client that reports a delivery twice names two attempts that it has seen.
      const others = [...reported.values()].filter((one) => one.delivery === delivery)
      const isContradiction = others.length > 0 && (age > 0 || rest.outcome === 'done')
      if (isContradiction || others.some((one) => one.outcome.outcome === 'done' || one.outcome.attempt >= attempt))
        continue
      reported.set(`${delivery.id} ${attempt}`, { delivery, outcome: { attempt, ...rest } })
    }
    for (const own of [0, 1] as const) {
      const mine = [...reported.values()].filter(({ delivery }) => delivery.server === own)
      if (mine.length === 0) continue
      const body = mine.map(({ delivery, outcome: { done, retry, ...rest } }) => ({
        id: wire(delivery),
        ...rest,
        ...(rest.outcome !== 'done' && { done, retry }),
      }))
      if (!byOtherServer) for (const one of mine) model.report(one.delivery, one.outcome)
      const expected = mine.map(({ delivery, outcome: reportedOutcome }) => ({
        id: wire(delivery),
        ...(byOtherServer ? { status: 'unknown', hasRetry: false } : model.report(delivery, reportedOutcome)),
      }))
      for (let i = 0; i < 2; i++) {
        const results = await report(keyOf(byOtherServer ? 1 - own : own), body)
        expect(results.map(({ retryAt, ...result }) => ({ ...result, hasRetry: retryAt !== undefined }))).toEqual(
          expected,
        )
      }
    }
  }

  const DELIVERIES = `
    select id, position, delivery_type as type, checkout_id, line_nos, server_id, unit, resend_of, dispatched_at is not null as dispatched,
      case when hold_reason is not null then 'held' when retry_at is not null then 'retrying' else 'waiting' end as state,
      attempts, commands_run
    from pending_deliveries where store_id = $1
    union all
    select id, position, delivery_type, checkout_id, line_nos, server_id, unit, resend_of, dispatched_at is not null, state, null, null
    from delivery_ledger where store_id = $1`
  type Row = Pick<ModelDelivery, 'id' | 'type' | 'unit' | 'dispatched' | 'state'> & {
    position: string
    checkout_id: CheckoutId
    line_nos: number[]
    server_id: string
    resend_of: string | null
    attempts: number | null
    commands_run: number | null
  }

  /** Sets the ids of new deliveries in the model, and compares all deliveries and entitlements with it. */
  async function compare(): Promise<void> {
    const rows = await store.query<Row>(DELIVERIES, [storeId])
    const known = new Set(model.deliveries.map(({ id }) => id))
    const describeRow = (row: Row) =>
      `${row.type} ${sold.findIndex(({ id }) => id === row.checkout_id)}[${row.line_nos.join()}] on ${servers[0].serverId === row.server_id ? 0 : 1}, ${row.unit} of ${row.resend_of}`
    const describe = (one: ModelDelivery) =>
      `${one.type} ${one.checkout}[${one.lines.join()}] on ${one.server}, ${one.unit} of ${one.resendOf}`
    for (const delivery of model.deliveries.filter(({ id }) => id === '')) {
      const row = rows.find((one) => !known.has(one.id) && describeRow(one) === describe(delivery))
      if (!row) continue
      Object.assign(delivery, { id: row.id, position: Number(row.position) })
      known.add(row.id)
    }
    const found = rows.map((row) => {
      const tries = row.attempts === null ? '' : `${row.attempts} failed, ${row.commands_run} ran`
      return `${row.id} ${describeRow(row)}: ${row.state} ${row.dispatched} ${tries}`
    })
    const expected = model.deliveries.map((one) => {
      const tries = model.isQueued(one) ? `${one.attempts} failed, ${one.done} ran` : ''
      return `${one.id} ${describe(one)}: ${one.state} ${one.dispatched} ${tries}`
    })
    expect(found.sort()).toEqual(expected.sort())
    const entitlements = await store.query<{ player: string; product: ProductId; left: string }>(
      `select game_user_id as player, product_id as product,
         case when until = 'infinity' then 'Infinity' else (round(extract(epoch from until - now()) / ${STEP_SECONDS}) * ${STEP_SECONDS})::text end as left
       from entitlements where store_id = $1 and ended_at is null`,
      [storeId],
    )
    expect(
      entitlements.map(({ player, product: id, left }) => `${player} ${products.indexOf(id)} ${left}`).sort(),
    ).toEqual(model.listEntitlements())
  }

  /** Everything expires, the first checkouts are refunded, a client runs what is pending, and staff resolve what is held. */
  async function finish(): Promise<void> {
    const refunds = [0, 1, 2, 3].map((index): Action => ({ type: 'refund', which: index, lines: null }))
    const expireAll: Action = { type: 'advance', steps: 200, expire: true }
    for (const step of [expireAll, ...refunds, { ...expireAll, steps: 0 }]) {
      await run(step)
      await compare()
    }
    for (const own of [0, 1] as const) {
      await run({ type: 'wake', server: own })
      const { commands } = await poll(keyOf(own))
      model.poll(own, { online: undefined, holding: [], most: 1_000 })
      const all = commands.map(({ id, attempt }) => ({ id, attempt, outcome: 'done' as const }))
      if (all.length > 0) await report(keyOf(own), all)
      for (const one of model.deliveries.filter(({ server: at, state }) => at === own && state === 'waiting'))
        model.report(one, { attempt: 1, outcome: 'done', done: 0, retry: true })
    }
    for (const delivery of model.deliveries.filter(({ state }) => state === 'held')) {
      await resolveDelivery(app, { storeId, deliveryId: delivery.id as DeliveryId, resolution: 'delivered' })
      model.resolve(delivery, 'delivered')
    }
    await compare()
    expect(await store.query('select id from pending_deliveries where store_id = $1', [storeId])).toEqual([])
  }

  return { run, compare, finish }
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test(
  'for any purchases, refunds, expiries and actions of clients and staff the store agrees with a simple model, and in the end everything is delivered',
  async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.subarray(INDEXES, { minLength: 1, maxLength: 4 }), SEQUENCE, async (choice, actions) => {
          const { run, compare, finish } = await start(choice)
          for (const step of actions) {
            await run(step)
            await compare()
          }
          await finish()
          await expectNoViolations(store)
        })
        // A store that violates a rule must not affect the search for a shorter counterexample.
        .afterEach(() => store.empty()),
      {
        numRuns: SEQUENCES,
        ...(SEED !== undefined && { seed: Number(SEED) }),
      },
    )
  },
  LIMIT_MS,
)
