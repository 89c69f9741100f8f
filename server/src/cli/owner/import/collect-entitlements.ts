import type { Entitlement } from './document.ts'

const MAX_UNITS = 1_000

type Purchase = {
  productSourceId: string
  gameUserId: string
  since: Date | null
  until: Date | null
  quantity: number
}

/**
 * What players own, from their purchases. Several purchases of the same product are one: it lasts as long as the
 * longest of them, and units without an end add up. Purchases that have ended are only counted.
 */
export function collectEntitlements(now = new Date()) {
  const owned = new Map<string, Purchase>()
  let ended = 0
  return {
    add(purchase: Purchase): void {
      if (purchase.until !== null && purchase.until <= now) {
        ended++
        return
      }
      const key = `${purchase.productSourceId}\n${purchase.gameUserId}`
      const known = owned.get(key)
      owned.set(key, known ? combine(known, purchase) : purchase)
    },
    endedCount: () => ended,
    list: (): Entitlement[] =>
      [...owned.values()].map(({ since, until, quantity, ...entitlement }) => ({
        ...entitlement,
        since: since?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        quantity: Math.min(quantity, MAX_UNITS),
      })),
  }
}

function combine(a: Purchase, b: Purchase): Purchase {
  const since = a.since !== null && b.since !== null && b.since < a.since ? b.since : a.since
  if (a.until === null || b.until === null) return { ...a, since, until: null, quantity: a.quantity + b.quantity }
  return { ...a, since, until: a.until > b.until ? a.until : b.until }
}
