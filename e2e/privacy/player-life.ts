import { createDeliveryClient, createGamesClient, StoreError } from '@quartermaster/sdk'
import { waitUntil } from '../kit/wait-until.ts'
import type { HttpAnswer, PrivacyStore } from './privacy-store.ts'

const TIMEOUT_MS = 60_000
const JSON_BODY = { 'content-type': 'application/json' }

/** Everything that can happen to a player in a store. Every text that a caller can choose names the player. */
export async function livePlayerLife(
  store: PrivacyStore,
  { url, player }: { url: string; player: string },
): Promise<void> {
  const { storeId, manage, products, servers } = store
  const [firstServer, secondServer] = servers
  if (!firstServer || !secondServer) throw new Error('The store has fewer than two servers')
  const { key } = firstServer
  const sell = (productId: string, reference?: string) =>
    manage.createManualSale({ storeId, gameUserId: player, items: [{ productId }], reference: reference ?? null })

  const gift = await sell(products.permanent, `a gift for ${player}`)
  await sell(products.timed)
  const buy = async (outcome?: string): Promise<string> => {
    const checkoutId = await store.openCheckout(player)
    if (outcome !== undefined) requireStatus(await store.choosePayment(checkoutId, outcome), 303)
    return checkoutId
  }
  const states = new Map([
    [await buy('pay-and-refund-later'), 'refunded'],
    [await buy('pay-and-dispute-later'), 'disputed'],
    [await buy('decline'), 'abandoned'],
  ])
  const unpaid = await buy()
  states.set(unpaid, 'abandoned')
  await deliverAll(url, key)

  // Nine days later, the payments are refunded, disputed or abandoned, and the timed product is expired.
  await manage.advanceClock({ storeId, seconds: 9 * 86_400 })
  for (const [checkoutId, state] of states) {
    await requireSoon(`a checkout becomes ${state}`, async () => {
      return (await manage.getCheckout({ storeId, checkoutId })).state === state
    })
  }
  await requireSoon('a product expires', async () => (await deliverAll(url, key)).includes('EXPIRE'))
  await manage.refundCheckout({ storeId, checkoutId: gift.id, moneyAlreadyReturned: true })
  await deliverAll(url, key)

  requireStatus(await store.sendCallback(unpaid, 1), 200)
  for await (const { id } of manage.listParkedPayments.each({ storeId })) {
    await manage.resolveParkedPayment({ storeId, parkedPaymentId: id, note: `spoke with ${player}` })
  }
  for (let i = 0; i < 3; i++) await sell(products.onSecondServer)
  await reportFailures(url, { key: secondServer.key, player })
  await banAndUnban(store, player)
  await namePlayerInRequests(store, { player, key, otherKey: secondServer.key })
  await manage.startRedelivery({ storeId, gameUserIds: [player] })
}

/** A game of 1.0 runs all deliveries. Returns their types. */
async function deliverAll(url: string, key: string): Promise<string[]> {
  const client = createGamesClient({ url, key })
  const commands = await client.pendingCommands()
  for (const { id } of commands) await client.markAsProcessed(id)
  return commands.map(({ deliveryType }) => deliveryType)
}

/** A game of 2.0 has three deliveries: the first one is done, the second one fails, the third one is uncertain. */
async function reportFailures(url: string, { key, player }: { key: string; player: string }): Promise<void> {
  const client = createDeliveryClient({ url, key })
  const { commands } = await client.poll()
  const failure = { done: 0, reason: `${player} has no room`, output: `no room for ${player}` }
  const outcomes = [
    { outcome: 'done' as const, output: `gave it to ${player}` },
    { outcome: 'failed' as const, ...failure },
    { outcome: 'in_doubt' as const, ...failure },
  ]
  await client.report(
    outcomes.flatMap((outcome, i) => (commands[i] ? [{ id: commands[i].id, attempt: 1, ...outcome }] : [])),
  )
}

async function banAndUnban({ storeId, manage, products }: PrivacyStore, player: string): Promise<void> {
  await manage.banPlayer({ storeId, gameUserId: player, reason: `${player} charged back` })
  const items = [{ productId: products.permanent }]
  await requireRejection(manage.createManualSale({ storeId, gameUserId: player, items }), 409)
  await manage.liftBan({ storeId, gameUserId: player })
}

/** Names the player in every part of a request, in valid and in invalid requests, because the log sees all of them. */
async function namePlayerInRequests(
  { storeId, manage, send }: PrivacyStore,
  { player, key, otherKey }: { player: string; key: string; otherKey: string },
): Promise<void> {
  const name = encodeURIComponent(player)
  await manage.getPlayer({ storeId, gameUserId: player })
  await manage.exportPlayer({ storeId, gameUserId: player })
  await manage.listPlayers({ storeId, search: player })
  await manage.listCheckouts({ storeId, gameUserId: player })
  await requireRejection(manage.listPlayers({ storeId, limit: player as unknown as number }), 400)
  const ban = { storeId, gameUserId: player, [player]: player } as unknown as { storeId: string; gameUserId: string }
  await requireRejection(manage.banPlayer({ reason: '', ...ban }), 400)
  requireStatus(await send('POST', `/api/manage/1.0/${name}`, JSON_BODY, `{"gameUserId": "${player}`), 404)
  const report = JSON.stringify({ commandQueueId: player })
  const path = '/api/games/1.0/commands/mark-as-processed'
  requireStatus(await send('POST', path, { authorization: key, ...JSON_BODY }, report), 404)
  const poll = JSON.stringify({ online: [player] })
  requireStatus(await send('POST', '/api/games/2.0/poll', { authorization: otherKey, ...JSON_BODY }, poll), 200)
  requireStatus(await send('GET', `/api/games/1.0/${name}`, { authorization: key }), 404)
}

function requireStatus({ status, text }: HttpAnswer, expected: number): void {
  if (status !== expected) throw new Error(`answered with ${status} instead of ${expected}: ${text.slice(0, 500)}`)
}

/** Fails unless the API rejects the call with this status. */
export async function requireRejection(call: Promise<unknown>, status: number): Promise<void> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StoreError) || error.status !== status) {
    throw new Error(`The call was not rejected with ${status}`, { cause: error })
  }
}

export async function requireSoon(what: string, condition: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { timeoutMs: TIMEOUT_MS }))) throw new Error(`This did not happen in time: ${what}`)
}
