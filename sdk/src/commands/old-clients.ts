/** The public clients of games interface 1.0 that have a profile of their own. */
export type OldClient = 'fivem' | 'mta'

/**
 * The clients compare ids as numbers, so only numbers in the one form that has no equal can be sold to: `007` would also be
 * the player `7`. FiveM has 64-bit integers, and its client stops at any other id. The numbers of MTA have 15 exact digits.
 */
export const OLD_CLIENT_PLAYER_IDS: Record<OldClient, RegExp> = {
  fivem: /^(?:0|[1-9]\d{0,17})$/,
  mta: /^(?:0|[1-9]\d{0,14})$/,
}

/**
 * The FiveM clients split a command at its first blank and need both parts: without an argument, or with a blank at the
 * beginning, they stop and deliver nothing to anyone. They remove the argument `{userId}`, so adding it changes nothing.
 */
export function toFivemCommand(command: string): string {
  return hasArgument(command) ? command.trim() : `${command.trim()} {userId}`
}

export function hasArgument(command: string): boolean {
  return /\S +\S/.test(command)
}

/** The MTA and FiveM clients read the player and the arguments by position. */
export function isPositional(command: string): boolean {
  return /^\S+ \{userId\}( |$)/.test(command)
}
