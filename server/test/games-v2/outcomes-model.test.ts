import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { requeueRetries } from '../../src/delivery/queue/requeue-retries.ts'
import { AppError } from '../../src/errors.ts'
import { type CheckoutId, type DeliveryId, formatId, type ProductId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, passTime } from '../store-records.ts'
import { createOutcomesModel, type ModelDelivery, type ModelOutcome, type ModelProduct } from './outcomes-model.ts'
import { createClient } from './client.ts'

const store = await startStore()
const { app, gateway } = store.database
const { poll, report } = createClient(store)
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 15)
const SEED = process.env['MODEL_SEED']
/** Limits the search for a shorter counterexample. */
const LIMIT_MS = SEQUENCES * 40_000

/** The fourth is too large for the batch that reads short queues. */
const PRODUCTS: ModelProduct[] = [
  { rebuy: 'independent', seconds: null, servers: [0], requiresOnline: true, repeatable: false, slots: 2, steps: 1 },
  { rebuy: 'independent', seconds: 600, servers: [0, 1], requiresOnline: false, repeatable: true, slots: 0, steps: 1 },
  { rebuy: 'extend', seconds: 1_000, servers: [0], requiresOnline: false, repeatable: false, slots: 1, steps: 1 },
  { rebuy: 'extend', seconds: null, servers: [1], requiresOnline: false, repeatable: true, slots: 0, steps: 6 },
  { rebuy: 'extend', seconds: 600, servers: [0, 1], requiresOnline: true, repeatable: true, slots: 0, steps: 1 },
]
const LARGE = 3

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
      lines: fc.array(fc.record({ product: fc.nat(PRODUCTS.length - 1), quantity: fc.integer({ min: 1, max: 2 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
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
  { weight: 2, arbitrary: fc.record({ type: fc.constant('expire'), seconds: fc.constantFrom(0, 150, 350, 650) }) },
)
const SEQUENCE = fc.array(action, { minLength: 10, maxLength: 40, size: 'max' })
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
type Outcomes = Extract<Action, { type: 'report' }>['outcomes']

async function start() {
  const storeId = await store.createStore()
  const servers = [await store.createServer(storeId), await store.createServer(storeId)] as const
  const products: ProductId[] = []
  for (const [i, { rebuy, seconds, servers: named, requiresOnline, repeatable, slots, steps }] of PRODUCTS.entries()) {
    const give =
      i === LARGE ? Array.from({ length: steps }, () => `give {userId} ${'x'.repeat(900)}`) : ['give {userId}']
    products.push(
      await store.createProduct(storeId, {
        rebuy,
        durationSeconds: seconds,
        commands: { approve: give, refund: ['take {userId}'], expire: ['end {userId}'] },
        serverIds: named.map((index) => servers[index === 0 ? 0 : 1].serverId),
        conditions: { requiresOnline, repeatable, freeSlots: slots },
      }),
    )
  }
  const model = createOutcomesModel(PRODUCTS)
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
        const items = step.lines.map(({ product, quantity }): [ProductId, number] => [
          products[product] as ProductId,
          quantity,
        ])
        const { checkoutId } = await store.sell(storeId, step.player, items)
        sold.push({ id: checkoutId, lines: items.length })
        return model.sell(step.player, step.lines)
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
      case 'expire':
        await passTime(store, storeId, step.seconds)
        await expire(store)
        model.expire(step.seconds)
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
    select id, position, delivery_type as kind, checkout_id, line_nos, server_id, unit, resend_of, dispatched_at is not null as dispatched,
      case when hold_reason is not null then 'held' when retry_at is not null then 'retrying' else 'waiting' end as state,
      attempts, commands_run
    from pending_deliveries where store_id = $1
    union all
    select id, position, delivery_type, checkout_id, line_nos, server_id, unit, resend_of, dispatched_at is not null, state, null, null
    from delivery_ledger where store_id = $1`
  type Row = Pick<ModelDelivery, 'id' | 'kind' | 'unit' | 'dispatched' | 'state'> & {
    position: string
    checkout_id: CheckoutId
    line_nos: number[]
    server_id: string
    resend_of: string | null
    attempts: number | null
    commands_run: number | null
  }

  /** Sets the ids of new deliveries in the model, and compares all deliveries with it. */
  async function compare(): Promise<void> {
    const rows = await store.query<Row>(DELIVERIES, [storeId])
    const known = new Set(model.deliveries.map(({ id }) => id))
    const describeRow = (row: Row) =>
      `${row.kind} ${sold.findIndex(({ id }) => id === row.checkout_id)}[${row.line_nos.join()}] on ${servers[0].serverId === row.server_id ? 0 : 1}, ${row.unit} of ${row.resend_of}`
    const describe = (one: ModelDelivery) =>
      `${one.kind} ${one.checkout}[${one.lines.join()}] on ${one.server}, ${one.unit} of ${one.resendOf}`
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
  }

  /** A client runs everything that is pending, and staff resolve everything that is held. */
  async function finish(): Promise<void> {
    await run({ type: 'expire', seconds: 0 })
    await compare()
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
  'for any sequence of actions of clients and staff the store agrees with the model, and in the end everything is delivered',
  async () => {
    await fc.assert(
      fc
        .asyncProperty(SEQUENCE, async (actions) => {
          const { run, compare, finish } = await start()
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
