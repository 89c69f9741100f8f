import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { openDatabase } from '../../src/db/database.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { requeueRetries } from '../../src/delivery/queue/requeue-retries.ts'
import { AppError } from '../../src/errors.ts'
import { type CheckoutId, type DeliveryId, formatId, type GameServerId, parseId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, holdRows, passTime, untilWaiting } from '../store-records.ts'
import { createClient } from './client.ts'

const store = await startStore()
const { app, gateway } = store.database
const { poll, report, makeRetriesDue } = createClient(store)
const RACES = Number(process.env['RACES'] ?? 50)
const CONCURRENCY = 10

type Dispatched = { key: string; id: string; deliveryId: DeliveryId; checkoutId: CheckoutId; round: number }

const storeId = await store.createStore()
const product = await store.createProduct(storeId)

/** Purchases of `count` players, all dispatched to one server. */
async function dispatchMany(count = RACES): Promise<Dispatched[]> {
  const server = await store.createServer(storeId)
  const sold = new Map<string, CheckoutId>()
  await forEachConcurrently(
    Array.from({ length: count }, (_, i) => `p${i}`),
    async (player) => sold.set(player, (await store.sell(storeId, player, [product], server)).checkoutId),
  )
  const { commands } = await poll(server.key)
  expect(commands).toHaveLength(count)
  return commands.map(({ id, gameUserId }, round) => ({
    key: server.key,
    id,
    deliveryId: parseId<DeliveryId>('cmd', id) as DeliveryId,
    checkoutId: sold.get(gameUserId) as CheckoutId,
    round,
  }))
}

/** Runs `work` for each item, a few at a time. */
async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

/** Milliseconds by which the first of two starts earlier. */
let lead = 0
let step = 1
let firstWonBefore = false

/** The winner starts later the next time, and much later if it wins again, so most rounds are close on any machine. */
function adjustLead(firstWon: boolean): void {
  step = firstWon === firstWonBefore ? Math.min(step * 2, 64) : 1
  firstWonBefore = firstWon
  lead += firstWon ? -step : step
}

function race<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  return Promise.all([sleep(Math.max(0, -lead)).then(first), sleep(Math.max(0, lead)).then(second)])
}

const reportOutcome = async ({ key, id }: Dispatched, outcome: 'done' | 'failed' | 'in_doubt', more: object = {}) =>
  (await report(key, [{ id, attempt: 1, outcome, ...more }]))[0]?.status

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

/** All deliveries of a purchase with their states, in queue order, and its failed attempts. */
async function historyOf({ checkoutId, deliveryId }: Dispatched): Promise<string> {
  const [row] = await store.query<{ history: string }>(
    `select string_agg(kind || ' ' || state, ', ' order by position) || coalesce((
       select ' after ' || string_agg(outcome, ', ') from delivery_attempts where delivery_id = $2), '') as history
     from (
       select position, delivery_type as kind,
         case when hold_reason is not null then 'held' when retry_at is not null then 'retrying' else 'waiting' end as state
       from pending_deliveries where checkout_id = $1
       union all
       select position, delivery_type, state || case when late_report_at is null then '' else ' and ran' end
       from delivery_ledger where checkout_id = $1) deliveries`,
    [checkoutId, deliveryId],
  )
  return row?.history ?? 'nothing'
}

/** Runs a race for each delivery and checks that the result is one of `ends`. The first of `ends` is that the first one won. */
async function expectEnds(
  all: Dispatched[],
  run: (one: Dispatched) => Promise<string>,
  ends: string[],
  rare = '',
): Promise<void> {
  const seen = new Set<string>()
  lead = 0
  await forEachConcurrently(all, async (one) => {
    const text = `${await run(one)}: ${await historyOf(one)}`
    expect([...ends, rare], text).toContain(text)
    if (ends.length > 1) adjustLead(text === ends[0])
    else lead--
    seen.add(text)
  })
  // Each possible result must occur, or the race proves nothing.
  expect(ends.filter((text) => !seen.has(text))).toEqual([])
}

afterEach(async () => {
  // No worker runs here, and on a slow machine the tests take longer than a retry may be late.
  await store.query("update pending_deliveries set retry_at = now() + interval '1 hour' where retry_at is not null")
  await expectNoViolations(store)
  await expectNoDeadlock()
})

/** A deadlock would be retried or refused after a second. There is none at all. */
async function expectNoDeadlock(): Promise<void> {
  const rows = await store.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: '0' }])
}

test('concurrent failure and refund: the purchase is retried, and its refund waits behind it', async () => {
  const all = await dispatchMany()
  const polls: Promise<unknown>[] = []
  await expectEnds(
    all,
    async (one) => {
      if (one.round % Math.ceil(RACES / 20) === 0) polls.push(expectPurchaseBeforeRefund(one.key))
      const [status] = await race(
        () => reportOutcome(one, 'failed'),
        () => store.refund(storeId, one.checkoutId),
      )
      return `${status}`
    },
    ['waiting: APPROVE retrying, REFUND waiting after failed'],
  )
  await Promise.all(polls)
  expect((await poll(all[0]?.key ?? '')).commands).toEqual([])
})

/** While nothing is delivered, no response has a refund without its purchase before it. */
async function expectPurchaseBeforeRefund(key: string): Promise<void> {
  const { commands } = await poll(key)
  const overtaking = commands.filter(
    ({ gameUserId, deliveryType }, index) =>
      deliveryType === 'REFUND' && !commands.slice(0, index).some((before) => before.gameUserId === gameUserId),
  )
  expect(overtaking).toEqual([])
}

type Decision = (one: Dispatched) => Promise<string | undefined>
const reportAs =
  (kind: 'done' | 'failed' | 'in_doubt'): Decision =>
  (one) =>
    reportOutcome(one, kind)
const resolveAs =
  (resolution: 'delivered' | 'retry'): Decision =>
  ({ deliveryId }) =>
    codeOf(resolveDelivery(app, { storeId, deliveryId, resolution }))
const refund: Decision = ({ checkoutId }) => codeOf(store.refund(storeId, checkoutId))
const cancel: Decision = ({ deliveryId }) => codeOf(cancelDelivery(app, { storeId, deliveryId }))

type Race = { first: Decision; second: Decision; isHeld?: boolean; ends: [string, string]; rare?: string }
const BOTH_DELIVER: [string, string] = [
  'processed, not_found: APPROVE processed after uncertain',
  'processed, ok: APPROVE processed after uncertain',
]
const CONCURRENT: [title: string, race: Race][] = [
  [
    'retry by staff and refund: the delivery is dispatched before its refund, or never',
    {
      first: resolveAs('retry'),
      second: refund,
      isHeld: true,
      ends: [
        'ok, ok: APPROVE waiting, REFUND waiting after uncertain',
        'no_longer_owned, ok: APPROVE held, REFUND waiting after uncertain',
      ],
    },
  ],
  [
    '`done` of the client and `delivered` of staff: it is delivered once, and the client gets that status',
    { first: reportAs('done'), second: resolveAs('delivered'), isHeld: true, ends: BOTH_DELIVER },
  ],
  [
    '`done` of the client and `retry` of staff: it is delivered and not dispatched again',
    { first: reportAs('done'), second: resolveAs('retry'), isHeld: true, ends: BOTH_DELIVER },
  ],
  [
    '`done` and `failed` for the same attempt: `done` wins in either order',
    {
      first: reportAs('done'),
      second: reportAs('failed'),
      ends: ['processed, processed: APPROVE processed', 'processed, waiting: APPROVE processed after failed'],
      rare: 'processed, processed: APPROVE processed after failed',
    },
  ],
  [
    '`failed` and `in_doubt` for the same attempt: one of them counts',
    {
      first: reportAs('failed'),
      second: reportAs('in_doubt'),
      ends: ['waiting, waiting: APPROVE retrying after failed', 'held, held: APPROVE held after uncertain'],
    },
  ],
  [
    'failure and cancel: it is cancelled, and the client gets one of the two statuses',
    {
      first: reportAs('failed'),
      second: cancel,
      ends: ['waiting, ok: APPROVE cancelled after failed', 'cancelled, ok: APPROVE cancelled'],
      rare: 'cancelled, ok: APPROVE cancelled after failed',
    },
  ],
  [
    '`done` and cancel: it is delivered, or cancelled with a late report',
    {
      first: reportAs('done'),
      second: cancel,
      ends: ['processed, already_processed: APPROVE processed', 'processed, ok: APPROVE cancelled and ran'],
    },
  ],
]

test.each(CONCURRENT)('concurrent %s', async (_, { first, second, isHeld = false, ends, rare }) => {
  const all = await dispatchMany()
  if (isHeld) await forEachConcurrently(all, (one) => reportOutcome(one, 'in_doubt'))
  const run = async (one: Dispatched) =>
    (
      await race(
        () => first(one),
        () => second(one),
      )
    ).join(', ')
  await expectEnds(all, run, ends, rare)
})

test('`done` and `failed` for the same attempt in one report: `done` wins', async () => {
  await forEachConcurrently(await dispatchMany(), async (one) => {
    const outcomes = ['failed' as const, 'done' as const].map((outcome) => ({ id: one.id, attempt: 1, outcome }))
    const results = await report(one.key, one.round % 2 ? outcomes : outcomes.toReversed())
    expect(results.map(({ status }) => status)).toContain('processed')
    expect(await historyOf(one)).toMatch(/^APPROVE processed( after failed)?$/)
  })
})

test('ten concurrent reports of one failure count once', async () => {
  await forEachConcurrently(await dispatchMany(RACES / 5), async (one) => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => reportOutcome(one, 'failed')))
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 'waiting'))
    expect(await historyOf(one)).toBe('APPROVE retrying after failed')
  })
})

test('two processes that requeue retries, with concurrent reports and refunds: each delivery is requeued once, and none is left', async () => {
  const other = openDatabase({ url: store.databaseUrl, poolSize: 3 })
  try {
    const all = await dispatchMany()
    await forEachConcurrently(all, (one) => reportOutcome(one, 'failed'))
    const otherRetries =
      (await store.query('select from pending_deliveries where retry_at is not null')).length - all.length
    await makeRetriesDue()
    const [reported, refunded] = [
      all.filter(({ round }) => round % 4 === 1),
      all.filter(({ round }) => round % 4 === 3),
    ]
    const [requeued] = await Promise.all([
      Promise.all([gateway, other.gateway, gateway, other.gateway].map((db) => requeueRetries(db))),
      forEachConcurrently(reported, (one) => reportOutcome(one, 'done')),
      forEachConcurrently(refunded, (one) => store.refund(storeId, one.checkoutId)),
    ])
    // A delivery that another transaction has locked is left for the next call.
    const sum = requeued.reduce((total, count) => total + count, await requeueRetries(other.gateway)) - otherRetries
    expect(sum).toBeLessThanOrEqual(all.length)
    expect(sum).toBeGreaterThanOrEqual(all.length - reported.length)
    const { commands } = await poll(all[0]?.key ?? '')
    expect(commands.filter(({ deliveryType }) => deliveryType === 'APPROVE')).toHaveLength(all.length - reported.length)
    expect(
      new Set(commands.filter(({ deliveryType }) => deliveryType === 'APPROVE').map(({ attempt }) => attempt)),
    ).toEqual(new Set([2]))
    expect(commands.filter(({ deliveryType }) => deliveryType === 'REFUND')).toHaveLength(refunded.length)
  } finally {
    await other.close()
  }
})

test('a report of many failures and a concurrent refund do not deadlock', async () => {
  const server = await store.createServer(storeId)
  const timed = await store.createProduct(storeId, { rebuy: 'independent', durationSeconds: 100 })
  await fillQueue(server)
  const { checkoutId } = await store.sell(storeId, 'steve', [[timed, 12]], server)
  await passTime(store, storeId, 200)
  await expire(store)
  await poll(server.key, { online: ['steve'] })
  const rows = await store.query<{ id: DeliveryId }>(
    "select id from pending_deliveries where checkout_id = $1 and delivery_type = 'EXPIRE' order by position",
    [checkoutId],
  )
  // Ids of one millisecond are in random order, so two of them are in reverse order in the queue.
  const at = rows.findIndex(({ id }, i) => id < (rows[i - 1]?.id ?? ''))
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [rows[at]?.id])
  const outcomes = rows.slice(at - 1, at + 1).map(({ id }) => ({
    id: formatId('cmd', id),
    attempt: 1,
    outcome: 'failed' as const,
  }))
  const reported = report(server.key, outcomes)
  await untilWaiting(store, 1)
  const refunded = store.refund(storeId, checkoutId)
  await untilWaiting(store, 2)
  await gate.release()
  expect((await reported).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  await refunded
})

/** Fills the queue so that PostgreSQL chooses the index on the key and not the one on the position. */
async function fillQueue({ serverId }: { serverId: GameServerId }): Promise<void> {
  const { checkoutId } = await store.sell(storeId, 'many', [product], { serverId })
  await store.query(
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, unit, products, resend_of)
     select store_id, gen_random_uuid(), server_id, checkout_id, game_user_id, delivery_type, line_nos, n, products, id
     from pending_deliveries cross join generate_series(2, 5000) n where checkout_id = $1`,
    [checkoutId],
  )
  await store.query('analyze pending_deliveries')
}

test.each(['expiry of the same purchase', 'refund of another purchase'])(
  'a retry by staff and a concurrent %s do not deadlock',
  async (other) => {
    const isExpiry = other.startsWith('expiry')
    const early = await store.createStore()
    // Without expire commands a refund also revokes what another purchase has granted.
    const commands = { approve: ['give {userId}'], refund: ['take {userId}'], expire: isExpiry ? ['end'] : [] }
    const timed = await store.createProduct(early, { durationSeconds: 100, commands })
    const { checkoutId } = await store.sell(early, 'steve', [timed])
    const second = await store.sell(early, 'steve', [timed])
    const { key } = await store.createServer(early)
    const id = (await poll(key)).commands[0]?.id ?? ''
    await report(key, [{ id, attempt: 1, outcome: 'in_doubt' }])
    await passTime(store, early, 1_000)
    const gate = await holdRows(store, 'select from pending_deliveries where checkout_id = $1 for update', [checkoutId])
    const deliveryId = parseId<DeliveryId>('cmd', id) as DeliveryId
    const resolved = codeOf(resolveDelivery(app, { storeId: early, deliveryId, resolution: 'retry' }))
    await untilWaiting(store, 1)
    const ended = isExpiry ? expire(store) : store.refund(early, second.checkoutId)
    await Promise.race([untilWaiting(store, 2), ended])
    await gate.release()
    expect(await resolved).toBe('ok')
    await ended
    await expire(store)
  },
)
