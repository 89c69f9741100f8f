import { type Game, GAMES } from './fill-command.ts'
import type { OldClient } from './old-clients.ts'

type Server = { game: string | null; profile: 'standard' | OldClient }

/** Owners name the game of a server as they like. */
const ALIASES: [RegExp, Game][] = [
  [/minetest/, 'luanti'],
  [/mta|multi theft/, 'mta'],
  [/ddnet|ddrace/, 'teeworlds'],
  [/openarena|quake/, 'quake3'],
  [/garry|gmod|counter-?strike|^cs|tf2|team fortress|left 4/, 'source'],
]

/** The rules of the console of a server. An unknown one is `plain`: what every console reads in the same way. */
export function gameOf({ game, profile }: Server): Game {
  if (profile !== 'standard') return profile
  const text = game?.toLowerCase() ?? ''
  return (
    GAMES.find((known) => text.startsWith(known)) ?? ALIASES.find(([pattern]) => pattern.test(text))?.[1] ?? 'plain'
  )
}

/** The rules for values of fields. The old clients split a command at every space, whatever the quotes, and remove brackets. */
export function fieldRulesOf(server: Server): Game {
  return server.profile === 'standard' ? gameOf(server) : 'plain'
}
