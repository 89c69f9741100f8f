import { randomBytes } from 'node:crypto'
import { signWebhook } from '@quartermaster/sdk'
import { runCommand } from '../kit/run-command.ts'
import { SECRET_KEYS } from '../kit/start-server.ts'
import type { Product } from '../kit/start-product.ts'
import { createTestStore, type Owner, type TestStore } from '../kit/test-store.ts'

export type HttpAnswer = { status: number; text: string }

/** A test store in which everything can happen to a player. */
export type PrivacyStore = Pick<TestStore, 'storeId' | 'servers'> & {
  /** All permissions. */
  manage: Owner['manage']
  /** The first two are delivered to the first server, the third to the second one. */
  products: { permanent: string; timed: string; onSecondServer: string }
  webhookIds: string[]
  /** Opens a checkout with a payment page of the sandbox. */
  openCheckout: (player: string) => Promise<string>
  /** Chooses an outcome on the payment page. */
  choosePayment: (checkoutId: string, outcome: string) => Promise<HttpAnswer>
  /** Sends a callback of the sandbox about a payment. */
  sendCallback: (checkoutId: string, amountMinor: number) => Promise<HttpAnswer>
  /** Sends any request. */
  send: (method: string, path: string, headers?: Record<string, string>, body?: string) => Promise<HttpAnswer>
}

export async function createPrivacyStore(
  { server, databaseUrl }: Product,
  { owner, receivers }: { owner: Owner; receivers: string[] },
): Promise<PrivacyStore> {
  const { manage } = owner
  const { storeId, servers, addProduct } = await createTestStore(owner, { mode: 'test', servers: 2 })
  const commands = { approve: ['give {userId}'], refund: ['take {userId}'], expire: ['take {userId}'] }
  const [first, second] = servers.map(({ id }) => [id])
  if (!first || !second) throw new Error('The store has fewer than two servers')
  const products = {
    permanent: await addProduct({ name: 'Sword', commands, serverIds: first }),
    timed: await addProduct({ name: 'VIP', commands, serverIds: first, durationSeconds: 3_600 }),
    onSecondServer: await addProduct({ name: 'Shield', commands, serverIds: second }),
  }
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
  const webhookIds: string[] = []
  for (const url of receivers) webhookIds.push((await manage.createWebhook({ storeId, url })).id)

  const send: PrivacyStore['send'] = async (method, path, headers = {}, body) => {
    const response = await fetch(server.url + path, { method, headers, redirect: 'manual', ...(body && { body }) })
    return { status: response.status, text: await response.text() }
  }
  return {
    storeId,
    servers,
    manage,
    products,
    webhookIds,
    send,
    async openCheckout(player) {
      const sale = ['--store', storeId, '--provider', 'sandbox', '--player', player, '--product', products.permanent]
      const settings = { databaseUrl, env: { SECRET_KEYS, PUBLIC_URL: server.url } }
      const printed = await runCommand(['checkout', 'open', ...sale, '--json'], settings)
      return (JSON.parse(printed) as { id: string }).id
    },
    choosePayment: (checkoutId, outcome) =>
      send(
        'POST',
        `/pay/sandbox/${storeId}/${checkoutId}`,
        { 'content-type': 'application/x-www-form-urlencoded' },
        `action=${outcome}`,
      ),
    sendCallback(checkoutId, amountMinor) {
      const state = { paid: { amountMinor, currency: 'BRL' }, refundedMinor: 0, dispute: 'none', closed: false }
      const body = JSON.stringify({ type: 'payment', data: { storeId, checkoutId, ...state } })
      const headers = signWebhook({ id: `evt ${randomBytes(8).toString('hex')}`, body, secret })
      const path = `/api/payments/1.0/sandbox/${storeId}`
      return send('POST', path, { 'content-type': 'application/json', ...headers }, body)
    },
  }
}
