import type { PeriodWord } from '../../catalog/billing-period.ts'
import type { PictureView } from '../../themes/picture.ts'

/** The objects that the templates of the basket, the checkout and the order read. Amounts are in minor units. */

export type PlayerView = { name: string; avatar: string }

/** Why something did not work: the text is `fault.{key}` in the locale files. */
export type FaultView = {
  key: string
  name?: string
  player?: string
  code?: string
  count?: number
  /** The seconds until it can be tried again. */
  wait?: number
}

/** What the buyer entered for a product. */
export type EnteredView = { label: string; value: string }

export type LineView = {
  id: string
  name: string
  url: string
  picture: PictureView | null
  /** The variant, or the summary of the product. */
  meta: string
  fields: EnteredView[]
  quantity: number
  unit_price: number
  price: number
  usual_price: number | null
  /** If it is a subscription. The texts are `period.per.{period}`. */
  period: PeriodWord | null
  /** The player can own one of it, so the quantity cannot be changed. */
  is_single: boolean
  can_add: boolean
  fault: FaultView | null
}

/** The text is `discount.{key}`. `name` is that of the sale, the code, or the end of the code of the gift card. */
export type DiscountView = { key: 'upgrade' | 'sale' | 'code' | 'gift_card'; name: string; amount: number }

/** `basket` */
export type BasketView = {
  lines: LineView[]
  count: number
  subtotal: number
  discounts: DiscountView[]
  total: number
  /** What the field for codes contains: a code that does not work. */
  code: string
  /** The code of the basket, which can be removed. */
  used_code: string
  code_fault: FaultView | null
  /** The gift card, with what stays on it. */
  gift_card: { name: string; left: number; fault: FaultView | null } | null
  /** What sales and the code take off together. */
  saved: number
  faults: FaultView[]
  /** Whether nothing in it has to be changed before it can be paid. */
  is_ready: boolean
  /** Whether it is ready, and the player is known. */
  can_continue: boolean
}

/** `who`, on the basket page and on the page `/who`. */
export type WhoView = {
  name: string
  player: PlayerView | null
  fault: FaultView | null
  /** Whether a name can be typed. */
  is_typed: boolean
  /** The service of the game did not answer. */
  is_unchecked: boolean
  /** The player has signed in or entered a code. */
  is_proven: boolean
  /** Where the player can sign in: the texts are `who.sign_in.{name}`, and the links `/who/{name}`. */
  sign_ins: string[]
  /** Whether the game gives codes. */
  has_code: boolean
  /** What the field for the code from the game contains: a code that does not work. */
  code: string
  code_fault: FaultView | null
  can_gift: boolean
  is_gift: boolean
  recipient_name: string
  recipient: PlayerView | null
  recipient_fault: FaultView | null
}

/** `me`: what a player owns, or how they can sign in. */
export type MeView = {
  player: PlayerView | null
  sign_ins: string[]
  has_code: boolean
  /** Whether the home page may name the player. */
  is_named: boolean
  items: { name: string; until: Date | null }[]
  subscriptions: Omit<SubscriptionView, 'cancel_url'>[]
  /** The texts of the states are `me.state.{state}`. */
  orders: {
    number: string
    state: string
    at: Date
    lines: { name: string; quantity: number }[]
    total: number
  }[]
}

/** `checkout` */
export type CheckoutView = {
  player: PlayerView
  lines: LineView[]
  count: number
  subtotal: number
  discounts: DiscountView[]
  saved: number
  total: number
  email: string
  email_fault: FaultView | null
  consent: boolean
  consent_fault: FaultView | null
  /** If it is a subscription: what is paid again in each period, and whether the buyer agrees to it. */
  renewal: { period: PeriodWord; amount: number; is_agreed: boolean; fault: FaultView | null } | null
  /** Those with a tax. Empty if the store has no tax rates. */
  countries: { code: string; name: string; is_chosen: boolean }[]
  /** The home page names buyers, who can say that they do not want it. */
  names_buyers: boolean
  hides_name: boolean
  servers: { id: string; name: string; is_chosen: boolean }[]
  /** In the order of the buttons. The texts are `checkout.pay.{provider}`. */
  providers: string[]
  /** A limit is near, so the browser has to solve a challenge, or the buyer has to wait. */
  challenge: {
    altcha: string
    /** The seconds to wait without JavaScript. */
    wait: number
    /** The button that the buyer has pressed, if the page should press it again. */
    provider: string | null
  } | null
  faults: FaultView[]
}

/** `order` */
export type OrderView = {
  url: string
  number: string
  state: 'open' | 'paid' | 'delivered' | 'refunded' | 'disputed' | 'abandoned'
  /** Nothing in it goes to the game. */
  is_cards: boolean
  /** Whether the page can still change, so that it says that it updates by itself. */
  is_changing: boolean
  updated_at: Date
  delivered: number
  total_items: number
  player: PlayerView
  /** Items that wait come first. */
  items: OrderItemView[]
  notice: {
    key: 'open' | 'cancelled' | 'abandoned' | 'returned' | 'refunded' | 'disputed'
    tone: 'wait' | 'error'
  } | null
  /** For the buyer of an order that is not paid. The first of the providers is the one that they chose. */
  payment: { url: string; providers: string[]; fault: FaultView | null } | null
  lines: { name: string; quantity: number; price: number }[]
  discounts: DiscountView[]
  total: number
  /** The gift cards that were bought: the number that the buyer has not looked at, and the codes of the others. */
  cards: { url: string; unseen: number; codes: { code: string; value: number }[] } | null
  /** Null until it is paid. */
  provider: string | null
  /** Masked, such as `r•••@mail.example`. */
  email: string | null
  receipt_sent_at: Date | null
  /** Why the last e-mail was not sent. The texts are `order.mail_refused.{reason}`. */
  mail_refused: 'test_store' | 'limit' | null
  withdrawal: { until: Date; amount: number; url: string } | null
  /** Items that a game server has and has not reported. A buyer who wants to withdraw from them asks the staff. */
  is_sent: boolean
  /** If the order began a subscription or renews it. */
  subscription: SubscriptionView | null
}

/** The texts are `subscription.state.{state}` and `subscription.text.{state}`. */
export type SubscriptionView = {
  name: string
  state: 'pending' | 'active' | 'past_due' | 'cancelling' | 'ended'
  tone: 'good' | 'wait' | null
  /** The texts are `period.per.{period}` and `period.every.{period}`. */
  period: PeriodWord
  /** Of each period. */
  amount: number
  /** The end of what was paid. Null if nothing was paid. */
  paid_until: Date | null
  /** When it ends if no more is paid. */
  grace_until: Date | null
  /** Null if there is nothing to cancel. */
  cancel_url: string | null
}

/** `cancellation`, on the page where a buyer cancels a subscription. */
export type CancellationView = {
  order_url: string
  number: string
  subscription: SubscriptionView
}

/** `receipt`, beside `order`. */
export type ReceiptView = {
  paid_at: Date
  /** The tax that the price contains, of the country that the buyer named. */
  tax: { percent: number; country: string; amount: number } | null
  /** What was returned since. */
  refunded: number
}

export type OrderItemView = {
  name: string
  quantity: number
  meta: string
  fields: EnteredView[]
  picture: PictureView | null
  /** When the item expires. */
  until: Date | null
  /** The text is `order.badge.{badge}`. */
  badge: string
  tone: 'good' | 'wait' | 'bad' | null
  /** The texts are `order.step.{key}` and `order.step_note.{note}`. */
  steps: { key: string; state: 'done' | 'now' | 'next'; at: Date | null; note: string | null }[]
  /** Why it waits, and what the player can do: `order.wait.{key}.title` and `.text`. */
  notice: { key: string; server?: string; since?: Date; name?: string; slots?: number; join?: boolean } | null
}

/** `withdrawal`, on the page where a buyer withdraws from the contract. */
export type WithdrawalView = {
  url: string
  order_url: string
  number: string
  lines: { name: string; quantity: number; price: number }[]
  amount: number
  is_done: boolean
  at: Date | null
  fault: FaultView | null
}
