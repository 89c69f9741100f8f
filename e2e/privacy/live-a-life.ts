import { setTimeout as sleep } from 'node:timers/promises'
import { inStore } from '../../server/src/db/database.ts'
import { type CheckoutId, formatId, type ProductId } from '../../server/src/ids.ts'
import { listParkedPayments } from '../../server/src/payments/parked/list-parked-payments.ts'
import type { Payments } from '../../server/src/payments/create-payments.ts'
import { resolveParkedPayment } from '../../server/src/payments/parked/resolve-parked-payment.ts'
import { startPayment } from '../../server/src/payments/start-payment.ts'
import { advanceClock } from '../../server/src/test-mode/advance-clock.ts'
import type { Answer, Callers } from './callers.ts'
import type { Store } from './open-store.ts'

const DATABASE_TIMEOUT_MS = 60_000

type Scene = { payments: Payments; store: Store; callers: Callers }

/** Everything that can happen to a player in a store, and everyone who speaks of them names them. */
export async function liveALife({ payments, store, callers }: Scene, player: string): Promise<void> {
  const { storeId, keys, products } = store
  const buy = (productId: ProductId, reference?: string) =>
    sellTo(callers, { player, productId, ...(reference !== undefined && { reference }) })

  const gift = await buy(products.old, `a gift for ${player}`)
  await buy(products.timed)
  const play = async (how?: string): Promise<CheckoutId> => {
    const sale = {
      storeId,
      gameUserId: player,
      items: [{ productId: products.old, quantity: 1 }],
      serverId: null,
      reference: null,
    }
    const { checkoutId } = await startPayment(payments, { sale, provider: 'sandbox' })
    if (how !== undefined) expectStatus(await callers.press(checkoutId, how), 303)
    return checkoutId
  }
  const refunded = await play('pay-and-refund-later')
  const disputed = await play('pay-and-dispute-later')
  const declined = await play('decline')
  const forgotten = await play()
  await deliverAll(callers, keys.old)

  // Days later: what was to be refunded, disputed, given up and expired is.
  await advanceClock(payments.db, { storeId, seconds: 9 * 86_400 })
  const states = { [refunded]: 'refunded', [disputed]: 'disputed', [declined]: 'abandoned', [forgotten]: 'abandoned' }
  await until('the provider has told all', async () => {
    const rows = await inStore(payments.db, storeId, (tx) =>
      tx.selectFrom('checkouts').select(['id', 'state']).where('store_id', '=', storeId).execute(),
    )
    return rows.every(({ id, state }) => (states[id] ?? state) === state)
  })
  await until('the time of a product is over', async () => (await deliverAll(callers, keys.old)).includes('EXPIRE'))
  expectStatus(await callers.manage('POST', `/checkouts/${gift}/refund`, { moneyAlreadyReturned: true }), 200)
  await deliverAll(callers, keys.old)

  expectStatus(await callers.tell(forgotten, 1), 200)
  for (const { id } of await listParkedPayments(payments.db, { storeId, includeResolved: false })) {
    await resolveParkedPayment(payments.db, { storeId, parkedId: id, note: `spoke with ${player}` })
  }
  for (let i = 0; i < 3; i++) await buy(products.new)
  await failToDeliver(callers, { key: keys.new, player })
  await beBanned(callers, { player, productId: products.old })
  await beSpokenOf(callers, { player, keys })
  expectStatus(await callers.manage('POST', '/redeliveries', { gameUserIds: [player] }), 201)
}

async function sellTo(
  callers: Callers,
  { player, productId, reference = null }: { player: string; productId: ProductId; reference?: string | null },
): Promise<string> {
  const items = [{ productId: formatId('prd', productId) }]
  const answer = await callers.manage('POST', '/checkouts', { gameUserId: player, items, reference })
  expectStatus(answer, 201)
  return (JSON.parse(answer.text) as { id: string }).id
}

/** A game of 1.0 runs all it gets. Answers with what kinds there were. */
async function deliverAll(callers: Callers, key: string): Promise<string[]> {
  const answer = await callers.game('1.0/commands/pending-commands', key)
  expectStatus(answer, 200)
  const { checkouts } = JSON.parse(answer.text) as { checkouts: { id: string; deliveryType: string }[] }
  for (const { id } of checkouts) {
    expectStatus(await callers.game('1.0/commands/mark-as-processed', key, { commandQueueId: id }), 200)
  }
  return checkouts.map(({ deliveryType }) => deliveryType)
}

/** A game of 2.0 has three things for the player: it delivers one, one fails, and nobody knows about the third. */
async function failToDeliver(callers: Callers, { key, player }: { key: string; player: string }): Promise<void> {
  const answer = await callers.game('2.0/poll', key, {})
  expectStatus(answer, 200)
  const { commands } = JSON.parse(answer.text) as { commands: { id: string }[] }
  const said = { done: 0, reason: `${player} has no room`, output: `no room for ${player}` }
  const outcomes = commands.map(({ id }, i) => ({
    id,
    attempt: 1,
    ...[
      { outcome: 'done', output: `gave it to ${player}` },
      { outcome: 'failed', ...said },
      { outcome: 'in_doubt', ...said },
    ][i % 3],
  }))
  expectStatus(await callers.game('2.0/report', key, { outcomes }), 200)
}

async function beBanned(callers: Callers, { player, productId }: { player: string; productId: ProductId }) {
  const path = `/players/${encodeURIComponent(player)}/ban`
  expectStatus(await callers.manage('PUT', path, { reason: `${player} charged back` }), 200)
  const sale = { gameUserId: player, items: [{ productId: formatId('prd', productId) }] }
  expectStatus(await callers.manage('POST', '/checkouts', sale), 409)
  expectStatus(await callers.manage('DELETE', path), 200)
}

/** Requests that name the player in every place a request has, right ones and wrong ones: logs see them all. */
async function beSpokenOf(callers: Callers, { player, keys }: { player: string; keys: Store['keys'] }): Promise<void> {
  const name = encodeURIComponent(player)
  const read = (path: string) => callers.manage('GET', path)
  for (const path of [
    `/players/${name}`,
    `/players/${name}/export`,
    `/players?search=${name}`,
    `/checkouts?gameUserId=${name}`,
  ]) {
    expectStatus(await read(path), 200)
  }
  expectStatus(await read(`/players?limit=${name}`), 400)
  expectStatus(await callers.manage('PUT', `/players/${name}/ban`, { [player]: player }), 400)
  expectStatus(await callers.raw('POST', `/api/manage/1.0/${name}`, `{"gameUserId": "${player}`), 404)
  expectStatus(await callers.game('1.0/commands/mark-as-processed', keys.old, { commandQueueId: player }), 404)
  expectStatus(await callers.game('2.0/poll', keys.new, { online: [player] }), 200)
  expectStatus(await callers.game(`1.0/${name}`, keys.old), 404)
}

export function expectStatus({ status, text }: Answer, wanted: number): void {
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}: ${text.slice(0, 500)}`)
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + DATABASE_TIMEOUT_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(50)
  }
}
