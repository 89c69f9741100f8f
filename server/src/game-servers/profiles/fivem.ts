import { combineUnits, type ProfileRules } from './profile.ts'

/** The public FiveM clients of interface 1.0. */
export const FIVEM: ProfileRules = {
  expireHasProducts: true,
  adaptProducts: (products) =>
    combineUnits(products).map((product) => ({ ...product, commands: product.commands.map(toReadableCommand) })),
  // 64-bit integers. The old client stops at any other id, after it has run the commands and before it has reported them.
  playerIds: /^(?:0|[1-9]\d{0,17})$/,
  // FXServer aborts a request after five seconds.
  answersWithinMs: 4_500,
  reportsOnce: true,
  // The old client also stops at a number that no player has, and only the game knows which numbers those are.
  stopsAtDeliveries: true,
}

/**
 * The clients split a command at its first blank and need both parts: without an argument, or with a blank at the
 * beginning, they stop and deliver nothing to anybody. They remove the argument `{userId}`, so adding it changes nothing.
 */
function toReadableCommand(command: string): string {
  return hasArgument(command) ? command.trim() : `${command.trim()} {userId}`
}

export function hasArgument(command: string): boolean {
  return /\S +\S/.test(command)
}
