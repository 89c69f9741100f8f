import type { Manage } from '@quartermaster/sdk'

export type Order = Manage.Checkout
export type Line = Order['lines'][number]
export type Delivery = Order['deliveries'][number]

/** The states of a delivery, worst first. */
const WORST = ['held', 'retrying', 'pending', 'cancelled', 'processed']

/** What a line is called: `VIP Gold (30 days) × 2`. */
export function lineTitle({ name, variantName, fields, quantity }: Line): string {
  const entered = fields.map(({ label, value }) => ` · ${label}: ${value}`).join('')
  return `${name}${variantName === null ? '' : ` (${variantName})`}${quantity === 1 ? '' : ` × ${quantity}`}${entered}`
}

/** The newest delivery of the purchase for each server of a line. The one that needs most attention is first. */
export function deliveriesOf({ productId }: Line, { deliveries }: Order): Delivery[] {
  const ofLine = deliveries.filter(
    ({ type, products }) => type === 'APPROVE' && products.some(({ id }) => id === productId),
  )
  const newest = [...Map.groupBy(ofLine, ({ serverId }) => serverId).values()].flatMap(([first]) => first ?? [])
  return newest.sort((one, other) => WORST.indexOf(one.state) - WORST.indexOf(other.state))
}

export function isWaiting({ state }: Delivery): boolean {
  return state === 'pending' || state === 'retrying' || state === 'held'
}
