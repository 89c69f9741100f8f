import type { ProductInput } from '../../server/src/catalog/save-product.ts'

/** The two servers of every shop here. The first one created is where goods go that name none. */
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

const MONTH = 30 * 24 * 3600

/** Every stage leaves a line of its own, so a ledger tells what was given, refunded and expired. */
export const COINS: Good = {
  name: 'Coins',
  approve: ['addcoins {userId} 100'],
  refund: ['takecoins {userId} 100'],
  expire: [],
  seconds: null,
  rebuy: 'independent',
  goesTo: 'default',
}

/** Two commands a unit, and nothing that takes it back. */
export const KIT: Good = {
  name: 'Starter kit ⚔',
  approve: ['giveitem {userId} sword 1', 'giveitem {userId} potion 5'],
  refund: [],
  expire: [],
  seconds: null,
  rebuy: 'independent',
  goesTo: 'both',
}

/** Held once, however often it is bought; long enough that nothing here sees it end by itself. */
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
  expire: ['endpass {userId} day', 'say {userId} over'],
  seconds: 1,
  rebuy: 'extend',
  goesTo: 'second',
}

export const BOOST: Good = {
  name: 'Boost',
  approve: ['addboost {userId} xp'],
  refund: ['takeboost {userId} xp'],
  expire: ['endboost {userId} xp'],
  seconds: 1,
  rebuy: 'independent',
  goesTo: 'default',
}

export const GOODS = [COINS, KIT, VIP, TITLE, PASS, BOOST]
