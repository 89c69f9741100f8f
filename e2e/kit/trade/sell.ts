import { setTimeout as sleep } from 'node:timers/promises'
import { createManageClient, StoreError } from '@quartermaster/sdk'
import type { Random } from '../random.ts'
import { connectSandbox, sandboxCallback, sandboxPath } from '../sandbox.ts'
import { createTestStore, type Owner, type TestStore } from '../test-store.ts'
import { recordChains } from './chains.ts'

const SALE_INTERVAL_MS = 250
const CHECKOUT_INTERVAL_MS = 500
const RETRY_MS = 200
const REQUEST_TIMEOUT_MS = 15_000
/** As many as fail within the longest outage. More would keep a slow machine busy with repetitions. */
const MAX_IN_PROGRESS = 200

export type Shop = TestStore & { productId: string; secret: string }

/** A test store whose products are delivered to all of its servers. */
export async function openShop(
  owner: Owner,
  { servers, webhookUrl }: { servers: number; webhookUrl: string },
): Promise<Shop> {
  const store = await createTestStore(owner, { servers, mode: 'test' })
  const { storeId } = store
  const secret = await connectSandbox(owner, storeId)
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  await owner.manage.createWebhook({ storeId, url: webhookUrl, events: ['checkout.paid'] })
  return { ...store, productId, secret }
}

type Parts = { url: string; shops: Shop[]; random: Random }

export type Acknowledged = {
  /** By the reference of the sale. */
  sales: Map<string, { checkoutId: string; deliveryIds: string[] }>
  /** Checkouts whose callback was acknowledged. */
  paid: Set<string>
  /** How often the effect of a callback was confirmed. More than once is a fault. */
  applied: Map<string, number>
}

export type Selling = ReturnType<typeof startSelling>

/** Sells by hand and through payment callbacks. Every request is repeated until it is acknowledged. */
export function startSelling({ url, shops, random }: Parts) {
  const { chains, counts, track } = recordChains()
  const acknowledged: Acknowledged = { sales: new Map(), paid: new Set(), applied: new Map() }
  const refused: string[] = []
  const connect = ({ token }: Shop) => createManageClient({ url, token, retries: 0, timeoutMs: REQUEST_TIMEOUT_MS })
  const stopping = new AbortController()
  let isAbandoned = false
  const inProgress = new Set<Promise<void>>()

  function insist<T>(operation: string, send: () => Promise<T>): Promise<T> {
    return track(operation, async (fail) => {
      for (;;) {
        try {
          return await send()
        } catch (error) {
          // A request that is wrong never succeeds. The gateway's errors have no code of ours.
          const isWrong = error instanceof StoreError && !error.isRetryable && error.status < 500
          if (isWrong || isAbandoned) throw error
          fail(String(error))
          const seconds = error instanceof StoreError && error.status === 429 ? (error.retryAfter ?? 1) : 0
          await sleep(seconds * 1_000 + RETRY_MS)
        }
      }
    })
  }

  async function sell(no: number): Promise<void> {
    const shop = random.pick(shops)
    const { storeId, productId } = shop
    const reference = `sale ${no}`
    const sale = { storeId, gameUserId: String(no), items: [{ productId }], reference }
    const { id: checkoutId, deliveryIds } = await insist('sale', () => connect(shop).createManualSale(sale))
    acknowledged.sales.set(reference, { checkoutId, deliveryIds })
  }

  async function pay(no: number): Promise<void> {
    const shop = random.pick(shops)
    const { storeId, productId } = shop
    const sale = {
      storeId,
      gameUserId: `p${no}`,
      items: [{ productId }],
      reference: `payment ${no}`,
      provider: 'sandbox' as const,
    }
    const checkout = await insist('checkout', () => connect(shop).openCheckout(sale))
    const text = await insist('callback', () => sendCallback(url, shop, { id: `evt_${no}`, checkout }))
    acknowledged.paid.add(checkout.id)
    if (/"applied"/.test(text)) acknowledged.applied.set(checkout.id, (acknowledged.applied.get(checkout.id) ?? 0) + 1)
  }

  async function repeat(intervalMs: number, work: (no: number) => Promise<void>): Promise<void> {
    for (let no = 1, next = Date.now(); !stopping.signal.aborted; no++) {
      if (inProgress.size < MAX_IN_PROGRESS) {
        const sale = work(no).catch((error: unknown) => void refused.push(String(error)))
        inProgress.add(sale)
        void sale.then(() => inProgress.delete(sale))
      }
      next += intervalMs
      await sleep(Math.max(next - Date.now(), 0), undefined, stopping).catch(() => undefined)
    }
  }

  const running = Promise.all([repeat(SALE_INTERVAL_MS, sell), repeat(CHECKOUT_INTERVAL_MS, pay)])
  return {
    acknowledged,
    chains,
    counts,
    /** Requests that were rejected for good. */
    refused,
    /** Starts nothing more, and resolves when everything is acknowledged. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
      await Promise.all(inProgress)
    },
    /** The same, but nothing is repeated any more. */
    async abandon(): Promise<void> {
      isAbandoned = true
      await this.stop()
    },
  }
}

type Callback = { id: string; checkout: { id: string } }

/** As the sandbox sends it: signed again for each attempt. Throws unless it is accepted. */
async function sendCallback(url: string, { storeId, secret }: Shop, { id, checkout }: Callback): Promise<string> {
  const facts = { paid: { amountMinor: 1_990, currency: 'BRL' } }
  const response = await fetch(url + sandboxPath(storeId), {
    method: 'POST',
    ...sandboxCallback(secret, { eventId: id, storeId, checkoutId: checkout.id, facts }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  const text = await response.text()
  if (response.status === 200) return text
  throw new Error(`${response.status} ${text.slice(0, 200)}`)
}
