import { randomBytes } from 'node:crypto'
import { signWebhook } from '@quartermaster/sdk'
import { runCommand } from '../../e2e/kit/run-command.ts'
import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import type { Product } from '../../e2e/kit/start-product.ts'
import { createTestStore, type Owner } from '../../e2e/kit/test-store.ts'

/** A test store in which everything can happen to a player. */
export type PrivacyStore = Awaited<ReturnType<typeof createPrivacyStore>>

export async function createPrivacyStore(
  { server, databaseUrl }: Product,
  { owner, receivers }: { owner: Owner; receivers: string[] },
) {
  const { manage } = owner
  const { storeId, servers, addProduct } = await createTestStore(owner, { mode: 'test', servers: 2 })
  const commands = { approve: ['give {userId}'], refund: ['take {userId}'], expire: ['take {userId}'] }
  const [first, second] = servers
  if (!first || !second) throw new Error('The store has fewer than two servers')
  const products = {
    permanent: await addProduct({ name: 'Sword', commands, serverIds: [first.id] }),
    timed: await addProduct({ name: 'VIP', commands, serverIds: [first.id], durationSeconds: 3_600 }),
    onSecondServer: await addProduct({ name: 'Shield', commands, serverIds: [second.id] }),
  }
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
  const webhookIds: string[] = []
  for (const url of receivers) webhookIds.push((await manage.createWebhook({ storeId, url })).id)
  return {
    url: server.url,
    storeId,
    /** Of the two game servers. */
    keys: [first.key, second.key] as const,
    /** All permissions. */
    manage,
    products,
    webhookIds,
    send,
    /** Opens a checkout with a payment page of the sandbox. */
    async openCheckout(player: string): Promise<string> {
      const sale = ['--store', storeId, '--provider', 'sandbox', '--player', player, '--product', products.permanent]
      const settings = { databaseUrl, env: { SECRET_KEYS, PUBLIC_URL: server.url } }
      const printed = await runCommand(['checkout', 'open', ...sale, '--json'], settings)
      return (JSON.parse(printed) as { id: string }).id
    },
    /** Chooses an outcome on the payment page. */
    choosePayment(checkoutId: string, outcome: string): Promise<void> {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return send(303, 'POST', `/pay/sandbox/${storeId}/${checkoutId}`, headers, `action=${outcome}`)
    },
    /** Sends a callback of the sandbox about a payment. */
    sendCallback(checkoutId: string, amountMinor: number): Promise<void> {
      const state = { paid: { amountMinor, currency: 'BRL' }, refundedMinor: 0, dispute: 'none', closed: false }
      const body = JSON.stringify({ type: 'payment', data: { storeId, checkoutId, ...state } })
      const headers = signWebhook({ id: `evt ${randomBytes(8).toString('hex')}`, body, secret })
      const path = `/api/payments/1.0/sandbox/${storeId}`
      return send(200, 'POST', path, { 'content-type': 'application/json', ...headers }, body)
    },
  }

  /** Sends any request. Fails unless the response has this status. */
  async function send(status: number, method: string, path: string, headers: Record<string, string>, body?: string) {
    const response = await fetch(server.url + path, { method, headers, redirect: 'manual', ...(body && { body }) })
    const text = await response.text()
    if (response.status !== status)
      throw new Error(`answered with ${response.status} instead of ${status}: ${text.slice(0, 500)}`)
  }
}
