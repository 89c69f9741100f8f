import { randomBytes } from 'node:crypto'
import { type CheckoutId, formatId } from '../../server/src/ids.ts'
import { signSandboxCallback } from '../../server/src/payments/sandbox/sandbox-callback.ts'
import type { Store } from './open-store.ts'

export type Answer = { status: number; text: string }
export type Callers = ReturnType<typeof callersOf>

/** Everyone who calls the server, each at their own door. */
export function callersOf(baseUrl: string, store: Store) {
  const storeId = formatId('sto', store.storeId)

  async function call(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
    })
    return { status: response.status, text: await response.text() }
  }
  const json = { 'content-type': 'application/json' }

  return {
    /** The management API, with the store's token. */
    manage: (method: string, path: string, body?: object): Promise<Answer> =>
      call(
        method,
        `/api/manage/1.0/stores/${storeId}${path}`,
        {
          authorization: `Bearer ${store.token}`,
          ...(method !== 'GET' && { 'idempotency-key': randomBytes(8).toString('hex') }),
          ...(body && json),
        },
        body && JSON.stringify(body),
      ),
    /** Whatever is given, as it is. */
    raw: (method: string, path: string, body?: string) =>
      call(method, path, { authorization: `Bearer ${store.token}`, ...(body !== undefined && json) }, body),
    game: (path: string, key: string, body?: object) =>
      call(
        body === undefined ? 'GET' : 'POST',
        `/api/games/${path}`,
        { authorization: key, ...(body && json) },
        body && JSON.stringify(body),
      ),
    press: (checkoutId: CheckoutId, action: string) =>
      call(
        'POST',
        `/pay/sandbox/${storeId}/${formatId('chk', checkoutId)}`,
        { 'content-type': 'application/x-www-form-urlencoded' },
        `action=${action}`,
      ),
    /** The sandbox says that so much was paid for a checkout. */
    tell(checkoutId: CheckoutId, amountMinor: number): Promise<Answer> {
      const eventId = `evt ${randomBytes(8).toString('hex')}`
      const signedAt = String(Math.floor(Date.now() / 1_000))
      const paid = { amountMinor, currency: 'BRL' }
      const facts = {
        storeId,
        checkoutId: formatId('chk', checkoutId),
        paid,
        refundedMinor: 0,
        dispute: 'none',
        closed: false,
      }
      const body = JSON.stringify({ type: 'payment', data: facts })
      const signature = signSandboxCallback(store.sandboxSecret, { eventId, signedAt, body })
      const headers = { 'webhook-id': eventId, 'webhook-timestamp': signedAt, 'webhook-signature': signature }
      return call('POST', `/api/payments/1.0/sandbox/${storeId}`, { ...json, ...headers }, body)
    },
  }
}
