import type { Manage } from '@quartermaster/sdk'
import { parsePrice } from '../../app/money.ts'
import type { Body } from '../editor/body-of.ts'

export const CHANGE_KINDS = ['percent', 'amount', 'category', 'servers', 'archive', 'restore'] as const
type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What a person wants to do to all chosen products. */
export type Change = {
  kind: ChangeKind
  /** Of a change of prices: may be negative. */
  number: string
  categoryId: string
  serverIds: string[]
}

export type PlannedChange = {
  product: Manage.Product
  /** Nothing is sent if the product is like that already. */
  isSame: boolean
  error?: 'number' | 'negative'
  body?: Body
  archive?: boolean
}

/** What the change does to one product. Nothing happens yet. */
export function planChange(product: Manage.Product, change: Change): PlannedChange {
  switch (change.kind) {
    case 'percent':
    case 'amount':
      return planPrices(product, change)
    case 'category': {
      const categoryId = change.categoryId === '' ? null : change.categoryId
      return { product, isSame: product.categoryId === categoryId, body: { categoryId } }
    }
    case 'servers': {
      const isSame = [...product.serverIds].sort().join(' ') === [...change.serverIds].sort().join(' ')
      return { product, isSame, body: { serverIds: change.serverIds } }
    }
    default: {
      const archive = change.kind === 'archive'
      return { product, isSame: (product.archivedAt !== null) === archive, archive }
    }
  }
}

function planPrices(product: Manage.Product, { kind, number }: Change): PlannedChange {
  const change = changeOf(kind, number, product.currency)
  if (change === undefined) return { product, isSame: false, error: 'number' }
  const priceMinor = change(product.priceMinor)
  const variants = product.variants.map((variant) => ({ ...variant, priceMinor: change(variant.priceMinor) }))
  const prices = variants.length > 0 ? variants.map((variant) => variant.priceMinor) : [priceMinor]
  if (prices.some((price) => price < 0)) return { product, isSame: false, error: 'negative' }
  const body = variants.length > 0 ? { variants } : { priceMinor }
  const isSame =
    variants.length > 0
      ? variants.every(({ priceMinor: price }, index) => price === product.variants[index]?.priceMinor)
      : priceMinor === product.priceMinor
  return { product, isSame, body }
}

/** Rounds to the smallest unit of the currency. */
function changeOf(kind: ChangeKind, number: string, currency: string): ((minor: number) => number) | undefined {
  const text = number.trim().replace(',', '.')
  const [, sign, digits = ''] = /^([+-]?)(\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const factor = sign === '-' ? -1 : 1
  if (kind === 'percent') return (minor) => Math.round((minor * (100 + factor * Number(digits))) / 100)
  const amount = parsePrice(digits, currency)
  return amount === undefined ? undefined : (minor) => minor + factor * amount
}
