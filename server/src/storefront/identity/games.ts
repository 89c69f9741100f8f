import type { Profile } from '../../game-servers/profiles/profile.ts'
import type { IdentityName } from './provider.ts'

/** Games whose players have ids that they do not know by heart, or names that a service can look up. */
const GAMES: readonly (readonly [game: RegExp, providers: readonly IdentityName[]])[] = [
  // Players of Bedrock have names of Xbox, which Mojang does not know.
  [/^minecraft(?!.*bedrock)/i, ['minecraft']],
  [/^(rust|gmod|garry'?s ?mod|source|cs2|csgo|counter-?strike|team ?fortress|tf2)\b/i, ['steam']],
]

/** The providers of a store that has not chosen any. The old clients of FiveM and MTA know their players by a number of the server. */
export function providersOfGame(game: string | null, profile: Profile): IdentityName[] {
  const known = profile === 'standard' ? GAMES.find(([pattern]) => pattern.test(game ?? '')) : undefined
  return [...(known?.[1] ?? (['name'] as const))]
}
