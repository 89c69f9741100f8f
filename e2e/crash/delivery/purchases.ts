import type { Manage } from '@quartermaster/sdk'
import type { Random } from '../../kit/random.ts'
import type { GameServer } from '../run-games.ts'
import type { Finding } from '../trial.ts'
import type { Product } from '../product.ts'
import type { DeliveryStore } from './delivery-stores.ts'

export type PurchasedLine = { product: Product; quantity: number; servers: GameServer[]; isRefunded: boolean }

export type Purchase = {
  store: DeliveryStore
  sale: Manage.CreateManualSaleData['body'] & { reference: string }
  lines: PurchasedLine[]
  /** When the request was sent. The product cannot have sold it earlier. */
  sentAt: number
  /** Undefined until the sale is acknowledged. */
  checkoutId: string | undefined
  deliveryIds: Set<string>
}

export type Refund = { store: DeliveryStore; checkoutId: string; lines?: number[] }

const RECENT = 60
const SHARED_PLAYERS = 8

export type Purchases = ReturnType<typeof createPurchases>

/** Remembers every sale and refund. Nothing of this is read from the product. */
export function createPurchases(stores: DeliveryStore[], random: Random) {
  const purchases: Purchase[] = []
  const findings: Finding[] = []

  /** Products that extend share a few players, so that purchases meet. The others have a new player for each sale. */
  function createPurchase(): Purchase {
    const store = random.pick(stores)
    const isShared = random.chance(0.4)
    const candidates = store.products.filter(({ rebuy }) => (rebuy === 'extend') === isShared)
    const chosen = random.shuffle(candidates).slice(0, random.integer(1, 2))
    const server = chosen.some(({ servers }) => servers === undefined) ? random.pick(store.servers) : undefined
    const lines = chosen.map((product) => ({
      product,
      quantity: isShared ? 1 : random.integer(1, 2),
      servers: product.servers ?? (server ? [server] : []),
      isRefunded: false,
    }))
    const sale = {
      gameUserId: isShared ? `shared-${random.integer(1, SHARED_PLAYERS)}` : `buyer-${purchases.length + 1}`,
      items: lines.map(({ product, quantity }) => ({ productId: product.productId, quantity })),
      serverId: server?.id ?? null,
      reference: `order-${purchases.length + 1}`,
    }
    const purchase = { store, sale, lines, sentAt: Date.now(), checkoutId: undefined, deliveryIds: new Set<string>() }
    purchases.push(purchase)
    return purchase
  }

  /** Refunds a recent purchase or one line of it. Sometimes it has been refunded already. */
  function createRefund(): Refund | undefined {
    const known = purchases.slice(-RECENT).filter(({ checkoutId }) => checkoutId !== undefined)
    const open = known.filter(({ lines }) => lines.some((line) => !line.isRefunded))
    const candidates = random.chance(0.1) ? known : open
    if (candidates.length === 0) return undefined
    const newest = candidates.at(-1)
    const purchase = newest && random.chance(0.6) ? newest : random.pick(candidates)
    if (purchase.checkoutId === undefined) return undefined
    const lines = random.chance(0.3) ? [random.integer(1, purchase.lines.length)] : undefined
    // Noted before the request, because every request is repeated until it succeeds.
    purchase.lines.forEach((line, i) => (line.isRefunded ||= lines?.includes(i + 1) ?? true))
    return { store: purchase.store, checkoutId: purchase.checkoutId, ...(lines && { lines }) }
  }

  function acknowledge(purchase: Purchase, { id, deliveryIds }: Manage.ManualSale): void {
    const { reference } = purchase.sale
    if (purchase.checkoutId !== undefined && purchase.checkoutId !== id) {
      const detail = `${reference} created two checkouts`
      findings.push({ kind: 'doubled', check: 'one reference is one checkout', detail })
    }
    const servers = new Set(purchase.lines.flatMap((line) => line.servers)).size
    if (deliveryIds.length !== servers && !purchase.lines.some((line) => line.isRefunded)) {
      const detail = `${reference}: ${deliveryIds.length} deliveries for ${servers} servers`
      findings.push({ kind: 'lost', check: 'a sale is acknowledged with a delivery for each server', detail })
    }
    purchase.checkoutId ??= id
    for (const deliveryId of deliveryIds) purchase.deliveryIds.add(deliveryId)
  }

  return {
    list: purchases as readonly Purchase[],
    findings: findings as readonly Finding[],
    createPurchase,
    createRefund,
    acknowledge,
  }
}
