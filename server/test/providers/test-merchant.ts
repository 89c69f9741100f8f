import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { vi } from 'vitest'
import { type CheckoutId, newId, type StoreId } from '../../src/ids.ts'
import {
  type ProviderConnection,
  type Callback,
  type Facts,
  laterDispute,
  NO_FACTS,
  type CallbackEvent,
  type PaymentPage,
  type PaymentPageRequest,
  type PaymentRefs,
} from '../../src/payments/provider.ts'
import type { FakeProvider, SignedCallback } from './fake-provider.ts'

type Purchase = { order: PaymentPageRequest; page: PaymentPage; refs: PaymentRefs }
export type TestMerchant = Awaited<ReturnType<typeof startTestMerchant>>

/** Acts as a store that uses the provider: opens payment pages, receives callbacks over HTTP and adds up their facts. */
export async function startTestMerchant(fake: FakeProvider) {
  const connection = fake.provider.connect(fake.credentials)
  const currency = fake.currencies?.[0] ?? 'BRL'
  const inbox = new Map<string, Callback[]>()
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://merchant.invalid')
      const body = await buffer(request)
      const callback = { body, headers: request.headersDistinct, query: url.searchParams, receivedAt: new Date() }
      inbox.set(url.pathname, [...(inbox.get(url.pathname) ?? []), callback])
      response.end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  /** Each purchase has its own callback address, so that tests do not see the callbacks of other tests. */
  function draft(change: Partial<PaymentPageRequest> = {}): PaymentPageRequest {
    const checkoutId = newId<CheckoutId>()
    const totalMinor = change.totalMinor ?? 1990
    return {
      storeId: newId<StoreId>(),
      checkoutId,
      storeName: 'Vale ⚔ Store',
      currency,
      totalMinor,
      lines: [{ name: 'VIP Gold ⚔', quantity: 1, priceMinor: totalMinor }],
      expiresAt: new Date(Date.now() + 60 * 60_000),
      returnUrl: 'https://vale.example/paid',
      cancelUrl: 'https://vale.example/cart',
      pagesUrl: 'https://vale.example',
      callbackUrl: `http://127.0.0.1:${port}/callbacks/${checkoutId}`,
      billingPeriod: null,
      renewalMinor: null,
      buyerEmail: null,
      ...change,
    }
  }

  async function open(change: Partial<PaymentPageRequest> = {}): Promise<Purchase> {
    const order = draft(change)
    fake.setCallbackUrl?.(order.callbackUrl)
    const page = await connection.openPaymentPage(order)
    return { order, page, refs: { checkoutId: order.checkoutId, pageRef: page.pageRef } }
  }

  const received = ({ order }: Purchase): Callback[] => inbox.get(new URL(order.callbackUrl).pathname) ?? []

  /** Waits until the facts of all callbacks of a purchase fulfil the condition. */
  const factsFromCallbacks = (purchase: Purchase, until: (facts: Facts) => boolean): Promise<Facts> =>
    waitFor('callbacks', until, async () => {
      const facts: Facts[] = []
      for (const callback of received(purchase)) {
        facts.push(...(await factsOf(connection, await connection.readCallback(callback))))
      }
      return addUpFacts(facts)
    })

  /** Also queries the provider, because some facts are not reported by callbacks. */
  const latestFacts = (purchase: Purchase, until: (facts: Facts) => boolean): Promise<Facts> =>
    waitFor('callbacks and answers', until, async () => {
      const reported = await factsFromCallbacks(purchase, () => true)
      const answer = await connection.queryPayment({
        ...purchase.refs,
        ...(reported.paymentRef && { paymentRef: reported.paymentRef }),
      })
      return addUpFacts(answer ? [reported, answer] : [reported])
    })

  async function openAndPay(change: Partial<PaymentPageRequest> = {}) {
    const purchase = await open(change)
    await fake.pay(purchase.page.pageRef)
    const facts = await factsFromCallbacks(purchase, ({ paid }) => paid !== null)
    return { ...purchase, facts, paymentRef: facts.paymentRef ?? '' }
  }

  return {
    fake,
    connection,
    draft,
    open,
    openAndPay,
    received,
    factsFromCallbacks,
    latestFacts,
    async close() {
      await fake.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Converts a signed callback to the form in which the server receives it. */
export function toCallback({ url, headers, body }: SignedCallback, receivedAt = new Date()): Callback {
  const lower = Object.entries(headers).map(([name, value]): [string, string[]] => [name.toLowerCase(), [value]])
  return {
    body: Buffer.from(body),
    headers: Object.fromEntries(lower),
    query: new URL(url).searchParams,
    receivedAt,
  }
}

async function factsOf(connection: ProviderConnection, { content }: CallbackEvent): Promise<Facts[]> {
  if (content === 'ignored') return []
  if ('facts' in content) return [content.facts]
  const facts = 'refs' in content ? await connection.queryPayment(content.refs) : undefined
  return facts ? [facts] : []
}

function addUpFacts(all: Facts[]): Facts {
  const sum = { ...NO_FACTS }
  for (const facts of all) {
    sum.storeId ??= facts.storeId
    sum.checkoutId ??= facts.checkoutId
    sum.mode ??= facts.mode
    sum.paymentRef ??= facts.paymentRef
    sum.paid ??= facts.paid
    sum.refundedMinor = Math.max(sum.refundedMinor, facts.refundedMinor)
    sum.dispute = laterDispute(sum.dispute, facts.dispute)
    sum.closed ||= facts.closed
  }
  return sum
}

function waitFor(source: string, until: (facts: Facts) => boolean, read: () => Promise<Facts>): Promise<Facts> {
  const check = async () => {
    const facts = await read()
    if (!until(facts)) throw new Error(`The ${source} report only ${JSON.stringify(facts)}`)
    return facts
  }
  return vi.waitFor(check, { timeout: 30_000, interval: 20 })
}
