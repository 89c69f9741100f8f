import type { StorefrontClient } from './storefront-client.ts'

export type Purchase = {
  player: string
  productId: string
  /** `sold_out` is the only good reason to buy nothing. */
  outcome: 'paid' | 'sold_out' | 'refused'
  detail: string
}

type Basket = { token: string; total: { minor: number } }
type Opened = { orderToken: string; paymentPageUrl: string }
type Order = { state: string }

/** A purchase from the empty basket to the paid order, with a double click on the last button. */
export async function buy(
  client: StorefrontClient,
  { player, productId, total }: { player: string; productId: string; total: number },
): Promise<Purchase> {
  const done = (outcome: Purchase['outcome'], detail = ''): Purchase => ({ player, productId, outcome, detail })
  const created = await client.call<Basket>({ method: 'POST', path: '/baskets' })
  if ('refusal' in created) return done('refused', `no basket: ${created.refusal.code}`)
  const { token } = created.value
  for (const [path, json] of [
    ['/basket/lines', { productId, quantity: 1 }],
    ['/basket/player', { player }],
  ] as const) {
    const changed = await client.call<Basket>({ method: 'PUT', path, token, json })
    if ('refusal' in changed) return done('refused', `${path}: ${changed.refusal.code}`)
  }
  const json = { provider: 'sandbox', totalMinor: total, consent: true }
  const checkOut = () => client.call<Opened>({ method: 'POST', path: '/basket/checkout', token, json })
  const [opened, again] = await Promise.all([checkOut(), checkOut()])
  if ('refusal' in opened || 'refusal' in again) {
    const refusal = 'refusal' in opened ? opened.refusal : 'refusal' in again ? again.refusal : undefined
    if (refusal?.code === 'sold_out' && 'refusal' in opened && 'refusal' in again) return done('sold_out')
    return done('refused', `the checkout: ${refusal?.code}`)
  }
  const { orderToken, paymentPageUrl } = opened.value
  if (again.value.orderToken !== orderToken) return done('refused', 'a double click opened two orders')
  const path = new URL(paymentPageUrl).pathname
  const paid = await client.send({ method: 'POST', path, form: 'action=pay' })
  const order = await client.call<Order>({ method: 'GET', path: '/order', token: orderToken })
  const state = 'value' in order ? order.value.state : order.refusal.code
  return state === 'paid' || state === 'delivered'
    ? done('paid')
    : done('refused', `the payment was answered with ${paid.status}, and the order is ${state}`)
}
