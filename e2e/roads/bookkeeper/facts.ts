import type { Page } from 'playwright-core'

/**
 * What a surface says, in words that all of them share. Amounts are in minor units. `ORDER` is the id of an order.
 *
 * | fact | meaning |
 * |---|---|
 * | `sales` | the number of payments |
 * | `paid`, `refunded` | the money that came in, and that went back |
 * | `paid ORDER`, `refunded ORDER` | the same of one order |
 * | `ran COMMAND` | how often the game ran a command |
 * | `first ran COMMAND` | the first time, in milliseconds |
 * | `goal`, `supporters` | what came in and did not go back, as the pages of the store show it |
 * | `callbacks` | the callbacks of providers that arrived |
 */
export type Facts = Record<string, number>

/** A payment in the books of a provider. */
type Payment = {
  id: string
  reference: string | null
  currency: string
  paidMinor: number
  refundedMinor: number
  returnUrl: string | null
}

/** What the bookkeeper may look at. Nothing of it is code of the product. */
export type Audit = {
  storeId: string
  /** The dashboard, and the pages of the store. */
  origin: string
  storeOrigin: string
  currency: string
  /** Everything that was paid in this store, by the records of the providers. */
  payments: () => Payment[]
  callbacksSent: () => number
  /** The game's own log. */
  ran: () => { at: number; command: string }[]
  /** The webhooks that arrived, with their bodies. */
  events: () => { type: string; data: Record<string, unknown> }[]
  /** All mails that were sent. */
  mails: () => { subject: string; text: string }[]
  /** A window in English that is signed in as the owner. */
  page: Page
  /** Reads a resource of the management API of the store, such as `/checkouts`. */
  read: (path: string) => Promise<Record<string, unknown>>
  metrics: () => Promise<string>
}

export type Surface = {
  name: string
  /** It follows within half a minute, so it is read at the end of the road only. */
  isLate?: true
  read: (audit: Audit, orders: string[]) => Promise<Facts>
  /** The facts of the ledger that it has to show, by their first words. */
  shows: string[]
}

/** Both are usual: 14,90 BRL and 14,90 R$. */
const DISPLAYS = ['symbol', 'narrowSymbol'] as const

/** The only amount of a text, in minor units. It has to be written as people of that language write this currency. */
export function amountIn(text: string, currency: string, locales = ['en']): number {
  const formats = locales.flatMap((locale) =>
    DISPLAYS.map((currencyDisplay) => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })),
  )
  const plain = text.replaceAll(/\s/g, ' ')
  const digits = /\d[\d.,]*/.exec(plain)?.[0] ?? ''
  const major = Number(digits.replaceAll(/[.,](?=\d{3})/g, '').replace(',', '.'))
  const minor = Math.round(major * 100)
  const isWritten = formats.some((format) => plain.includes(format.format(major).replaceAll(/\s/g, ' ')))
  if (digits === '' || !isWritten) throw new Error(`"${plain}" is no amount in ${currency}`)
  return minor
}
