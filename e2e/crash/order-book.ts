import type { Refund } from '../../server/src/checkouts/reverse/refund.ts'
import type { Sale } from '../../server/src/checkouts/buy/sale.ts'
import type { Sold } from '../../server/src/checkouts/buy/sell.ts'
import { formatId } from '../../server/src/ids.ts'
import type { Finding } from './finding.ts'
import type { Random } from '../kit/random.ts'
import type { Goods, Server, Shop } from './scene.ts'

export type SoldLine = { goods: Goods; quantity: number; servers: Server[]; refunded: boolean }

export type Purchase = {
  sale: Sale & { reference: string }
  lines: SoldLine[]
  /** Before the order left: the product cannot have sold it earlier. */
  sentAt: number
  /** What the product acknowledged; undefined until then. */
  sold: Sold | undefined
  /** Its elements as a game sees their ids. */
  elementIds: Set<string>
}

const RECENT = 60
const SHARED_PLAYERS = 8

export type OrderBook = ReturnType<typeof createOrderBook>

/** What the harness itself knows of every sale and refund. The product's own tables are never asked. */
export function createOrderBook(shops: Shop[], random: Random) {
  const purchases: Purchase[] = []
  const findings: Finding[] = []

  /** Goods that extend share a few players, so that purchases meet; the others have a player for each sale. */
  function newPurchase(): Purchase {
    const shop = random.pick(shops)
    const reference = `order-${purchases.length + 1}`
    const meets = random.chance(0.4)
    const choice = shop.goods.filter(({ rebuy }) => (rebuy === 'extend') === meets)
    const chosen = random.shuffle(choice).slice(0, random.integer(1, 2))
    const picked = chosen.some(({ servers }) => servers === undefined) ? random.pick(shop.servers) : undefined
    const lines = chosen.map((goods) => ({
      goods,
      quantity: meets ? 1 : random.integer(1, 2),
      servers: goods.servers ?? (picked ? [picked] : []),
      refunded: false,
    }))
    const sale = {
      storeId: shop.storeId,
      gameUserId: meets ? `shared-${random.integer(1, SHARED_PLAYERS)}` : `buyer-${purchases.length + 1}`,
      items: lines.map(({ goods, quantity }) => ({ productId: goods.productId, quantity })),
      serverId: picked?.id ?? null,
      reference,
    }
    const purchase: Purchase = { sale, lines, sentAt: Date.now(), sold: undefined, elementIds: new Set() }
    purchases.push(purchase)
    return purchase
  }

  /** A recent purchase, whole or one line of it; now and then one that is refunded already. */
  function newRefund(): Refund | undefined {
    const known = purchases.slice(-RECENT).filter(({ sold }) => sold !== undefined)
    const open = known.filter(({ lines }) => lines.some((line) => !line.refunded))
    const candidates = random.chance(0.1) ? known : open
    if (candidates.length === 0) return undefined
    const newest = candidates.at(-1)
    const purchase = newest && random.chance(0.6) ? newest : random.pick(candidates)
    if (purchase.sold === undefined) return undefined
    const lineNos = random.chance(0.3) ? [random.integer(1, purchase.lines.length)] : undefined
    // Noted before it is carried out: every order is repeated until it is.
    purchase.lines.forEach((line, i) => (line.refunded ||= lineNos?.includes(i + 1) ?? true))
    const { storeId } = purchase.sale
    return { storeId, checkoutId: purchase.sold.checkoutId, ...(lineNos && { lineNos }) }
  }

  function noteSold(purchase: Purchase, sold: Sold): void {
    const { reference } = purchase.sale
    if (purchase.sold !== undefined && purchase.sold.checkoutId !== sold.checkoutId) {
      findings.push({ kind: 'doubled', check: 'one reference is one checkout', detail: `${reference} gave two` })
    }
    const wanted = new Set(purchase.lines.flatMap(({ servers }) => servers)).size
    if (sold.deliveryIds.length !== wanted && !purchase.lines.some((line) => line.refunded)) {
      const detail = `${reference}: ${sold.deliveryIds.length} elements for ${wanted} servers`
      findings.push({ kind: 'lost', check: 'a sale is acknowledged with an element for each server', detail })
    }
    purchase.sold ??= sold
    for (const id of sold.deliveryIds) purchase.elementIds.add(formatId('cmd', id))
  }

  return {
    purchases: purchases as readonly Purchase[],
    findings: findings as readonly Finding[],
    newPurchase,
    newRefund,
    noteSold,
  }
}
