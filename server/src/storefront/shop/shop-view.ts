import type { PeriodWord } from '../../catalog/billing-period.ts'
import type { PictureView } from '../../themes/picture.ts'
import type { FaultView } from '../views/order-pages.ts'

/** The objects that templates of browse pages read. Amounts are in minor units; templates read the names in snake case. */
export type ShopView = {
  name: string
  title: string
  tagline: string | null
  /** Who sells, such as "Sold by Vale Jogos Ltda., São Paulo." */
  seller: string | null
  support_url: string | null
  has_terms: boolean
  logo: PictureView | null
  /** The smallest file of the logo, for the tab of the browser. */
  icon_url: string | null
  banner: PictureView | null
  join_address: string | null
  is_test: boolean
  is_closed: boolean
  closed_message: string | null
  /** Whether players can prove who they are. Then `/me` shows what they own. */
  can_sign_in: boolean
  currency: string
  categories: CategoryLink[]
  /** The links of the footer: a page of the store has a title, a page of ours the key of a text. */
  links: { url: string; title?: string; key?: string }[]
  status: ServerStatus | null
  /** The stylesheet with the colors that the owner has chosen. */
  colors_url: string | null
}

export type CategoryLink = { name: string; slug: string; url: string }

/** What is known about the game servers of the store. `players` is null if no server reports them. */
export type ServerStatus = { is_online: boolean; players: number | null; max_players: number | null }

export type ProductCard = {
  name: string
  slug: string
  url: string
  summary: string
  picture: PictureView | null
  /** The price of the first variant, which the button on the card adds. */
  price: number
  usual_price: number | null
  percent_off: number | null
  /** How often the first variant is paid, if it is a subscription. The texts are `period.per.{period}`. */
  period: PeriodWord | null
  /** The sale that lowers the price now. */
  sale: SaleView | null
  /** In seconds, of each variant that expires. */
  durations: number[]
  is_sold_out: boolean
}

/** `ends_at` is null if no end is set. */
export type SaleView = { name: string; ends_at: Date | null }

export type VariantView = {
  id: string
  name: string
  price: number
  usual_price: number | null
  period: PeriodWord | null
}

/** `type` is text, number, choice, boolean, player or discord. */
export type FieldView = {
  name: string
  type: string
  label: string
  hint: string
  is_required: boolean
  min_length: number
  max_length: number
  min: number
  max: number
  choices: { value: string; label: string }[]
  /** What the buyer entered, if it was refused. */
  value: string
  fault: FaultView | null
}

export type ProductView = ProductCard & {
  /** Markdown. */
  description: string
  /** All of them; `picture` is the first. */
  pictures: PictureView[]
  category: CategoryLink | null
  variants: VariantView[]
  /** What the buyer is asked for. The form sends the values as `field.{name}`. */
  fields: FieldView[]
  servers: string[]
  is_server_chosen: boolean
  requires_online: boolean
  is_gift_card: boolean
  /** A lower tier that the player has lowers its price in the basket. */
  is_upgrade: boolean
  max_per_player: number | null
  /** A subscription, or one of the variants is. */
  is_subscription: boolean
  left: number | null
  comparison: ComparisonView | null
}

export type CategoryView = CategoryLink & {
  description: string
  picture: PictureView | null
  products: ProductCard[]
  comparison: ComparisonView | null
}

/** Each row has one cell per column: a text, or whether the product has this benefit. */
export type ComparisonView = {
  columns: {
    name: string
    slug: string
    url: string
    price: number
    usual_price: number | null
    period: PeriodWord | null
  }[]
  rows: { name: string; cells: (string | boolean)[] }[]
}

export type HomeView = {
  /** A shelf with a sale names the one of its first product with a lower price. */
  shelves: { name: string; url: string | null; products: ProductCard[]; more: number; sale: SaleView | null }[]
  recent: RecentPurchase[]
  /** Null if the store has no goal, or if it has not begun or is over. */
  goal: GoalView | null
  /** Who has paid most this month. Null if the owner does not show it, or if no one has paid or wants to be named. */
  supporter: SupporterView | null
  /** Who has paid most this month, at most five. The first is `supporter`. */
  supporters: SupporterView[]
}

export type GoalView = {
  name: string
  /** What was sold in the period, without refunds. */
  reached: number
  target: number
  /** More than 100 if more was sold. */
  percent: number
  /** 1 on the last day. */
  days_left: number
}

export type SupporterView = {
  name: string
  avatar: string
  /** Null unless the owner shows it. */
  paid: number | null
}

/** A gift names the player who got it, never the one who gave it. */
export type RecentPurchase = { player: string; avatar: string; name: string; quantity: number; at: Date }
