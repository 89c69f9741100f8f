import { describe, expect, test } from 'vitest'
import { formatId, newId, type ParkedId, type StoreId } from '../../src/ids.ts'
import { anyId, openCommandLine, TRANSPORTS } from './harness.ts'
import { rememberKey, SECRET_KEYS } from '../start-store.ts'

const { platform, newStore } = await openCommandLine({ SECRET_KEYS })

const PLAYER = 'steve'

async function sellVip(storeId: StoreId) {
  const { key } = await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId)
  await platform.sell(storeId, PLAYER, [productId])
  return { key, productId }
}

describe.each(TRANSPORTS)('%s', (transport) => {
  test('an endpoint is tested, its failed events are resent, and it is disabled, enabled and removed', async () => {
    const { storeId, json, text } = await newStore(transport)
    const created = await json<{ id: string; secret: string }>('webhook add --url https://shop.example/hooks')
    rememberKey(created.secret)
    const on = `--endpoint ${created.id}`
    const { eventId } = await json<{ eventId: string }>(`webhook test ${on}`)
    await platform.query(
      `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
       select store_id, endpoint_id, now(), event_id, 500, 7 from webhook_deliveries where store_id = $1`,
      [storeId],
    )
    await platform.query('update webhook_deliveries set next_at = null where store_id = $1', [storeId])
    for (const filter of ['--limit 5', `--limit 5 --event ${eventId}`]) {
      expect(await json(`webhook history ${on} ${filter}`)).toMatchObject({
        items: [{ eventId, type: 'endpoint.test', status: 500, durationMs: 7 }],
      })
    }
    expect(await json('webhook list')).toMatchObject({
      items: [{ id: created.id, abandonedEvents: 1, pendingEvents: 0 }],
    })
    expect(await json(`webhook resend ${on} --since 2026-01-01T00:00:00.000Z`)).toEqual({ resentEvents: 1 })
    expect(await text(`webhook resend ${on} --event ${eventId}`)).toBe('Events that are sent again: 1.\n')
    expect(await json(`webhook disable ${on}`)).toMatchObject({ state: 'disabled' })
    expect(await json('webhook list')).toMatchObject({ items: [{ disabledReason: 'staff' }] })
    expect(await json(`webhook enable ${on}`)).toMatchObject({ state: 'enabled' })
    const rotated = await json<{ secret: string; oldSecretExpiresAt: string }>(`webhook rotate-secret ${on}`)
    rememberKey(rotated.secret)
    expect(Date.parse(rotated.oldSecretExpiresAt)).toBeGreaterThan(Date.now())
    expect(await json(`webhook remove ${on}`)).toEqual({ id: created.id })
    expect(await text('webhook list')).toBe('No webhook endpoints.\n')
  })

  test('a redelivery is counted, started, shown and stopped', async () => {
    const { storeId, store, json, text } = await newStore(transport)
    const { key, productId } = await sellVip(storeId)
    for (const { id } of await platform.poll(key)) await platform.report(key, id)
    const product = formatId('prd', productId)
    const preview = (selection = '') => json(`redelivery start --dry-run${selection}`)
    expect(await preview()).toMatchObject({ deliveries: 1, entitlements: 1 })
    expect(await preview(` --product ${product}`)).toMatchObject({ deliveries: 1 })
    expect(await preview(' --player alex')).toMatchObject({ deliveries: 0 })
    expect(await preview(' --until 2026-01-01')).toMatchObject({ deliveries: 0 })
    expect(await text('redelivery start --dry-run')).toContain('1 deliveries for 1 entitlements of 1 players')
    const { id } = await json<{ id: string }>(`redelivery start --product ${product}`)
    const createdBy = transport === 'with --remote' ? 'a bot' : 'command line'
    expect(await json(`redelivery status --redelivery ${id}`)).toMatchObject({ id, state: 'running', createdBy })
    expect(await json(`redelivery stop --redelivery ${id}`)).toMatchObject({ id, state: 'stopped' })
    expect(await text(`redelivery stop --redelivery ${id}`)).toContain('Stopped.')
    expect(await json('redelivery status')).toMatchObject({ items: [{ id, state: 'stopped', createdBy }] })
    expect(await text('redelivery start')).toContain(`redelivery status --store ${store} --redelivery rdl_`)
  })

  test('a player is banned, shown, exported and erased', async () => {
    const { storeId, json, text, error } = await newStore(transport)
    await sellVip(storeId)
    await platform.sell(storeId, 'alex', [await platform.createProduct(storeId)])
    const player = `--player ${PLAYER}`
    const until = '2030-01-31T00:00:00.000Z'
    expect(await json(`player ban ${player} --until ${until} --reason`, 'charged back')).toMatchObject({ until })
    expect(await json('player list --search st')).toMatchObject({ items: [{ gameUserId: PLAYER, isBanned: true }] })
    expect(await json<{ items: object[] }>('player list --limit 1')).toMatchObject({ items: [{ gameUserId: 'alex' }] })
    expect(await json(`player show ${player}`)).toMatchObject({ isBanned: true, deliveryCounts: { pending: 1 } })
    expect(await text(`player show ${player}`)).toContain('1 pending, 0 retrying, 0 held')
    expect(await json(`player export ${player}`)).toMatchObject({ gameUserId: PLAYER })
    expect(await json(`player unban ${player}`)).toMatchObject({ isActive: false })
    expect(await error(`player erase ${player}`)).toMatchObject({ code: 'conflict' })
    const erased = await json<{ pseudonym: string }>(`player erase ${player} --cancel-pending`)
    expect(erased).toMatchObject({ checkouts: 1, cancelledDeliveries: 1 })
    const { items } = await json<{ items: { gameUserId: string }[] }>('player list')
    expect(items.map(({ gameUserId }) => gameUserId)).toEqual(['alex', erased.pseudonym].toSorted())
  })

  test('a payment provider is connected and disconnected, and a parked payment is resolved', async () => {
    const { storeId, store, json, text } = await newStore(transport, { mode: 'test' })
    const connected = await json<{ callbackUrl: string }>('payment connect --provider sandbox')
    expect(connected).toMatchObject({ name: 'sandbox', isConnected: true })
    expect(connected.callbackUrl).toContain(`/api/payments/1.0/sandbox/${store}`)
    expect(await json('payment list')).toEqual({ items: [connected] })
    const parkedId = newId<ParkedId>()
    await platform.query(
      `insert into parked_payments (store_id, id, provider, reason, subject, facts)
       values ($1, $2, 'stripe', 'amount_mismatch', 'pi_1', '{"paid":{"amountMinor":5,"currency":"BRL"}}')`,
      [storeId, parkedId],
    )
    const id = formatId('prk', parkedId)
    expect(await json('payment parked')).toMatchObject({ items: [{ id, providerPaymentId: 'pi_1', amountMinor: 5 }] })
    expect(await text(`payment resolve --parked ${id} --note`, 'refunded there')).toBe('Resolved.\n')
    expect(await text('payment parked')).toBe('No parked payments.\n')
    expect(await json('payment parked --all')).toMatchObject({ items: [{ id, resolutionNote: 'refunded there' }] })
    expect(await json('payment disconnect --provider sandbox')).toEqual({ provider: 'sandbox' })
    expect(await text('payment list')).toBe('No payment provider is connected.\n')
  })

  test('staff members are listed', async () => {
    const { storeId, json } = await newStore(transport)
    const { accountId } = await platform.addMember(storeId, 'owner')
    expect(await json('member list')).toMatchObject({
      items: [{ accountId: formatId('acc', accountId), role: 'owner' }],
    })
  })
})

test('on this machine a token is created, listed and revoked', async () => {
  const { json, text } = await newStore('on this machine')
  const created = await json<{ id: string; token: string }>(
    'token create --name till --scope checkouts:read --expires 2030-01-31',
  )
  rememberKey(created.token)
  expect(created).toEqual({
    id: anyId('tok'),
    token: expect.stringMatching(/^qmt_/) as string,
    expiresAt: '2030-01-31T00:00:00.000Z',
  })
  const other = /qmt_\w+/.exec(await text('token create --name all --scope all --expires never'))?.[0] ?? ''
  rememberKey(other)
  const list = () => json<{ items: { id: string }[] }>('token list')
  const before = await list()
  expect(before.items.find(({ id }) => id === created.id)).toMatchObject({
    name: 'till',
    isActive: true,
    scopes: ['checkouts:read'],
    expiresAt: '2030-01-31T00:00:00.000Z',
  })
  expect(before.items.find(({ id }) => id !== created.id)).toMatchObject({ name: 'all', expiresAt: null })
  expect(JSON.stringify(before)).not.toContain(created.token)
  expect(await text(`token revoke --token ${created.id}`)).toBe('Revoked.\n')
  expect((await list()).items.find(({ id }) => id === created.id)).toMatchObject({ isActive: false })
})

test('on this machine an account gets a role in a store', async () => {
  const { storeId, run, json } = await newStore('on this machine')
  const { accountId, email } = await platform.createAccount()
  const added = await run(`member add --email ${email} --role manager --json`)
  expect(JSON.parse(added.stdout)).toEqual({ accountId: formatId('acc', accountId), role: 'manager' })
  expect((await run(`member add --email ${email} --role support`)).stdout).toBe(
    `${email} now has the role support in this store.\n`,
  )
  expect(await json('member list')).toMatchObject({ items: [{ email, role: 'support' }] })
  const log = await platform.query('select action, actor_kind, subject from audit_log where store_id = $1', [storeId])
  const entry = { action: 'addMember', actor_kind: 'command_line', subject: formatId('acc', accountId) }
  expect(log).toEqual([entry, entry])
})
