import { OLD_CLIENT_PLAYER_IDS, toFivemCommand } from '@quartermaster/sdk'
import { combineUnits, type ProfileRules } from './profile.ts'

/** The public FiveM clients of interface 1.0. */
export const FIVEM: ProfileRules = {
  expireHasProducts: true,
  adaptProducts: (products) =>
    combineUnits(products).map((product) => ({ ...product, commands: product.commands.map(toFivemCommand) })),
  // The old client stops at any other id, after it has run the commands and before it has reported them.
  playerIds: OLD_CLIENT_PLAYER_IDS.fivem,
  // FXServer aborts a request after five seconds.
  answersWithinMs: 4_500,
  reportsOnce: true,
  // The old client also stops at a number that no player has, and only the game knows which numbers those are.
  stopsAtDeliveries: true,
}
