import assert from 'node:assert/strict'
import { createDeliveryClient, createGamesClient } from '@quartermaster/sdk'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import type { PrivacyStore } from './privacy-store.ts'

const TIMEOUT_MS = 60_000
const JSON_BODY = { 'content-type': 'application/json' }

/** Everything that can happen to a player in a store. Every text that a caller can choose names the player. */
export async function livePlayerLife(store: PrivacyStore, player: string): Promise<void> {
  const { storeId, manage, products } = store
  const sell = (productId: string, reference?: string) =>
    manage.createManualSale({ storeId, gameUserId: player, items: [{ productId }], reference: reference ?? null })

  const gift = await sell(products.permanent, `a gift for ${player}`)
  await sell(products.timed)
  const buy = async (outcome?: string): Promise<string> => {
    const checkoutId = await store.openCheckout(player)
    if (outcome !== undefined) await store.choosePayment(checkoutId, outcome)
    return checkoutId
  }
  const states = new Map([
    [await buy('pay-and-refund-later'), 'refunded'],
    [await buy('pay-and-dispute-later'), 'disputed'],
    [await buy('decline'), 'abandoned'],
  ])
  const unpaid = await buy()
  states.set(unpaid, 'abandoned')
  await deliverAll(store)

  // Nine days later, the payments are refunded, disputed or abandoned, and the timed product is expired.
  await manage.advanceClock({ storeId, seconds: 9 * 86_400 })
  for (const [checkoutId, state] of states) {
    await requireSoon(`a checkout becomes ${state}`, async () => {
      return (await manage.getCheckout({ storeId, checkoutId })).state === state
    })
  }
  await requireSoon('a product expires', async () => (await deliverAll(store)).includes('EXPIRE'))
  await manage.refundCheckout({ storeId, checkoutId: gift.id, moneyAlreadyReturned: true })
  await deliverAll(store)

  await store.sendCallback(unpaid, 1)
  for await (const { id } of manage.listParkedPayments.each({ storeId })) {
    await manage.resolveParkedPayment({ storeId, parkedPaymentId: id, note: `spoke with ${player}` })
  }
  for (let i = 0; i < 3; i++) await sell(products.onSecondServer)
  await reportFailures(store, player)
  await banAndUnban(store, player)
  await namePlayerInRequests(store, player)
  await manage.startRedelivery({ storeId, gameUserIds: [player] })
}

/** A game of 1.0 runs all deliveries. Returns their types. */
async function deliverAll({ url, keys: [key] }: PrivacyStore): Promise<string[]> {
  const client = createGamesClient({ url, key })
  const commands = await client.pendingCommands()
  for (const { id } of commands) await client.markAsProcessed(id)
  return commands.map(({ deliveryType }) => deliveryType)
}

/** A game of 2.0 has three deliveries: the first one is done, the second one fails, the third one is uncertain. */
async function reportFailures({ url, keys: [, key] }: PrivacyStore, player: string): Promise<void> {
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
  await assert.rejects(manage.createManualSale({ storeId, gameUserId: player, items }), { status: 409 })
  await manage.liftBan({ storeId, gameUserId: player })
}

/** Names the player in every part of a request, in valid and in invalid requests, because the log sees all of them. */
async function namePlayerInRequests({ storeId, manage, send, keys }: PrivacyStore, player: string): Promise<void> {
  const name = encodeURIComponent(player)
  const [key, otherKey] = keys
  await manage.setPlayerNaming({ storeId, gameUserId: player, isNamed: false })
  await manage.getPlayer({ storeId, gameUserId: player })
  await manage.exportPlayer({ storeId, gameUserId: player })
  await manage.listPlayers({ storeId, search: player })
  await manage.listCheckouts({ storeId, gameUserId: player })
  await assert.rejects(manage.listPlayers({ storeId, limit: player as unknown as number }), { status: 400 })
  const ban = { storeId, gameUserId: player, [player]: player } as unknown as { storeId: string; gameUserId: string }
  await assert.rejects(manage.banPlayer({ reason: '', ...ban }), { status: 400 })
  await send(404, 'POST', `/api/manage/1.0/${name}`, JSON_BODY, `{"gameUserId": "${player}`)
  const report = JSON.stringify({ commandQueueId: player })
  await send(404, 'POST', '/api/games/1.0/commands/mark-as-processed', { authorization: key, ...JSON_BODY }, report)
  const poll = JSON.stringify({ online: [player] })
  await send(200, 'POST', '/api/games/2.0/poll', { authorization: otherKey, ...JSON_BODY }, poll)
  await send(404, 'GET', `/api/games/1.0/${name}`, { authorization: key })
}

export async function requireSoon(what: string, condition: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { timeoutMs: TIMEOUT_MS }))) throw new Error(`This did not happen in time: ${what}`)
}
