import { describe, expect, test } from 'vitest'
import type { Desk } from '../../src/cli/desk/desk.ts'
import {
  type ApiTokenId,
  type EndpointId,
  type EventId,
  newId,
  type ParkedId,
  parseId,
  type RedeliveryId,
  type StoreId,
} from '../../src/ids.ts'
import { rememberKey } from '../start-store.ts'
import { must, openTwoDesks } from './two-desks.ts'

const { platform, local, newStore } = await openTwoDesks()

const PLAYER = 'steve'

async function soldTo(storeId: StoreId) {
  const { key } = await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId)
  const { checkoutId } = await platform.sell(storeId, PLAYER, [productId])
  return { key, productId, checkoutId }
}

describe('from elsewhere a command says what it says beside the database', () => {
  test('about webhooks', async () => {
    const { storeId, remote } = await newStore()
    const made = await remote.webhooks.add({ storeId, url: 'https://shop.example/hooks', eventTypes: [] })
    rememberKey(made.secret)
    const name = { endpointId: must(parseId<EndpointId>('whe', made.id)) }
    const { eventId } = await remote.webhooks.test(name)
    await platform.query(
      `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
       select store_id, endpoint_id, now(), event_id, 500, 7 from webhook_deliveries where store_id = $1`,
      [storeId],
    )
    await platform.query('update webhook_deliveries set next_at = null where store_id = $1', [storeId])
    const event = must(parseId<EventId>('evt', eventId))
    for (const wanted of [{ most: 5 }, { most: 5, eventId: event }]) {
      const history = await remote.webhooks.history({ ...name, ...wanted })
      expect(history).toMatchObject([{ eventId, type: 'endpoint.test', status: 500, ms: 7 }])
      expect(history).toEqual(await local.webhooks.history({ ...name, ...wanted }))
    }
    expect(await remote.webhooks.list(storeId)).toMatchObject([{ id: made.id, abandonedEvents: 1, waiting: 0 }])
    expect(await remote.webhooks.resendFailedEvents({ ...name, since: new Date('2026-01-01T00:00:00.000Z') })).toBe(1)
    expect(await remote.webhooks.resend({ ...name, eventId: event })).toBe(1)
    await remote.webhooks.disable(name)
    expect(await remote.webhooks.list(storeId)).toMatchObject([{ disabledReason: 'operator' }])
    expect(await remote.webhooks.list(storeId)).toEqual(await local.webhooks.list(storeId))
    await remote.webhooks.enable(name)
    const { secret, oldSecretExpiresAt } = await remote.webhooks.rotateSecret({ ...name, expireOldSecret: false })
    rememberKey(secret)
    expect(oldSecretExpiresAt).toBeInstanceOf(Date)
    await remote.webhooks.remove(name)
    expect(await local.webhooks.list(storeId)).toEqual([])
  })

  test('about redeliveries', async () => {
    const { storeId, remote } = await newStore()
    const { key, productId } = await soldTo(storeId)
    for (const { id } of await platform.poll(key)) await platform.report(key, id)
    const choices = [
      {},
      { productIds: [productId] },
      { gameUserIds: ['alex'] },
      { purchasedUntil: new Date('2026-01-01T00:00:00.000Z') },
    ]
    for (const choice of choices) {
      expect(await remote.redeliveries.plan({ storeId, choice })).toEqual(
        await local.redeliveries.plan({ storeId, choice }),
      )
    }
    expect(await remote.redeliveries.plan({ storeId, choice: {} })).toMatchObject({ elements: 1, entitlements: 1 })
    const { id } = await remote.redeliveries.start({ storeId, choice: { productIds: [productId] } })
    const redelivery = { storeId, redeliveryId: must(parseId<RedeliveryId>('rdl', id)) }
    expect(await remote.redeliveries.show(redelivery)).toMatchObject({ id, state: 'running', createdBy: 'a bot' })
    expect(await remote.redeliveries.stop(redelivery)).toEqual({ state: 'stopped' })
    expect(await local.redeliveries.stop(redelivery)).toEqual({ state: 'stopped' })
    expect(await remote.redeliveries.show(redelivery)).toEqual(await local.redeliveries.show(redelivery))
    const all = { storeId, most: 10 }
    expect(await remote.redeliveries.list(all)).toEqual(await local.redeliveries.list(all))
  })

  test('about players', async () => {
    const { storeId, remote } = await newStore()
    await soldTo(storeId)
    await platform.sell(storeId, 'alex', [await platform.createProduct(storeId)])
    const player = { storeId, gameUserId: PLAYER }
    const until = new Date('2030-01-31T00:00:00.000Z')
    expect(await remote.players.ban({ ...player, reason: 'charged back', until })).toMatchObject({ until })
    for (const filter of [{ most: 10 }, { most: 1 }, { most: 10, search: 'st' }]) {
      const found = await remote.players.list({ storeId, ...filter })
      expect(found).not.toEqual([])
      expect(found).toEqual(await local.players.list({ storeId, ...filter }))
    }
    expect(await remote.players.show(player)).toEqual(await local.players.show(player))
    expect(await remote.players.show(player)).toMatchObject({ isBanned: true, commands: { pending: 1 } })
    const exported = await remote.players.export(player)
    expect({ ...exported, exportedAt: '', audit: [] }).toEqual({
      ...(await local.players.export(player)),
      exportedAt: '',
      audit: [],
    })
    expect(await remote.players.liftBan(player)).toMatchObject({ isActive: false })
    await expect(remote.players.erase({ ...player, cancelPending: false })).rejects.toMatchObject({ status: 409 })
    const erased = await remote.players.erase({ ...player, cancelPending: true })
    expect(erased).toMatchObject({ checkouts: 1, cancelled: 1 })
    expect((await local.players.list({ storeId, most: 10 })).map(({ gameUserId }) => gameUserId)).toEqual(
      ['alex', erased.pseudonym].toSorted(),
    )
  })

  test('about payment providers and what was parked', async () => {
    const { storeId, remote } = await newStore({ mode: 'test' })
    const sandbox = { storeId, provider: 'sandbox' as const }
    const connected = await remote.payments.connect({ ...sandbox, credentials: {} })
    expect(connected).toEqual(await local.payments.connect({ ...sandbox, credentials: {} }))
    expect(await remote.payments.list(storeId)).toMatchObject([{ provider: 'sandbox', ...connected }])
    expect(await remote.payments.list(storeId)).toEqual(await local.payments.list(storeId))
    const parkedId = newId<ParkedId>()
    await platform.query(
      `insert into parked_payments (store_id, id, provider, reason, subject, facts)
       values ($1, $2, 'stripe', 'amount_mismatch', 'pi_1', '{"paid":{"amountMinor":5,"currency":"BRL"}}')`,
      [storeId, parkedId],
    )
    const open = { storeId, settled: false }
    expect(await remote.payments.parked(open)).toMatchObject([{ subject: 'pi_1', amountMinor: 5 }])
    expect(await remote.payments.parked(open)).toEqual(await local.payments.parked(open))
    await remote.payments.settle({ storeId, parkedId, note: 'refunded there' })
    expect(await remote.payments.parked(open)).toEqual([])
    await remote.payments.disconnect(sandbox)
    expect(await local.payments.list(storeId)).toEqual([])
  })

  test('about members and tokens', async () => {
    const { storeId, remote } = await newStore()
    await platform.addMember(storeId, 'owner')
    expect(await remote.access.listMembers(storeId)).toMatchObject([{ role: 'owner' }])
    expect(await remote.access.listMembers(storeId)).toEqual(await local.access.listMembers(storeId))
    const wanted = {
      storeId,
      name: 'till',
      scopes: ['checkouts:read'],
      expiresAt: new Date('2030-01-31T00:00:00.000Z'),
    }
    const { id, token } = await local.access.createToken(wanted)
    rememberKey(token)
    expect(await local.access.listTokens(storeId)).toMatchObject([{ id, active: true }, { name: 'a bot' }])
    await local.access.revokeToken({ storeId, tokenId: must(parseId<ApiTokenId>('tok', id)) })
    expect((await local.access.listTokens(storeId))[0]).toMatchObject({ id, active: false })
  })
})

test('what is done beside the database stands in the log under the names of the interface', async () => {
  const { storeId: there, remote } = await newStore({ mode: 'test' })
  await workThrough(remote, there)
  const { storeId: here } = await newStore({ mode: 'test' })
  await workThrough(local, here)
  const byInterface = await logOf(there)
  expect(await logOf(here)).toEqual(byInterface)
  expect(byInterface).toHaveLength(16)
})

async function workThrough({ webhooks, redeliveries, players, payments, stores }: Desk, storeId: StoreId) {
  const { productId } = await soldTo(storeId)
  const made = await webhooks.add({ storeId, url: 'https://shop.example/hooks', eventTypes: [] })
  rememberKey(made.secret)
  const name = { storeId, endpointId: must(parseId<EndpointId>('whe', made.id)) }
  const eventId = must(parseId<EventId>('evt', (await webhooks.test(name)).eventId))
  await webhooks.resend({ ...name, eventId })
  await webhooks.resendFailedEvents({ ...name, since: new Date('2026-01-01T00:00:00.000Z') })
  rememberKey((await webhooks.rotateSecret({ ...name, expireOldSecret: true })).secret)
  await webhooks.disable(name)
  await webhooks.enable(name)
  await webhooks.remove(name)
  const { id } = await redeliveries.start({ storeId, choice: { productIds: [productId] } })
  await redeliveries.stop({ storeId, redeliveryId: must(parseId<RedeliveryId>('rdl', id)) })
  const player = { storeId, gameUserId: PLAYER }
  await players.ban({ ...player, reason: 'charged back', until: null })
  await players.liftBan(player)
  await players.export(player)
  await payments.connect({ storeId, provider: 'sandbox', credentials: {} })
  await payments.disconnect({ storeId, provider: 'sandbox' })
  await stores.advance({ storeId, seconds: 1 })
}

async function logOf(storeId: StoreId): Promise<string[]> {
  const rows = await platform.query<{ action: string }>(
    'select action from audit_log where store_id = $1 order by at, id',
    [storeId],
  )
  return rows.map(({ action }) => action)
}
