import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { openDatabase } from '../../src/db/database.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { requeueRetries } from '../../src/delivery/queue/requeue-retries.ts'
import { AppError } from '../../src/errors.ts'
import { type CheckoutId, type DeliveryId, formatId, type GameServerId, parseId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expectSound, expire, holdRows, passTime, untilWaiting } from '../store-records.ts'
import { speak } from './speak.ts'

const store = await startStore()
const { app, gateway } = store.database
const { poll, report, rested } = speak(store)
const RACES = Number(process.env['RACES'] ?? 50)
const AT_ONCE = 10

type Handed = { key: string; id: string; deliveryId: DeliveryId; checkoutId: CheckoutId; round: number }

const storeId = await store.createStore()
const product = await store.createProduct(storeId)

/** So many players, each with a purchase that was handed out to one server. */
async function handedOut(count = RACES): Promise<Handed[]> {
  const server = await store.createServer(storeId)
  const sold = new Map<string, CheckoutId>()
  await inTurns(
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

/** A few at a time, each as soon as there is room. */
async function inTurns<T>(things: T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  const left = [...things]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Milliseconds by which the first of two begins earlier. Whoever won gets a worse start next time, so most rounds are close. */
let lead = 0

function race<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  return Promise.all([sleep(Math.max(0, -lead)).then(first), sleep(Math.max(0, lead)).then(second)])
}

const say = async ({ key, id }: Handed, outcome: 'done' | 'failed' | 'in_doubt', more: object = {}) =>
  (await report(key, [{ id, attempt: 1, outcome, ...more }]))[0]?.status

const answerOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

/** Everything of a purchase, in queue order, and how many failures of it were counted. */
async function storyOf({ checkoutId, deliveryId }: Handed): Promise<string> {
  const [row] = await store.query<{ story: string }>(
    `select string_agg(kind || ' ' || state, ', ' order by position) || coalesce((
       select ' after ' || string_agg(outcome, ', ') from delivery_attempts where delivery_id = $2), '') as story
     from (
       select position, delivery_type as kind,
         case when hold_reason is not null then 'held' when retry_at is not null then 'retrying' else 'waiting' end as state
       from pending_deliveries where checkout_id = $1
       union all
       select position, delivery_type, state || case when late_report_at is null then '' else ' and ran' end
       from delivery_ledger where checkout_id = $1) elements`,
    [checkoutId, deliveryId],
  )
  return row?.story ?? 'nothing'
}

/** Runs a race for each, and holds what came of it against what may; first of all, that the first one won. */
async function expectEnds(
  all: Handed[],
  run: (one: Handed) => Promise<string>,
  ends: string[],
  rare = '',
): Promise<void> {
  const seen = new Set<string>()
  lead = 0
  await inTurns(all, async (one) => {
    const text = `${await run(one)}: ${await storyOf(one)}`
    expect([...ends, rare], text).toContain(text)
    lead += text === ends[0] ? -1 : 1
    seen.add(text)
  })
  // A race that always ends the same way is no race.
  expect(ends.filter((text) => !seen.has(text))).toEqual([])
}

afterEach(async () => {
  await expectSound(store)
  await expectNoCircle()
})

/** One would be tried again or refused after a second; there is none to begin with. */
async function expectNoCircle(): Promise<void> {
  const rows = await store.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: '0' }])
}

test('a failure against a refund: the purchase rests, and what takes it back stands behind it', async () => {
  const all = await handedOut()
  const polls: Promise<unknown>[] = []
  await expectEnds(
    all,
    async (one) => {
      if (one.round % Math.ceil(RACES / 20) === 0) polls.push(givesBeforeTaking(one.key))
      const [status] = await race(
        () => say(one, 'failed'),
        () => store.refund(storeId, one.checkoutId),
      )
      return `${status}`
    },
    ['waiting: APPROVE retrying, REFUND waiting after failed'],
  )
  await Promise.all(polls)
  expect((await poll(all[0]?.key ?? '')).commands).toEqual([])
})

/** No answer takes back what it does not give before, as long as nothing was delivered. */
async function givesBeforeTaking(key: string): Promise<void> {
  const { commands } = await poll(key)
  const overtaking = commands.filter(
    ({ gameUserId, deliveryType }, place) =>
      deliveryType === 'REFUND' && !commands.slice(0, place).some((before) => before.gameUserId === gameUserId),
  )
  expect(overtaking).toEqual([])
}

test('sent again against a refund: it goes out before it is taken back, or never', async () => {
  const all = await handedOut()
  await inTurns(all, (one) => say(one, 'in_doubt'))
  await expectEnds(
    all,
    async (one) => {
      const [answer] = await race(
        () => answerOf(resolveDelivery(app, { storeId, deliveryId: one.deliveryId, resolution: 'retry' })),
        () => store.refund(storeId, one.checkoutId),
      )
      return answer
    },
    ['ok: APPROVE waiting, REFUND waiting after in_doubt', 'nothing_owed: APPROVE held, REFUND waiting after in_doubt'],
  )
})

test('done against an owner who says done: it is delivered once, and the client hears so', async () => {
  const all = await handedOut()
  await inTurns(all, (one) => say(one, 'in_doubt'))
  await expectEnds(
    all,
    async (one) => {
      const [status, answer] = await race(
        () => say(one, 'done'),
        () => answerOf(resolveDelivery(app, { storeId, deliveryId: one.deliveryId, resolution: 'delivered' })),
      )
      return `${status}, ${answer}`
    },
    ['processed, not_found: APPROVE processed after in_doubt', 'processed, ok: APPROVE processed after in_doubt'],
  )
})

test('done against an owner who sends it again: it is delivered, and comes no more', async () => {
  const all = await handedOut()
  await inTurns(all, (one) => say(one, 'in_doubt'))
  await expectEnds(
    all,
    async (one) => {
      const [status, answer] = await race(
        () => say(one, 'done'),
        () => answerOf(resolveDelivery(app, { storeId, deliveryId: one.deliveryId, resolution: 'retry' })),
      )
      return `${status}, ${answer}`
    },
    ['processed, not_found: APPROVE processed after in_doubt', 'processed, ok: APPROVE processed after in_doubt'],
  )
})

test('done against failed for the same attempt: done wins, whichever comes first', async () => {
  await expectEnds(
    await handedOut(),
    async (one) => {
      const [status, other] = await race(
        () => say(one, 'done'),
        () => say(one, 'failed'),
      )
      return `${status}, ${other}`
    },
    ['processed, processed: APPROVE processed', 'processed, waiting: APPROVE processed after failed'],
    'processed, processed: APPROVE processed after failed',
  )
})

test('done and failed for the same attempt in one report: done wins', async () => {
  await inTurns(await handedOut(), async (one) => {
    const outcomes = ['failed' as const, 'done' as const].map((outcome) => ({ id: one.id, attempt: 1, outcome }))
    const results = await report(one.key, one.round % 2 ? outcomes : outcomes.toReversed())
    expect(results.map(({ status }) => status)).toContain('processed')
    expect(await storyOf(one)).toMatch(/^APPROVE processed( after failed)?$/)
  })
})

test('one failure that ten connections tell of at once counts once', async () => {
  await inTurns(await handedOut(RACES / 5), async (one) => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => say(one, 'failed')))
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 'waiting'))
    expect(await storyOf(one)).toBe('APPROVE retrying after failed')
  })
})

test('failed against in doubt for the same attempt: one of them counts', async () => {
  await expectEnds(
    await handedOut(),
    async (one) => {
      await race(
        () => say(one, 'failed'),
        () => say(one, 'in_doubt'),
      )
      return ''
    },
    [': APPROVE retrying after failed', ': APPROVE held after in_doubt'],
  )
})

test('cancelled against failed: it is withdrawn, and the client hears of the one or the other', async () => {
  await expectEnds(
    await handedOut(),
    async (one) => {
      const [status, answer] = await race(
        () => say(one, 'failed'),
        () => answerOf(cancelDelivery(app, { storeId, deliveryId: one.deliveryId })),
      )
      return `${status}, ${answer}`
    },
    ['waiting, ok: APPROVE cancelled after failed', 'cancelled, ok: APPROVE cancelled'],
    'cancelled, ok: APPROVE cancelled after failed',
  )
})

test('cancelled against done: it is delivered, or withdrawn with a late report', async () => {
  await expectEnds(
    await handedOut(),
    async (one) => {
      const [status, answer] = await race(
        () => say(one, 'done'),
        () => answerOf(cancelDelivery(app, { storeId, deliveryId: one.deliveryId })),
      )
      return `${status}, ${answer}`
    },
    ['processed, already_processed: APPROVE processed', 'processed, ok: APPROVE cancelled and ran'],
  )
})

test('two processes that end rests, among reports and refunds: each ends once, and nothing rests on', async () => {
  const other = openDatabase({ url: store.databaseUrl, poolSize: 3 })
  try {
    const all = await handedOut()
    await inTurns(all, (one) => say(one, 'failed'))
    const others = (await store.query('select from pending_deliveries where retry_at is not null')).length - all.length
    await rested()
    const [reported, refunded] = [
      all.filter(({ round }) => round % 4 === 1),
      all.filter(({ round }) => round % 4 === 3),
    ]
    const [woken] = await Promise.all([
      Promise.all([gateway, other.gateway, gateway, other.gateway].map((db) => requeueRetries(db))),
      inTurns(reported, (one) => say(one, 'done')),
      inTurns(refunded, (one) => store.refund(storeId, one.checkoutId)),
    ])
    // What somebody else has in his hands is left for the next second.
    const sum = woken.reduce((total, count) => total + count, await requeueRetries(other.gateway)) - others
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

test('a report of many failures against a refund: nobody waits in a circle', async () => {
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
  // Ids of one millisecond are in any order: two of them stand the other way round in the queue.
  const at = rows.findIndex(({ id }, i) => id < (rows[i - 1]?.id ?? ''))
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [rows[at]?.id])
  const outcomes = rows.slice(at - 1, at + 1).map(({ id }) => ({
    id: formatId('cmd', id),
    attempt: 1,
    outcome: 'failed' as const,
  }))
  const told = report(server.key, outcomes)
  await untilWaiting(store, 1)
  const refunded = store.refund(storeId, checkoutId)
  await untilWaiting(store, 2)
  await gate.release()
  expect((await told).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  await refunded
})

/** So much that the database reads what it is asked for by its key and not by its place. */
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

test.each(['expiry of the same', 'refund of another'])(
  'the owner sends again, against the %s: nobody waits in a circle',
  async (other) => {
    const isExpiry = other.startsWith('expiry')
    const early = await store.createStore()
    // Without expire commands a refund ends what another purchase has given as well.
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
    const settled = answerOf(resolveDelivery(app, { storeId: early, deliveryId, resolution: 'retry' }))
    await untilWaiting(store, 1)
    const ended = isExpiry ? expire(store) : store.refund(early, second.checkoutId)
    await Promise.race([untilWaiting(store, 2), ended])
    await gate.release()
    expect(await settled).toBe('ok')
    await ended
    await expire(store)
  },
)
