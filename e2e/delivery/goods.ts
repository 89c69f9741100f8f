import type { ModelProduct } from '../../server/test/purchases-model.ts'

/** The two game servers of every shop, as the model numbers them. The first one is the default server. */
export const SERVER_NAMES = ['first', 'second'] as const
export type ServerName = (typeof SERVER_NAMES)[number]

export type Good = ModelProduct & { name: string } & Record<'approve' | 'refund' | 'expire', string[]>

export const HOUR = 3_600
const MONTH = 30 * 24 * HOUR
const BOTH = [0, 1]

/** By default, a product lasts for ever, nothing revokes it, and it goes to the default server. */
function createGood(good: Pick<Good, 'name' | 'approve'> & Partial<Good>): Good {
  return {
    refund: [],
    expire: [],
    expires: good.expire !== undefined,
    seconds: null,
    rebuy: 'independent',
    servers: [],
    buyerChoosesServer: false,
    ...good,
  }
}

/** Each stage runs a different command, so the game shows what was granted, refunded and expired. */
export const COINS = createGood({
  name: 'Coins',
  approve: ['addcoins {userId} 100'],
  refund: ['takecoins {userId} 100'],
})

/** Two commands per unit, and none that revokes it. */
export const KIT = createGood({
  name: 'Starter kit ⚔',
  approve: ['giveitem {userId} sword 1', 'giveitem {userId} potion 5'],
  servers: BOTH,
})

/** A player owns it once, however often they buy it. It does not expire in these tests. */
export const VIP = createGood({
  name: 'VIP [gold]',
  approve: ['addvip {userId} gold 30'],
  refund: ['removevip {userId} gold'],
  expire: ['endvip {userId} gold'],
  seconds: MONTH,
  rebuy: 'extend',
  servers: BOTH,
})

const TITLE = createGood({
  name: 'Title',
  approve: ['settitle {userId} Lord of "Vale" ✦'],
  refund: ['cleartitle {userId} Lord of "Vale" ✦'],
  buyerChoosesServer: true,
})

const PASS = createGood({
  name: 'Pass',
  approve: ['addpass {userId} day'],
  refund: ['takepass {userId} day'],
  expire: ['endpass {userId} day', 'say {userId} expired'],
  seconds: HOUR,
  rebuy: 'extend',
  servers: [1],
})

export const BOOST = createGood({
  name: 'Boost',
  approve: ['addboost {userId} xp'],
  refund: ['takeboost {userId} xp'],
  expire: ['endboost {userId} xp'],
  seconds: HOUR,
})

export const GOODS = [COINS, KIT, VIP, TITLE, PASS, BOOST]
