import type { ProductInput } from '../../server/src/catalog/save-product.ts'

/** The two game servers of every shop. The first one is the default server. */
export type ServerName = 'first' | 'second'

export type Good = {
  name: string
  approve: string[]
  refund: string[]
  expire: string[]
  seconds: number | null
  rebuy: NonNullable<ProductInput['rebuy']>
  goesTo: 'default' | 'both' | 'second' | 'buyer'
}

export const HOUR = 3_600
const MONTH = 30 * 24 * HOUR

/** By default, a product lasts for ever, nothing revokes it, and it goes to the default server. */
const DEFAULTS: Omit<Good, 'name' | 'approve'> = {
  refund: [],
  expire: [],
  seconds: null,
  rebuy: 'independent',
  goesTo: 'default',
}

/** Each stage runs a different command, so the game shows what was granted, refunded and expired. */
export const COINS: Good = {
  ...DEFAULTS,
  name: 'Coins',
  approve: ['addcoins {userId} 100'],
  refund: ['takecoins {userId} 100'],
}

/** Two commands per unit, and none that revokes it. */
export const KIT: Good = {
  ...DEFAULTS,
  name: 'Starter kit ⚔',
  approve: ['giveitem {userId} sword 1', 'giveitem {userId} potion 5'],
  goesTo: 'both',
}

/** A player owns it once, however often they buy it. It does not expire in these tests. */
export const VIP: Good = {
  name: 'VIP [gold]',
  approve: ['addvip {userId} gold 30'],
  refund: ['removevip {userId} gold'],
  expire: ['endvip {userId} gold'],
  seconds: MONTH,
  rebuy: 'extend',
  goesTo: 'both',
}

export const TITLE: Good = {
  ...DEFAULTS,
  name: 'Title',
  approve: ['settitle {userId} Lord of "Vale" ✦'],
  refund: ['cleartitle {userId} Lord of "Vale" ✦'],
  goesTo: 'buyer',
}

export const PASS: Good = {
  name: 'Pass',
  approve: ['addpass {userId} day'],
  refund: ['takepass {userId} day'],
  expire: ['endpass {userId} day', 'say {userId} expired'],
  seconds: HOUR,
  rebuy: 'extend',
  goesTo: 'second',
}

export const BOOST: Good = {
  ...DEFAULTS,
  name: 'Boost',
  approve: ['addboost {userId} xp'],
  refund: ['takeboost {userId} xp'],
  expire: ['endboost {userId} xp'],
  seconds: HOUR,
}

export const GOODS = [COINS, KIT, VIP, TITLE, PASS, BOOST]
