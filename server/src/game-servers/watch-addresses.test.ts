import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { startStore, type TestServer } from '../../test/start-store.ts'
import { formatId, type ServerKeyId } from '../ids.ts'
import { listGameServers } from './list-game-servers.ts'
import { recordKeyAddresses } from './record-key-addresses.ts'
import { watchAddresses } from './watch-addresses.ts'
import { SLOTS } from './write-slots.ts'

const store = await startStore()
const { app, gateway } = store.database
const HOME = '203.0.113.7'
const THIEF = '198.51.100.9'

type Watched = TestServer & { keyId: ServerKeyId; address: string; addressUntil: number }

async function newCaller(): Promise<Watched> {
  const server = await store.createServer(await store.createStore())
  const [details] = await listGameServers(app, { storeId: server.storeId })
  const keyId = details?.keys[0]?.id
  if (!keyId) throw new Error('unreachable')
  return { ...server, keyId, address: '', addressUntil: -1 }
}

/** The warning events of a store. */
async function warningEventsOf({ storeId }: Watched) {
  const ajv = new Ajv({ strict: false })
  const rows = await store.query<{ type: keyof typeof WEBHOOK_EVENTS; body: string }>(
    `select type, body from events where store_id = $1 and type like 'server_key.%' order by id`,
    [storeId],
  )
  return rows.map(({ type, body }) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> }
    expect(ajv.validate(WEBHOOK_EVENTS[type], data), ajv.errorsText()).toBe(true)
    return { type, address: data['ipAddress'], keyId: data['keyId'] }
  })
}

const warningsOf = async ({ storeId }: Watched) =>
  (await listGameServers(app, { storeId })).flatMap((server) =>
    server.warnings.map(({ code, address }) => [code, address]),
  )

/** Records that a key was used from an address some seconds ago. */
const used = (caller: Watched, address: string, first: number, last: number, refused = false) =>
  recordKeyAddresses(gateway, [{ ...caller, address, refused, firstSecondsAgo: first, lastSecondsAgo: last }])

test('a key that is used from a second address while the first is in use causes one event, and a warning until it is revoked', async () => {
  const caller = await newCaller()
  const watch = watchAddresses(gateway)
  for (const address of [HOME, HOME, THIEF, HOME, THIEF, `::ffff:${HOME}`]) watch.note(caller, address)
  await watch.flush()
  const events = [{ type: 'server_key.concurrent_use', address: THIEF, keyId: formatId('key', caller.keyId) }]
  expect(await warningEventsOf(caller)).toEqual(events)
  for (const address of [HOME, THIEF, HOME, THIEF]) watch.note(caller, address)
  await watch.flush()
  expect(await warningEventsOf(caller)).toEqual(events)
  expect(await warningsOf(caller)).toEqual([['concurrent_use', THIEF]])
  await store.query('update server_keys set revoked_at = now() where id = $1', [caller.keyId])
  expect(await warningsOf(caller)).toEqual([])
})

test('two processes that see one address each detect the second address together', async () => {
  const caller = await newCaller()
  const [here, there] = [watchAddresses(gateway), watchAddresses(gateway)]
  const [mine, stolen] = [{ ...caller }, { ...caller }]
  here.note(mine, HOME)
  await here.flush()
  there.note(stolen, THIEF)
  await there.flush()
  expect(await warningEventsOf(caller)).toEqual([])
  // Some minutes later each stores that its address is still in use.
  for (let round = 0; round < 5; round++) {
    here.note(mine, HOME)
    there.note(stolen, THIEF)
    await here.flush()
    await there.flush()
  }
  expect((await warningEventsOf(caller)).map(({ address }) => address)).toEqual([THIEF])
})

test('a server that moves, moves back, or has many IPv6 addresses in one network causes no event', async () => {
  const moved = await newCaller()
  await used(moved, HOME, 7_200, 3_600)
  await used(moved, THIEF, 3_500, 60)
  await used(moved, HOME, 30, 0)
  expect(await warningEventsOf(moved)).toEqual([])
  const changing = await newCaller()
  const watch = watchAddresses(gateway)
  for (const last of ['1', '2', '1', 'beef']) watch.note(changing, `2001:db8:1:2::${last}`)
  await watch.flush()
  expect(await warningEventsOf(changing)).toEqual([])
  const [server] = await listGameServers(app, { storeId: changing.storeId })
  expect(server?.keys[0]?.usedFrom.map(({ address }) => address)).toEqual(['2001:db8:1:2::/64'])
})

test('an address that was refused causes an event and a warning', async () => {
  const caller = await newCaller()
  await used(caller, HOME, 60, 0)
  await used(caller, THIEF, 10, 0, true)
  await used(caller, THIEF, 5, 0, true)
  expect((await warningEventsOf(caller)).map(({ type, address }) => [type, address])).toEqual([
    ['server_key.address_rejected', THIEF],
  ])
  expect(await warningsOf(caller)).toEqual([['address_rejected', THIEF]])
})

test('a key that is used from many addresses fills neither the table nor the events', async () => {
  const caller = await newCaller()
  for (let n = 0; n < 30; n++) await used(caller, `198.51.100.${n}`, 60 - n, 0)
  expect((await warningEventsOf(caller)).length).toBeLessThanOrEqual(5)
  const [server] = await listGameServers(app, { storeId: caller.storeId })
  expect(server?.keys[0]?.usedFrom).toHaveLength(20)
})

test('a flush stores the uses of some keys, and a round those of all', async () => {
  const callers = await Promise.all(Array.from({ length: 12 }, newCaller))
  const watch = watchAddresses(gateway)
  for (const caller of callers) watch.note(caller, HOME)
  const keyIds = callers.map(({ keyId }) => keyId)
  const countStored = async () =>
    (await store.query('select from server_key_addresses where key_id = any($1)', [keyIds])).length
  const counts: number[] = []
  for (let i = 0; i < SLOTS; i++) {
    await watch.flushNext()
    counts.push(await countStored())
  }
  expect(Math.max(...counts.map((count, i) => count - (counts[i - 1] ?? 0)))).toBeLessThan(12)
  expect(counts.at(-1)).toBe(12)
})

test('uses that could not be stored are stored at the next flush', async () => {
  const caller = await newCaller()
  const watch = watchAddresses(gateway)
  watch.note(caller, HOME)
  await store.query('revoke insert on server_key_addresses from quartermaster_gateway')
  await expect(watch.flush()).rejects.toThrow('permission denied')
  await store.query('grant insert on server_key_addresses to quartermaster_gateway')
  await watch.flush()
  const [server] = await listGameServers(app, { storeId: caller.storeId })
  expect(server?.keys[0]?.usedFrom).toMatchObject([{ address: HOME }])
})
