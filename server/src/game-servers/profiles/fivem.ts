import type { ProfileRules } from './profile.ts'

/** The public FiveM clients of interface 1.0. */
export const FIVEM: ProfileRules = {
  expireHasProducts: true,
  adaptProducts: (products) =>
    products.map((product) => ({ ...product, commands: product.commands.map(toReadableCommand) })),
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
