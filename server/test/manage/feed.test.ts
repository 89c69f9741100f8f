import { expect, it } from 'vitest'
import { formatId, type StoreId } from '../../src/ids.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
const management = '/api/manage/1.0'

type Delivery = { state: string; dispatchedAt: string | null; finishedAt: string | null }
type Order = { id: string; gameUserId: string; state: string; deliveries: Delivery[] }
type Feed = { orders: Order[]; cursor: string; isComplete: boolean }

async function createShop() {
  const storeId = await platform.createStore()
  const owner = await platform.addMember(storeId, 'owner')
  const { key } = await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId)
  const sell = async (player: string) => {
    const { checkoutId } = await platform.sell(storeId, player, [productId])
    return formatId('chk', checkoutId)
  }
  const deliver = async () => {
    for (const { id } of await platform.poll(key)) await platform.report(key, id)
  }
  return { storeId, owner, key, sell, deliver }
}

/** Reads server-sent events. `until` waits for a message that fulfils the condition, and returns all of them. */
async function watch(storeId: StoreId, { as, lastEventId }: { as: string; lastEventId?: string }) {
  const abort = new AbortController()
  const response = await fetch(`${platform.baseUrl}${management}${storePath(storeId, '/feed')}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${as}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  })
  const messages: { id: string; feed: Feed }[] = []
  const changes = { notify: () => undefined as void, isEnded: false }
  const reading = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id = ''] = /^id: (.*)$/m.exec(block) ?? []
        const [, data] = /^data: (.*)$/m.exec(block) ?? []
        if (data !== undefined) messages.push({ id, feed: JSON.parse(data) as Feed })
      }
      changes.notify()
    }
  })().catch(() => undefined)
  const ended = reading.finally(() => {
    changes.isEnded = true
    changes.notify()
  })
  const orders = () => new Map(messages.flatMap(({ feed }) => feed.orders).map((order) => [order.id, order]))
  return {
    response,
    messages,
    orders,
    ended,
    async until(isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        if (changes.isEnded) throw new Error('the feed ended')
        await new Promise<void>((resolve) => (changes.notify = resolve))
      }
    },
    close: async () => {
      abort.abort()
      await ended
    },
  }
}

it('a sale appears in an open feed, and each step of its delivery', async () => {
  const { storeId, owner, sell, key } = await createShop()
  const feed = await watch(storeId, { as: owner.token })
  expect(feed.response.headers.get('content-type')).toBe('text/event-stream')
  expect(feed.response.headers.get('cache-control')).toBe('no-store')
  const id = await sell('mira')
  const stepOf = () => feed.orders().get(id)?.deliveries[0]
  await feed.until(() => stepOf()?.state === 'pending')
  const [element] = await platform.poll(key)
  await feed.until(() => stepOf()?.dispatchedAt != null)
  await platform.report(key, element?.id ?? '')
  await feed.until(() => stepOf()?.state === 'processed')
  expect(stepOf()?.finishedAt).not.toBeNull()
  await feed.close()
})

it('a feed that is resumed misses nothing that happened in between', async () => {
  const { storeId, owner, sell, deliver } = await createShop()
  const first = await watch(storeId, { as: owner.token })
  const before = await sell('before')
  await first.until(() => first.orders().has(before))
  const lastEventId = first.messages.at(-1)?.id ?? ''
  await first.close()
  const missed = await Promise.all(Array.from({ length: 40 }, (_, index) => sell(`p${index}`)))
  await deliver()
  const second = await watch(storeId, { as: owner.token, lastEventId })
  await second.until(() => missed.every((id) => second.orders().has(id)))
  for (const id of [before, ...missed.slice(-5)])
    expect(
      second
        .orders()
        .get(id)
        ?.deliveries.map(({ state }) => state),
    ).toEqual(['processed'])
  await second.close()
  const { body } = await platform.request('GET', storePath(storeId, `/feed?after=${lastEventId}`), { as: owner.token })
  expect(missed.every((id) => (body as Feed).orders.some((order) => order.id === id))).toBe(true)
})

it('a transaction that began before the cursor and commits after it is not missed', async () => {
  const { storeId, owner, sell } = await createShop()
  const id = await sell('early')
  const [first] = await platform.query<{ cursor: string }>(
    `select left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' || recorded_xid || ':' || recorded_xid::text::bigint + 1 || ':' || recorded_xid
     as cursor from events where store_id = $1 and type = 'checkout.paid'`,
    [storeId],
  )
  for (let index = 0; index < 50; index++) await sell(`later${index}`)
  const path = storePath(storeId, `/feed?after=${first?.cursor}`)
  const { body } = await platform.request('GET', path, { as: owner.token })
  expect((body as Feed).orders.map((order) => order.id)).toContain(id)
})

it('events of another store never appear', async () => {
  const [own, other] = [await createShop(), await createShop()]
  const feed = await watch(own.storeId, { as: own.owner.token })
  await other.sell('stranger')
  const id = await own.sell('friend')
  await feed.until(() => feed.orders().has(id))
  await other.sell('stranger')
  const second = await own.sell('friend')
  await feed.until(() => feed.orders().has(second))
  expect([...feed.orders().values()].map(({ gameUserId }) => gameUserId)).toEqual(['friend', 'friend'])
  await feed.close()
  const stranger = await watch(own.storeId, { as: other.owner.token })
  expect(stranger.response.status).toBe(404)
})

it.each([
  ['session', 'update account_sessions set ended_at = now() where account_id = $1'],
  ['membership', 'delete from store_members where account_id = $1'],
  ['account', 'update accounts set closed_at = now(), email = null, password_hash = null where id = $1'],
])('a feed ends with the %s of its watcher, and others stay open', async (_, revoke) => {
  const { storeId, owner, sell } = await createShop()
  const viewer = await platform.addMember(storeId, 'viewer')
  const [closing, staying] = [await watch(storeId, { as: viewer.token }), await watch(storeId, { as: owner.token })]
  await platform.query(revoke, [viewer.accountId])
  await platform.feed?.checkAccess()
  await closing.ended
  const id = await sell('mira')
  await staying.until(() => staying.orders().has(id))
  expect(closing.orders().has(id)).toBe(false)
  await staying.close()
})

it('a feed ends with the API token of its watcher', async () => {
  const { storeId } = await createShop()
  const token = await platform.createApiToken(storeId, ['checkouts:read'])
  const feed = await watch(storeId, { as: token })
  await platform.feed?.checkAccess()
  expect(platform.feed?.count()).toBeGreaterThan(0)
  await platform.query('update api_tokens set revoked_at = now() where store_id = $1', [storeId])
  await platform.feed?.checkAccess()
  await feed.ended
  const scoped = await platform.createApiToken(storeId, ['catalog:read'])
  expect((await watch(storeId, { as: scoped })).response.status).toBe(403)
})

it('one account cannot hold more than ten feeds open', async () => {
  const { storeId, owner } = await createShop()
  const feeds = await Promise.all(Array.from({ length: 10 }, () => watch(storeId, { as: owner.token })))
  expect(feeds.map(({ response }) => response.status)).toEqual(Array(10).fill(200))
  const refused = await watch(storeId, { as: owner.token })
  expect(refused.response.status).toBe(429)
  await Promise.all(feeds.map((feed) => feed.close()))
})

it.each([
  'x',
  '00000001.5:3:',
  '00000001.3:5:9',
  '00000001.3:9:5,4',
  '00000001.3:9:5,',
  `00000001.${'9'.repeat(19)}:1:`,
])('the cursor %s is refused', async (cursor) => {
  const { storeId, owner } = await createShop()
  const path = storePath(storeId, `/feed?after=${cursor}`)
  expect((await platform.request('GET', path, { as: owner.token })).status).toBe(400)
  expect((await watch(storeId, { as: owner.token, lastEventId: cursor })).response.status).toBe(400)
})
