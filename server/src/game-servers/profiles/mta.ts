import { OLD_CLIENT_PLAYER_IDS } from '@quartermaster/sdk'
import { combineUnits, type ProfileRules } from './profile.ts'

/** The clients put the name into a pattern of Lua, where `%2` is an error at every poll and `%` disappears. */
const PERCENT = '％'

export const PLAYER_IDS = OLD_CLIENT_PLAYER_IDS.mta

/** The public MTA clients of interface 1.0. */
export const MTA: ProfileRules = {
  adaptProducts: (products) =>
    combineUnits(products).map((product) => ({ ...product, name: product.name.replaceAll('%', PERCENT) })),
  // For the clients all other ids are equal, so they would give the goods to some player.
  playerIds: PLAYER_IDS,
  reportsOnce: true,
  looksAtOne: true,
}
