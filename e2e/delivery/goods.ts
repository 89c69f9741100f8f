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

/** Each stage runs a different command, so the game shows what was granted, refunded and expired. */
export const COINS: Good = {
  name: 'Coins',
  approve: ['addcoins {userId} 100'],
  refund: ['takecoins {userId} 100'],
  expire: [],
  seconds: null,
  rebuy: 'independent',
  goesTo: 'default',
}

/** Two commands per unit, and none that revokes it. */
export const KIT: Good = {
  name: 'Starter kit ⚔',
  approve: ['giveitem {userId} sword 1', 'giveitem {userId} potion 5'],
  refund: [],
  expire: [],
  seconds: null,
  rebuy: 'independent',
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
  name: 'Title',
  approve: ['settitle {userId} Lord of "Vale" ✦'],
  refund: ['cleartitle {userId} Lord of "Vale" ✦'],
  expire: [],
  seconds: null,
  rebuy: 'independent',
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
  name: 'Boost',
  approve: ['addboost {userId} xp'],
  refund: ['takeboost {userId} xp'],
  expire: ['endboost {userId} xp'],
  seconds: HOUR,
  rebuy: 'independent',
  goesTo: 'default',
}

export const GOODS = [COINS, KIT, VIP, TITLE, PASS, BOOST]
