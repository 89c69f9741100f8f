import type { EmulatedGame } from './emulated-game.ts'

type NumberReader = (text: string) => number | bigint | undefined

const DECIMAL = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i

/**
 * Finds a player as the MTA script does: it compares ids as numbers. Everything that is not a number is nil, and nil
 * equals nil, so `steve` is the first player whose id is not a number.
 */
export function findPlayerByNumber(game: EmulatedGame, gameUserId: string): string | undefined {
  const wanted = readDouble(gameUserId)
  return [...game.onlinePlayers()].find((id) => readDouble(id) === wanted)
}

/** Finds a player as the current FiveM script does: numeric ids are compared as numbers, so `007` equals `7`. */
export function findOnlinePlayer(game: EmulatedGame, gameUserId: string, read: NumberReader): string | undefined {
  if (game.isOnline(gameUserId)) return gameUserId
  const wanted = read(gameUserId)
  if (wanted === undefined) return undefined
  return [...game.onlinePlayers()].find((id) => read(id) === wanted)
}

/** MTA has only double-precision numbers, so ids above 2^53 that are close together are equal. */
function readDouble(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined
}

/** FiveM has 64-bit integers, so long ids differ. */
export function readInteger(text: string): number | bigint | undefined {
  if (!DECIMAL.test(text)) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value)) return BigInt(value)
  if (!/^\s*[-+]?\d+\s*$/.test(text)) return value
  const exact = BigInt(text.trim().replace('+', ''))
  return BigInt.asIntN(64, exact) === exact ? exact : value
}
